import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { nodeForN8n } from '../../n8n/install.mjs';
import { stopAll } from '../../processes/processes.mjs';
import { startTestDemo, startTimeout } from '../support/demo.mjs';
import { publishEcho } from '../support/echo.mjs';
import { Table } from '../support/table.mjs';

/** One process with SQLite: the lock of n8n's store. `FULL=1`: 500 rounds. */

const rounds = process.env.FULL ? 500 : 50;
const table = new Table(['the lock of the store, SQLite', 'result', 's']);
const range = (from, count) => Array.from({ length: count }, (_, index) => from + index);
let demo;

before(
	async () => {
		demo = await startTestDemo('storeLock');
		await demo.api.unpublish(demo.workflow.id);
		await demo.sandbox.control('POST', 'rate', { tier: 1_000_000 });
	},
	{ timeout: startTimeout },
);

after(async () => {
	table.print();
	await stopAll();
});

test('one delivery that arrives three times at the same instant runs once', async () => {
	const started = Date.now();
	const echo = await publishEcho(demo);
	const wrong = await echo.deliverTwins([demo.n8n, demo.n8n, demo.n8n], range(0, rounds));
	table.add([`${rounds} rounds of one delivery, three times`, `${wrong.length} wrong`, started]);
	assert.deepEqual(wrong, []);
});

test('ten triggers in one workflow each run a delivery once', async () => {
	const started = Date.now();
	const echo = await publishEcho(demo, { triggers: 10 });
	const numbers = range(10_000, rounds / 10);
	for (const n of numbers) await Promise.all(echo.paths.map(async (path) => await echo.deliver(demo.n8n, n, path)));
	const runs = await echo.runs();
	const counts = [...new Set(numbers.map((n) => runs.get(String(n))))];
	table.add([`${numbers.length} rounds, 10 triggers`, `runs: ${counts.join(', ')}`, started]);
	assert.deepEqual(counts, [10]);
});

test('after a kill of n8n while it held the lock, the next delivery runs within six seconds', async () => {
	const started = Date.now();
	const echo = await publishEcho(demo);
	await echo.deliver(demo.n8n, 'before the kill');
	await echo.runs();
	// What the killed process leaves in the database.
	const held = createHash('md5').update('held').digest('base64');
	const value = JSON.stringify({ mode: 'messagingIntegrationLock', data: [held] });
	const insert = `new (require('node:sqlite').DatabaseSync)(process.argv[1])
		.prepare('insert into processed_data ("workflowId", context, value) values (?, ?, ?)')
		.run(process.argv[2], '', process.argv[3])`;
	const database = join(demo.userFolder, '.n8n', 'database.sqlite');
	execFileSync(nodeForN8n().binary, ['-e', insert, database, echo.id, value], { stdio: 'ignore' });
	await echo.deliver(demo.n8n, 'after the kill');
	assert.equal((await echo.runs()).get('after the kill'), 1);
	const [{ id }] = await demo.api.listExecutions(echo.id);
	const waited = await demo.api.readDuration(id, 'Event');
	table.add(['a lock of a killed process', `the next delivery waited ${waited} ms`, started]);
	assert.ok(waited > 4500 && waited < 6000, `${waited} ms`);
});
