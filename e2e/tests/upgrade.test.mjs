import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureBuilt } from '../../scripts/build.mjs';
import { startSandbox } from '../demo/sandbox.mjs';
import { productionUrlOf, waitForRegistration } from '../demo/webhooks.mjs';
import { waitForWebhook } from '../n8n/runNode.mjs';
import { waitUntil } from '../processes/polling.mjs';
import { stopAll } from '../processes/processes.mjs';
import { startTimeout, testFolder } from './support/demo.mjs';
import { buildFormerPackage, createFormerActions } from './support/formerPackage.mjs';
import { ResultTable } from './support/resultTable.mjs';
import { sentTexts } from './support/sendAndWait.mjs';
import { SingleN8n } from './support/singleN8n.mjs';

/** An upgrade from an earlier version of the package, and the move of its workflow to a second n8n with the same account. */

const folder = testFolder('upgrade');
const formerFolder = join(folder, 'former');
const table = new ResultTable('Step');
let sandbox;
let first;
let second;
let workflow;
let actions;
let requestsBefore;
let webhookBefore;
let allBefore;

before(
	async () => {
		await ensureBuilt();
		buildFormerPackage(formerFolder);
		sandbox = await startSandbox({ folder });
		first = new SingleN8n({ sandbox, userFolder: join(folder, 'first') });
		// n8n derives its ID from the key.
		const env = { N8N_ENCRYPTION_KEY: 'only-for-the-second' };
		second = new SingleN8n({ sandbox, userFolder: join(folder, 'second'), env });
	},
	{ timeout: startTimeout },
);

after(async () => {
	await stopAll();
	table.print();
});

function step(row, title, work) {
	table.test({ title, row, column: 'Result' }, work);
}

/** Checks that the first n8n has the only webhook that it had before the upgrade. */
async function assertFirstUntouched() {
	assert.deepEqual(await first.listWebhooks(workflow), [webhookBefore]);
}

/** Returns the requests that the former actions send. */
async function runActions() {
	const url = `${first.server.url}/webhook/${actions.path}`;
	await waitForWebhook(url);
	const before = (await sandbox.control('GET', 'log')).length;
	const response = await fetch(url, { method: 'POST' });
	assert.ok(response.ok, await response.text());
	const requests = (await sandbox.control('GET', 'log')).slice(before);
	assert.ok(requests.every(({ status }) => status < 300));
	return requests.map(({ method, path, query, body }) => ({ method, path, query, body }));
}

/** Plays a message, and checks that each given n8n runs the workflow, which replies once. */
async function receive(text, ...all) {
	await sandbox.control('POST', 'incoming', { text });
	for (const n8n of all) await n8n.waitForRun(workflow);
	const replies = (await sentTexts({ sandbox })).filter((each) => each === `You said: ${text}`);
	assert.equal(replies.length, all.length);
}

/** Waits for a request of the second n8n that creates a webhook, and until n8n has handled the response. */
async function publishInSecond() {
	const count = async () =>
		(await sandbox.control('GET', 'log')).filter(
			({ method, path }) => method === 'POST' && path === '/webhooks',
		).length;
	const before = await count();
	await second.api.publish(workflow.id);
	await waitUntil(async () => (await count()) > before, 'the request to create a webhook');
	await sleep(3000);
}

step(
	'earlier version',
	'the earlier version registers one webhook and runs its actions',
	async () => {
		await first.install(formerFolder);
		await first.start();
		assert.equal(await first.hasOperation('sendText'), false);
		const example = JSON.parse(
			readFileSync(join(formerFolder, 'examples', 'reply-to-messages.json'), 'utf8'),
		);
		example.nodes = first.withCredential(example.nodes);
		workflow = { ...(await first.api.createWorkflow(example)), nodes: example.nodes };
		await first.api.publish(workflow.id);
		await waitForRegistration(sandbox, productionUrlOf(first.server, workflow));
		[webhookBefore] = await first.listWebhooks(workflow);
		assert.deepEqual(Object.keys(webhookBefore.headers), ['X-Messaging-Integration-Token']);
		allBefore = await sandbox.control('GET', 'webhooks');
		await receive('Before the upgrade', first);

		actions = await createFormerActions(first);
		await first.api.publish(actions.id);
		requestsBefore = await runActions();
		console.log(requestsBefore.map(({ method, path }) => `${method} ${path}`).join(', '));
	},
);

step('upgrade', 'the upgrade keeps the only webhook', async () => {
	await first.server.stop();
	await first.install();
	await first.start();
	assert.equal(await first.hasOperation('sendText'), true);
	await sleep(5000);
	assert.deepEqual(await sandbox.control('GET', 'webhooks'), allBefore);
});

step('delivery', 'a delivery starts the workflow after the upgrade', async () => {
	await receive('After the upgrade', first);
});

step('actions', 'actions with the former parameters send the same requests as before', async () => {
	assert.deepEqual(await runActions(), requestsBefore);
});

step(
	'export and import',
	'a second n8n imports the workflow, with what the trigger stored',
	async () => {
		const file = join(folder, 'workflow.json');
		await first.command('export:workflow', `--id=${workflow.id}`, `--output=${file}`);
		const [exported] = JSON.parse(readFileSync(file, 'utf8'));
		assert.match(JSON.stringify(exported.staticData), /"webhookId"/);
		await second.install();
		await second.command('import:workflow', `--input=${file}`);
		await second.start();
		const { nodes, versionId } = await second.api.request('GET', `/workflows/${workflow.id}`);
		await second.api.request('PATCH', `/workflows/${workflow.id}`, {
			nodes: second.withCredential(nodes),
			versionId,
		});
	},
);

step(
	'failed activation',
	'an activation that fails in the second n8n leaves the webhook of the first',
	async () => {
		const fault = {
			method: 'POST',
			path: '/webhooks',
			kind: 'status',
			status: 500,
			times: 'always',
		};
		await sandbox.control('POST', 'faults', fault);
		await publishInSecond();
		assert.deepEqual(await second.listWebhooks(workflow), []);
		await assertFirstUntouched();
		await second.api.unpublish(workflow.id);
		await sleep(3000);
		await assertFirstUntouched();
		await sandbox.control('DELETE', 'faults');
	},
);

step('activation', 'an activation in the second n8n registers a webhook of its own', async () => {
	await publishInSecond();
	assert.equal((await second.listWebhooks(workflow)).length, 1);
	await assertFirstUntouched();
	await receive('For both', first, second);
});

step(
	'deactivation',
	'a deactivation in the second n8n leaves the webhook of the first',
	async () => {
		await second.api.unpublish(workflow.id);
		await waitUntil(
			async () => (await second.listWebhooks(workflow)).length === 0,
			'the removal of the webhook',
		);
		await sleep(1000);
		await assertFirstUntouched();
		await receive('For the first', first);
	},
);
