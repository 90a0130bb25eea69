import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../../processes/polling.mjs';
import { publishEcho } from '../support/echo.mjs';
import { setUpCluster } from './cluster.mjs';

/**
 * Queue mode: the lock of n8n's store, by which a delivery runs once although several processes get it. `FULL=1`: 500
 * rounds.
 */

const rounds = process.env.FULL ? 500 : 50;
const range = (from, count) => Array.from({ length: count }, (_, index) => from + index);
let cluster;

setUpCluster('clusterLock', async (started) => {
	cluster = started;
	await cluster.demo.sandbox.control('POST', 'rate', { tier: 1_000_000 });
});

test('one delivery to three processes at the same instant runs once', async () => {
	const echo = await publishEcho(cluster.demo);
	assert.deepEqual(await echo.deliverTwins(cluster.receivers, range(0, rounds)), []);
});

test('ten triggers in one workflow each run a delivery once', async () => {
	const many = await publishEcho(cluster.demo, { triggers: 10 });
	const numbers = range(10_000, rounds / 10);
	for (const path of many.paths) await many.deliver(cluster.receivers[0], 'headers', path);
	for (const n of numbers)
		await Promise.all(
			many.paths.flatMap((path) => cluster.receivers.map(async (receiver) => await many.deliver(receiver, n, path))),
		);
	const runs = await many.runs();
	assert.deepEqual([...new Set(numbers.map((n) => runs.get(String(n))))], [10]);
	assert.equal(cluster.query(`select count(*) from processed_data where context = ''`), '0');
});

test('after a kill of the process that holds the lock, the next delivery runs within six seconds', async () => {
	const echo = await publishEcho(cluster.demo);
	const isLocked = () =>
		cluster.query(`select count(*) from processed_data where context = '' and "workflowId" = '${echo.id}'`) === '1';
	for (let kills = 0; !isLocked() && kills < 10; kills += 1) {
		const flood = Promise.allSettled(
			range(40_000 + 1000 * kills, 60).map(async (n) => await echo.deliver(cluster.receivers[0], n)),
		);
		await waitUntil(async () => isLocked(), 'a held lock');
		await Promise.all(cluster.workers.map((worker) => worker.kill()));
		await flood;
		if (!isLocked()) for (const index of [0, 1]) await cluster.restart('worker', index, 'kill');
	}
	assert.ok(isLocked(), 'the lock was held when the workers were killed');
	for (const index of [0, 1]) await cluster.restart('worker', index, 'kill');
	await echo.deliver(cluster.receivers[0], 'after');
	assert.equal((await echo.runs()).get('after'), 1);
	const slowest = cluster.query(
		`select id from execution_entity where "workflowId" = '${echo.id}' and status = 'success' order by "stoppedAt" - "startedAt" desc limit 1`,
	);
	// The first deliveries found the lock, and waited until it could be broken.
	const longest = await cluster.demo.api.readDuration(slowest, 'Event');
	assert.ok(longest > 4000 && longest < 6000, `${longest} ms`);
});
