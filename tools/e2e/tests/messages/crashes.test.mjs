import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../../processes/polling.mjs';
import { stopAll } from '../../processes/processes.mjs';
import { startTimeout } from '../support/demo.mjs';
import { startTriggerDemo } from '../support/trigger.mjs';

/** The trigger's registration after n8n was killed or the service was down. */

let demo;

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

test('a workflow stays active with its webhook when n8n starts while the service is down', async () => {
	const published = await publish();
	await demo.n8n.kill();
	await demo.sandbox.control('POST', 'faults', {
		path: '/webhooks',
		kind: 'status',
		status: 503,
		times: 1000,
	});
	await demo.restart();
	await demo.waitForRequest('GET', async () => {});
	await demo.sandbox.control('DELETE', 'faults');
	await sleep(3000);
	assert.ok(await demo.isActive());
	assert.deepEqual(await demo.waitForProduction(1, 'after the restart'), published);
	await assertRuns('After the outage');
	await unpublish();
});

for (const [when, fault, action] of [
	[
		'activation, before the service created the webhook',
		{ method: 'POST', path: '/webhooks', kind: 'stall' },
		'publish',
	],
	[
		'activation, after the service created the webhook',
		{ method: 'POST', path: '/webhooks', kind: 'stallAfterWork' },
		'publish',
	],
	['deactivation, before the service deleted the webhook', { method: 'DELETE', kind: 'stall' }, 'unpublish'],
	['deactivation, after the service deleted the webhook', { method: 'DELETE', kind: 'stallAfterWork' }, 'unpublish'],
]) {
	test(`n8n recovers from being killed during ${when}`, async () => {
		if (action === 'unpublish') await publish();
		await demo.sandbox.control('POST', 'faults', fault);
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
		await demo.waitForActivation();
		await demo.waitForProduction(1, 'while active');
		await unpublish();
	});
}
