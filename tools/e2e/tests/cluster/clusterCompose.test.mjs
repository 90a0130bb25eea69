import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { composeSettings, startProxy } from '../../n8n/compose.mjs';
import { publishEcho } from '../support/echo.mjs';
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

	const runs = await echo.runs();
	const numbers = statuses.map((_status, n) => `rolling ${n}`);
	const upstream = proxy.upstreamStatuses().slice(earlier);
	const count = (status) => upstream.filter((tried) => tried.includes(status)).length;
	const asked = `another process asked: ${count('404')} after a 404, ${count('502')} after a refused connection`;
	console.log(`${statuses.length} deliveries, ${brokenOff} sent again after a response that broke off; ${asked}`);
	assert.deepEqual(
		statuses.filter((status) => status !== 200),
		[],
		'refused',
	);
	assert.deepEqual(
		numbers.filter((n) => runs.get(n) !== 1),
		[],
		'lost or doubled',
	);
});
