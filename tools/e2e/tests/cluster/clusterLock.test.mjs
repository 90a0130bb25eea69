import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../../processes/polling.mjs';
import { setUpCluster } from './cluster.mjs';
import { Table } from '../support/table.mjs';

/**
 * Queue mode: the lock of n8n's store, by which a delivery runs once although several processes get it. `FULL=1`: 500
 * rounds.
 */

const rounds = process.env.FULL ? 500 : 50;
const table = new Table(['the lock of the store', 'result', 's']);
const range = (from, count) => Array.from({ length: count }, (_, index) => from + index);
let cluster;
let echo;

setUpCluster(
	'clusterLock',
	async (started) => {
		cluster = started;
		await cluster.demo.sandbox.control('POST', 'rate', { tier: 1_000_000 });
		echo = await cluster.publishEcho();
	},
	{ table },
);

test('one delivery to three processes at the same instant runs once', async () => {
	const started = Date.now();
	const wrong = await echo.deliverTwins(cluster.receivers, range(0, rounds));
	table.add([`${rounds} rounds of one delivery to 3 processes`, `${wrong.length} wrong`, started]);
	assert.deepEqual(wrong, []);
});

test('ten triggers in one workflow each run a delivery once', async () => {
	const started = Date.now();
	const many = await cluster.publishEcho({ triggers: 10 });
	const numbers = range(10_000, rounds / 10);
	for (const path of many.paths) await many.deliver(cluster.receivers[0], 'headers', path);
	for (const n of numbers) {
		await Promise.all(
			many.paths.flatMap((path) => cluster.receivers.map(async (receiver) => await many.deliver(receiver, n, path))),
		);
	}
	const runs = await many.runs();
	const counts = numbers.map((n) => runs.get(String(n)));
	const result = `runs: ${[...new Set(counts)].join(', ')}`;
	table.add([`${numbers.length} rounds, 10 triggers, 3 processes`, result, started]);
	assert.deepEqual([...new Set(counts)], [10]);
	assert.equal(cluster.query(`select count(*) from processed_data where context = ''`), '0');
});

test('the table shows what a delivery writes to the log of the database', async () => {
	const position = () => Number(cluster.query(`select pg_current_wal_lsn() - '0/0'`));
	// Autovacuum writes to the log, too, at moments of its own.
	const vacuum = (on) =>
		cluster.query(`alter table processed_data set (autovacuum_enabled = ${on}, toast.autovacuum_enabled = ${on})`);
	vacuum(false);
	const figures = [];
	for (const [what, deduplicateInStore, before] of [
		['without the store', false, 0],
		['with an empty row', true, 0],
		['with a full row', true, 1250],
	]) {
		const one = await cluster.publishEcho({ options: { deduplicateInStore } });
		const all = async (numbers) => {
			for (const n of numbers) await one.deliver(cluster.receivers[0], n);
			await one.runs();
		};
		await all(range(20_000, before));
		cluster.query('checkpoint');
		const started = Date.now();
		const start = position();
		await all(range(30_000, 100));
		const bytes = (position() - start) / 100;
		const size = cluster.query(`select max(length(value::text)) from processed_data where "workflowId" = '${one.id}'`);
		const { api } = cluster.demo;
		const executions = await api.listExecutions(one.id);
		const times = await Promise.all(executions.map(({ id }) => api.readDuration(id, 'Event')));
		const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)];
		const result = `${(bytes / 1024).toFixed(1)} KiB per delivery, row of ${size || 0} bytes, trigger ${median} ms`;
		table.add([`log of the database, ${what}`, result, started]);
		figures.push(bytes);
	}
	vacuum(true);
	assert.ok(figures[2] - figures[0] < 56 * 1024, 'a full row costs less than 56 KiB per delivery');
});

test('after a kill of the process that holds the lock, the next delivery runs within six seconds', async () => {
	const started = Date.now();
	const isLocked = () =>
		cluster.query(`select count(*) from processed_data where context = '' and "workflowId" = '${echo.id}'`) === '1';
	let kills = 0;
	for (; !isLocked() && kills < 10; kills += 1) {
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
	const runs = await echo.runs();
	assert.equal(runs.get('after'), 1);
	const slowest = cluster.query(
		`select id from execution_entity where "workflowId" = '${echo.id}' and status = 'success' order by "stoppedAt" - "startedAt" desc limit 1`,
	);
	const longest = await cluster.demo.api.readDuration(slowest, 'Event');
	table.add([`kill of the holder (attempt ${kills})`, `a trigger waited ${longest} ms`, started]);
	// The first deliveries found the lock, and waited until it could be broken.
	assert.ok(longest > 4000 && longest < 6000, `${longest} ms`);
});
