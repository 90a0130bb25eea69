import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../../processes/polling.mjs';
import { stopAll } from '../../processes/processes.mjs';
import { startTimeout } from '../support/demo.mjs';
import { startTriggerDemo } from '../support/trigger.mjs';

/** The trigger's registration after n8n was killed or the service was down. */

let demo;
const moved = { WEBHOOK_URL: 'http://127.0.0.1:9/moved' };

before(async () => void (demo = await startTriggerDemo('crashes')), { timeout: startTimeout });

after(stopAll);

/** Checks that the silent workflow runs when a message comes in. */
async function assertRuns(text) {
	const before = await demo.countRuns(demo.silent);
	await demo.sandbox.control('POST', 'incoming', { text });
	await waitUntil(async () => (await demo.countRuns(demo.silent)) > before, `a run: ${text}`);
}

async function publish() {
	await demo.api.publish(demo.silent.id);
	return await demo.waitForProduction(1, 'while active');
}

async function unpublish() {
	await demo.api.unpublish(demo.silent.id);
	await demo.waitForProduction(0, 'after unpublishing');
}

test('n8n that is killed while the workflow is active keeps its only webhook, and the workflow runs', async () => {
	const published = await publish();
	await demo.crash();
	assert.deepEqual(await demo.waitForProduction(1, 'after the restart'), published);
	await assertRuns('After the crash');
	await unpublish();
});

test('n8n creates a webhook that was deleted at the service again when it starts', async () => {
	const [id] = await publish();
	await demo.sandbox.request('DELETE', `/webhooks/${id}`);
	await demo.crash();
	assert.notDeepEqual(await demo.waitForProduction(1, 'after the restart'), [id]);
	await unpublish();
});

/** Each start of n8n begins a new file. */
const log = () => readFileSync(join(demo.userFolder, 'n8n.log'), 'utf8');

for (const [what, fault, env] of [
	['the service is down', { kind: 'status', status: 503 }, {}],
	['n8n has another URL, and the key may not list webhooks', { kind: 'status', status: 401 }, moved],
]) {
	test(`a workflow stays active with its webhook when n8n starts while ${what}`, { timeout: 120_000 }, async () => {
		const published = await publish();
		await demo.n8n.kill();
		await demo.sandbox.control('POST', 'faults', { method: 'GET', path: '/webhooks', times: 1000, ...fault });
		await demo.restart(env);
		await waitUntil(() => log().includes('assuming that it still exists'), 'the line in the log', 60_000);
		// n8n may check once more while it starts.
		await sleep(2_000);
		await demo.sandbox.control('DELETE', 'faults');
		assert.ok(await demo.isActive());
		assert.deepEqual(await demo.waitForProduction(1, 'after the restart'), published);
		await assertRuns('After the start');
		await demo.n8n.stop();
		await demo.restart();
		await unpublish();
	});
}

/** Waits until n8n has activated the workflow: after a crash, its webhook may exist at the service before. */
async function waitForActivation() {
	await waitUntil(async () => {
		const { staticData } = await demo.api.request('GET', `/workflows/${demo.silent.id}`);
		return Object.values(staticData ?? {}).some(({ webhookId }) => webhookId);
	}, 'the registration in the static data');
}

for (const [action, method, when, kind] of [
	['publish', 'POST', 'before the service created the webhook', 'stall'],
	['publish', 'POST', 'after the service created the webhook', 'stallAfterWork'],
	['unpublish', 'DELETE', 'before the service deleted the webhook', 'stall'],
	['unpublish', 'DELETE', 'after the service deleted the webhook', 'stallAfterWork'],
]) {
	test(`n8n recovers from being killed while it had to ${action}, ${when}`, async () => {
		if (action === 'unpublish') await publish();
		await demo.sandbox.control('POST', 'faults', { method, path: '^/webhooks', kind });
		// No response: n8n is killed while it waits for the service.
		demo.api[action](demo.silent.id).catch(() => {});
		await waitUntil(
			async () => (await demo.sandbox.control('GET', 'faults')).length === 0,
			'the request that the fault holds',
		);
		await sleep(200);
		await demo.crash();

		await demo.waitForProduction((await demo.isActive()) ? 1 : 0, 'after the restart');
		if (!(await demo.isActive())) await demo.api.publish(demo.silent.id);
		await waitForActivation();
		await demo.waitForProduction(1, 'while active');
		await unpublish();
	});
}
