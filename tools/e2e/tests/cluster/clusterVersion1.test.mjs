import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { setUpN8nVersion } from '../../n8n/otherVersions.mjs';
import { post } from '../../n8n/workflows.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { stopAll } from '../../processes/processes.mjs';
import { Cluster } from './cluster.mjs';

/** Queue mode of n8n 1: the settings that the reference recommends for broadcasts. */

const people = 200;
const stores = [];

after(async () => {
	await stopAll();
	for (const each of stores) each.remove();
});

for (const { end, env } of [
	{ end: 'kill', env: { QUEUE_WORKER_MAX_STALLED_COUNT: '0' } },
	{ end: 'stop', env: { N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '60' } },
]) {
	const [[name, value]] = Object.entries(env);
	const title = `${end} of both workers with ${name}=${value}`;
	test(`${title}: no message is sent twice`, async () => {
		const folder = await setUpN8nVersion('1.123.81');
		// n8n looks for stalled executions every 30 s by default.
		const quick = { QUEUE_WORKER_STALLED_INTERVAL: '3000' };
		const cluster = await Cluster.start(`clusterVersion1-${end}`, {
			folder,
			env: { ...quick, ...env },
		});
		stores.push(cluster.stores);
		await cluster.demo.sandbox.control('POST', 'rate', { tier: 'none' });
		const { url } = await cluster.publishBroadcast(people);
		await post(url);
		await waitUntil(async () => (await cluster.countMessages()) >= 20, '20 messages');
		await Promise.all(cluster.workers.map((worker) => worker[end]()));
		for (const index of [0, 1]) await cluster.restart('worker', index, 'kill');
		await sleep(20_000);
		const counts = await cluster.received();
		const doubled = [...counts.values()].filter((count) => count > 1).length;
		assert.equal(doubled, 0);
		if (end === 'stop') assert.equal(counts.size, people);
		const processes = [cluster.demo.n8n, ...cluster.workers, ...cluster.webhooks];
		await Promise.all(processes.map((each) => each.kill()));
	});
}
