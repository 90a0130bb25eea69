import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkRoundTrip } from '../../demo/check.mjs';
import { credentialType, nodeType } from '../../n8n/package.mjs';
import { runNode } from '../../n8n/workflows.mjs';
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

test('n8n loads the node, with both icons and its codex', async () => {
	const node = await demo.api.findNodeType(nodeType);
	assert.ok(node, `${nodeType} is among n8n's node types`);
	assert.equal(node.displayName, 'Messaging Integration');
	assert.ok(node.codex.categories.length > 0);
	await assertIcons(node.iconUrl);
});

test('n8n offers the node to its AI agents as a tool', async () => {
	assert.ok((await demo.api.listTypes('nodes')).some(({ name }) => name === `${nodeType}Tool`));
});

test('n8n loads the credentials, with both icons', async () => {
	const credential = (await demo.api.listTypes('credentials')).find(({ name }) => name === credentialType);
	assert.ok(credential);
	await assertIcons(credential.iconUrl);
});

const credentialCases = [
	['accepts the key of the sandbox', () => ({}), 'OK', /./],
	['rejects a key that the service does not know', () => ({ apiKey: 'sk_test_unknown' }), 'Error', /key/i],
	['rejects a test key for the production environment', () => ({ environment: 'production' }), 'Error', /environment/i],
	['rejects a base URL without the service', () => ({ baseUrl: `${demo.n8n.url}/api/v2` }), 'Error', /base url/i],
];

for (const [what, change, status, sentence] of credentialCases) {
	test(`the credentials' Test button ${what}`, async () => {
		const data = {
			apiKey: demo.sandbox.key,
			environment: 'test',
			baseUrl: demo.sandbox.baseUrl,
			...change(),
		};
		const result = await demo.api.testCredential({
			id: '',
			name: 'Test',
			type: credentialType,
			data,
		});
		assert.equal(result.status, status, result.message);
		assert.match(result.message, sentence);
		assert.ok(!result.message.includes(data.apiKey), 'the key is not shown');
	});
}

test('the node runs in a production workflow', async () => {
	const parameters = { resource: 'instance', operation: 'getAll', returnAll: true };
	const { items, error } = await runNode({ ...demo, parameters });
	assert.equal(error, undefined, error?.message);
	assert.deepEqual(
		items.map(({ id }) => id).sort(),
		(await demo.sandbox.control('GET', 'instances')).map(({ id }) => id).sort(),
	);
});

async function requestUnknownInstance() {
	const instanceId = { __rl: true, mode: 'id', value: '00000000-0000-4000-8000-000000000000' };
	const { error } = await runNode({
		...demo,
		parameters: { resource: 'instance', operation: 'getStatus', instanceId },
	});
	return error;
}

test("n8n recognizes the node's errors, because both load the same n8n-workflow", async () => {
	// n8n keeps the status code only of an error that is an instance of its own NodeApiError.
	assert.equal((await requestUnknownInstance()).httpCode, '404');
});

test('a run that fails says why in a sentence, without the key', async () => {
	const error = await requestUnknownInstance();
	assert.match(error.message, /[a-z] [a-z]/);
	assert.ok(!JSON.stringify(error).includes(demo.sandbox.key));
});

test('the example workflow replies once to an incoming message', async () => {
	await checkRoundTrip({ ...demo, step: () => {} });
});
