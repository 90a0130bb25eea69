import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../../processes/polling.mjs';
import { stopAll } from '../../processes/processes.mjs';
import { startTimeout } from '../support/demo.mjs';
import { startTriggerDemo } from '../support/trigger.mjs';

/** The trigger's registration after n8n was killed, also while the service was down. */

let demo;

before(async () => void (demo = await startTriggerDemo('crashes')), { timeout: startTimeout });
after(stopAll);

test('n8n that is killed, and starts while the service is down, keeps its only webhook, and the workflow runs', async () => {
	await demo.api.publish(demo.silent.id);
	const published = await demo.waitForProduction(1, 'while active');
	await demo.n8n.kill();
	await demo.sandbox.control('POST', 'faults', { path: '/webhooks', times: 'always', kind: 'status', status: 503 });
	await demo.restart();
	// n8n may check once more while it starts.
	await sleep(2_000);
	await demo.sandbox.control('DELETE', 'faults');
	assert.ok(await demo.isActive());
	assert.deepEqual(await demo.waitForProduction(1, 'after the restart'), published);
	await demo.sandbox.control('POST', 'incoming', { text: 'After the crash' });
	await waitUntil(async () => (await demo.countRuns(demo.silent)) === 1, 'a run after the crash');
	await demo.api.unpublish(demo.silent.id);
	await demo.waitForProduction(0, 'after unpublishing');
});

for (const [action, method] of [
	['publish', 'POST'],
	['unpublish', 'DELETE'],
])
	test(`n8n recovers from being killed while it had to ${action}, after the service did it`, async () => {
		if (action === 'unpublish') {
			await demo.api.publish(demo.silent.id);
			await demo.waitForProduction(1, 'while active');
		}
		await demo.sandbox.control('POST', 'faults', { method, path: '^/webhooks', kind: 'stallAfterWork' });
		// No response: n8n is killed while it waits for the service.
		demo.api[action](demo.silent.id).catch(() => {});
		const isHeld = async () => (await demo.sandbox.control('GET', 'faults')).length === 0;
		await waitUntil(isHeld, 'the request that the fault holds');
		await sleep(200);
		await demo.n8n.kill();
		await demo.restart();

		await demo.waitForProduction((await demo.isActive()) ? 1 : 0, 'after the restart');
		if (!(await demo.isActive())) await demo.api.publish(demo.silent.id);
		await demo.waitForProduction(1, 'while active');
		// After a crash, the webhook may exist before n8n has stored it.
		await waitUntil(async () => await demo.isRegistered(), 'the registration in the static data');
		await demo.api.unpublish(demo.silent.id);
		await demo.waitForProduction(0, 'after unpublishing');
	});
