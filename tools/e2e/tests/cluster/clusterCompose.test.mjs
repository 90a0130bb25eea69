import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { composeSettings, startProxy } from '../../n8n/compose.mjs';
import { post } from '../../n8n/workflows.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { publishEcho } from '../support/echo.mjs';
import { waitForQuiet } from '../support/workflows.mjs';
import { setUpCluster } from './cluster.mjs';

/** The settings of docs/docker-compose.yml behind the proxy of docs/nginx.conf. The containers are not part of it. */

let cluster;
let echo;
let proxy;

setUpCluster(
	'clusterCompose',
	async (started) => {
		cluster = started;
		await cluster.demo.sandbox.control('POST', 'rate', { tier: 'none' });
		echo = await publishEcho(cluster.demo);
		proxy = await startProxy({
			folder: join(cluster.userFolder, 'nginx'),
			main: cluster.demo.n8n,
			webhooks: cluster.webhooks,
		});
	},
	{ env: composeSettings() },
);

/** Returns those of `numbers` that did not run, and those that ran more than once. */
async function findWrong(numbers) {
	const runs = await echo.runs();
	return {
		lost: numbers.filter((n) => !runs.has(n)),
		doubled: numbers.filter((n) => runs.get(n) > 1),
	};
}

const none = { lost: [], doubled: [] };
test('a rolling restart with a delivery every 200 ms loses and doubles none', async () => {
	const statuses = [];
	const requests = [];
	let isRestarting = true;
	let brokenOff = 0;
	const deliver = async (n) => {
		const send = async () => (statuses[n] = await echo.deliver(proxy, `rolling ${n}`));
		// A process that stops may break off its response. A service then delivers the event again.
		await send().catch(async () => {
			brokenOff++;
			await send();
		});
	};
	const deliveries = (async () => {
		for (let n = 0; isRestarting; n++) {
			requests.push(deliver(n));
			await sleep(200);
		}
	})();
	const earlier = proxy.upstreamStatuses().length;
	try {
		for (const [role, count] of Object.entries({ worker: 2, webhook: 2, main: 1 }))
			for (let index = 0; index < count; index++) {
				// n8n acknowledges a delivery before it stores the execution, so a process that gets some must not stop.
				await proxy.rotateWithout(role === 'webhook' ? cluster.webhooks[index] : undefined);
				await cluster.restart(role, index, 'stop');
			}
	} finally {
		isRestarting = false;
	}
	await deliveries;
	await Promise.all(requests);

	const wrong = await findWrong(statuses.map((_, n) => `rolling ${n}`));
	const upstream = proxy.upstreamStatuses().slice(earlier);
	const count = (status) => upstream.filter((each) => each.includes(status)).length;
	const asked = `another process asked: ${count('404')} after a 404, ${count('502')} after a refused connection`;
	console.log(`${statuses.length} deliveries, ${brokenOff} sent again after a response that broke off; ${asked}`);
	const refused = statuses.filter((status) => status !== 200);
	// Says what became of a lost one.
	const failed = (await echo.demo.api.listAllExecutions(echo.id)).filter(({ status }) => status !== 'success');
	assert.deepEqual({ refused, failed, ...wrong }, { refused: [], failed: [], ...none });
});

test('while 20 broadcasts wait for the rate limit, deliveries are accepted, and run afterwards', async () => {
	const { api, sandbox } = cluster.demo;
	await sandbox.control('POST', 'reset', { keepWebhooks: true });
	await sandbox.control('POST', 'rate', { tier: 'pro' });
	const { id, url } = await cluster.publishBroadcast(30);
	await Promise.all(Array.from({ length: 20 }, async (_, part) => await post(url, { part })));
	await waitUntil(async () => (await api.countExecutions(id, 'running')) === 20, '20 broadcasts');

	const numbers = Array.from({ length: 50 }, (_, n) => `waiting ${n}`);
	const sent = Date.now();
	for (const n of numbers) assert.equal(await echo.deliver(proxy, n), 200);
	console.log(`50 deliveries accepted in ${Date.now() - sent} ms`);
	assert.equal(await api.countExecutions(id, 'running'), 20);
	assert.deepEqual(await findWrong(numbers), none);
	await waitForQuiet(cluster.demo, id);
	const counts = await cluster.received();
	assert.equal([...counts.values()].filter((count) => count === 1).length, 600);
});
