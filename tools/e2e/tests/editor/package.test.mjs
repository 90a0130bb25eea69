import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { credentialType, nodeType } from '../../n8n/package.mjs';
import { locator, runNode } from '../../n8n/workflows.mjs';
import { stopAll } from '../../processes/processes.mjs';
import { startTestDemo, startTimeout } from '../support/demo.mjs';

/** The packed package in n8n: what n8n loads, the test of the credentials, and runs of the node. */

let demo;

before(async () => void (demo = await startTestDemo('package')), { timeout: startTimeout });

after(stopAll);

async function assertIcons(iconUrl) {
	const pictures = [];
	for (const theme of ['light', 'dark']) {
		const response = await demo.api.fetchFile(iconUrl[theme]);
		assert.match(response.headers.get('content-type'), /svg/);
		pictures.push(await response.text());
	}
	assert.notEqual(pictures[0], pictures[1]);
}

test('n8n loads the node and the credentials with both icons, and offers the node as a tool', async () => {
	const nodes = await demo.api.listTypes('nodes');
	await assertIcons(nodes.find(({ name }) => name === nodeType).iconUrl);
	assert.ok(nodes.some(({ name }) => name === `${nodeType}Tool`));
	const credentials = await demo.api.listTypes('credentials');
	await assertIcons(credentials.find(({ name }) => name === credentialType).iconUrl);
});

const credentialCases = [
	['accepts the key of the sandbox', () => ({}), 'OK', /./],
	['rejects a test key for the production environment', () => ({ environment: 'production' }), 'Error', /environment/i],
	['rejects a base URL without the service', () => ({ baseUrl: `${demo.n8n.url}/api/v2` }), 'Error', /base url/i],
];

for (const [what, change, status, sentence] of credentialCases) {
	test(`the credentials' Test button ${what}`, async () => {
		const data = { ...demo.credentialData.data, ...change() };
		const result = await demo.api.testCredential({ ...demo.credentialData, id: '', data });
		assert.equal(result.status, status, result.message);
		assert.match(result.message, sentence);
		assert.ok(!result.message.includes(data.apiKey), 'the key is not shown');
	});
}

test('a run that fails says why in a sentence, without the key, and n8n recognizes the error as its own', async () => {
	const instanceId = locator('00000000-0000-4000-8000-000000000000');
	const parameters = { resource: 'instance', operation: 'getStatus', instanceId };
	const { error } = await runNode({ ...demo, parameters });
	// n8n keeps the status code only of an error that is an instance of its own NodeApiError.
	assert.equal(error.httpCode, '404');
	assert.match(error.message, /[a-z] [a-z]/);
	assert.ok(!JSON.stringify(error).includes(demo.sandbox.key));
});
