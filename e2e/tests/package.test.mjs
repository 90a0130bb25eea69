import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../scripts/run.mjs';
import { checkRoundTrip } from '../check.mjs';
import { startDemo } from '../demo.mjs';
import { runNode } from '../nodeRun.mjs';
import { nodeType } from '../package.mjs';
import { stopAll } from '../processes.mjs';

const credentialType = 'messagingIntegrationApi';
let demo;

before(
	async () => {
		const userFolder = join(projectRoot, '.demo', 'e2e-package');
		await rm(userFolder, { recursive: true, force: true });
		demo = await startDemo({ userFolder });
	},
	{ timeout: 240_000 },
);

after(stopAll);

async function types(kind) {
	return await (await demo.api.file(`types/${kind}.json`)).json();
}

async function assertIcons(iconUrl) {
	const pictures = [];
	for (const theme of ['light', 'dark']) {
		const response = await demo.api.file(iconUrl[theme]);
		assert.match(response.headers.get('content-type'), /svg/);
		pictures.push(await response.text());
	}
	assert.notEqual(pictures[0], pictures[1]);
}

test('n8n loads the node, with both icons and its codex', async () => {
	const node = await demo.api.nodeType(nodeType);
	assert.ok(node, `${nodeType} is among n8n's node types`);
	assert.equal(node.displayName, 'Messaging Integration');
	assert.ok(node.codex.categories.length > 0);
	await assertIcons(node.iconUrl);
});

test('n8n offers the node to its AI agents as a tool', async () => {
	assert.ok((await types('nodes')).some(({ name }) => name === `${nodeType}Tool`));
});

test('n8n loads the credential, with both icons', async () => {
	const credential = (await types('credentials')).find(({ name }) => name === credentialType);
	assert.ok(credential);
	await assertIcons(credential.iconUrl);
});

const credentialCases = [
	['the key of the sandbox', () => ({}), 'OK', /./],
	['a key that the service does not know', () => ({ apiKey: 'sk_test_unknown' }), 'Error', /key/i],
	['a test key said to be for production', () => ({ environment: 'production' }), 'Error', /environment/i],
	['an address where no service is', () => ({ baseUrl: `${demo.n8n.url}/api/v2` }), 'Error', /base url/i],
];

for (const [what, change, status, sentence] of credentialCases) {
	test(`the credential's Test button, with ${what}: ${status}`, async () => {
		const data = { apiKey: demo.sandbox.key, environment: 'test', baseUrl: demo.sandbox.baseUrl, ...change() };
		const result = await demo.api.testCredential({ id: '', name: 'Tried', type: credentialType, data });
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

test('a run that fails says why in a sentence, without the key', async () => {
	const parameters = {
		resource: 'instance',
		operation: 'getStatus',
		instanceId: { __rl: true, mode: 'id', value: '00000000-0000-4000-8000-000000000000' },
	};
	const { error } = await runNode({ ...demo, parameters });
	assert.match(error.message, /[a-z] [a-z]/);
	assert.ok(!JSON.stringify(error).includes(demo.sandbox.key));
});

test('a message that comes in is answered once', async () => {
	await checkRoundTrip({ ...demo, step: () => {} });
});
