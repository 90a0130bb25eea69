import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { composeSettings, startProxy } from '../../n8n/compose.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { Table } from '../support/table.mjs';
import { setUpCluster } from './cluster.mjs';

/** The settings of docs/docker-compose.yml behind the proxy of docs/nginx.conf. The containers are not part of it. */

const table = new Table(['shipped settings', 'result', 's']);
let cluster;
let echo;
let proxy;

setUpCluster(
	'clusterCompose',
	async (started) => {
		cluster = started;
		await cluster.demo.sandbox.control('POST', 'rate', { tier: 'none' });
		echo = await cluster.publishEcho();
		proxy = await startProxy({
			folder: join(cluster.userFolder, 'nginx'),
			main: cluster.demo.n8n,
			webhooks: cluster.webhooks,
		});
	},
	{ table, env: composeSettings() },
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
const countsOf = ({ lost, doubled }) => `${lost.length} lost, ${doubled.length} doubled`;

/** CPU time of the webhook processes and workers so far, in ms. Linux counts it in hundredths of a second. */
function cpuMs() {
	return [...cluster.webhooks, ...cluster.workers]
		.map(({ child }) => readFileSync(`/proc/${child.pid}/stat`, 'utf8'))
		.map((stat) => stat.slice(stat.lastIndexOf(')') + 2).split(' '))
		.reduce((sum, fields) => sum + (Number(fields[11]) + Number(fields[12])) * 10, 0);
}

test('each of 300 deliveries runs once, and the table shows their CPU time', async () => {
	const started = Date.now();
	const numbers = Array.from({ length: 300 }, (_, n) => `cpu ${n}`);
	await echo.deliver(proxy, 'first');
	await echo.runs();
	const before = cpuMs();
	for (const n of numbers) {
		assert.equal(await echo.deliver(proxy, n), 200);
		await sleep(50);
	}
	const wrong = await findWrong(numbers);
	const each = ((cpuMs() - before) / numbers.length).toFixed(0);
	table.add(['CPU time per delivery that sends a text', `${each} ms`, started]);
	assert.deepEqual(wrong, none);
});

test('a rolling restart with a delivery every 200 ms loses and doubles none', async () => {
	const started = Date.now();
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
	const refused = statuses.filter((status) => status !== 200);
	const result = `${statuses.length} deliveries, ${countsOf(wrong)}, ${refused.length} refused, ${brokenOff} sent again after a response that broke off; asked another process: ${count('404')} after a 404, ${count('502')} after a refused connection`;
	table.add(['rolling restart of all processes', result, started]);
	assert.deepEqual({ refused, ...wrong }, { refused: [], ...none });
});

test('while 20 broadcasts wait for the rate limit, deliveries are accepted, and run afterwards', async () => {
	const started = Date.now();
	const { api, sandbox } = cluster.demo;
	await sandbox.control('POST', 'reset', {});
	await sandbox.control('POST', 'rate', { tier: 'pro' });
	const { id, url } = await cluster.publishBroadcast(30);
	const start = async (part) =>
		await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ part }),
		});
	await Promise.all(Array.from({ length: 20 }, (_, part) => start(part)));
	await waitUntil(async () => (await api.countExecutions(id, 'running')) === 20, '20 broadcasts');

	const numbers = Array.from({ length: 50 }, (_, n) => `waiting ${n}`);
	const sent = Date.now();
	for (const n of numbers) assert.equal(await echo.deliver(proxy, n), 200);
	const accepted = Date.now() - sent;
	const isWaiting = await api.countExecutions(id, 'running');
	const wrong = await findWrong(numbers);
	const result = `50 deliveries accepted in ${accepted} ms while ${isWaiting} broadcasts waited, all run after ${((Date.now() - sent) / 1000).toFixed(0)} s, ${countsOf(wrong)}`;
	table.add(['20 broadcasts of 30 messages at 300 per minute', result, started]);
	assert.deepEqual(wrong, none);
	assert.equal(isWaiting, 20);
	await waitUntil(async () => (await api.countExecutions(id, 'running')) === 0, 'the end', 240_000);
	const counts = await cluster.received();
	assert.equal([...counts.values()].filter((count) => count === 1).length, 600);
});
