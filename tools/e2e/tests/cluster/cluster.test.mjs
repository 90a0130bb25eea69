import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUpCluster } from './cluster.mjs';
import { press, publishAsking } from '../support/sendAndWait.mjs';
import { Table } from '../support/table.mjs';

/** Queue mode: one main process, two workers, two webhook processes, Redis and PostgreSQL. */

const table = new Table(['queue mode', 'result', 's']);
let cluster;
let echo;

setUpCluster(
	'cluster',
	async (started) => {
		cluster = started;
		await cluster.demo.sandbox.control('POST', 'rate', { tier: 'none' });
		echo = await cluster.publishEcho();
	},
	{ table },
);

/** Delivers each of `numbers` to each of `receivers`, at most 20 at a time. */
async function deliverAll(receivers, numbers) {
	const waiting = numbers.flatMap((n) => receivers.map((receiver) => ({ receiver, n })));
	const work = async () => {
		for (let next = waiting.shift(); next; next = waiting.shift())
			assert.equal(await echo.deliver(next.receiver, next.n), 200);
	};
	await Promise.all(Array.from({ length: 20 }, work));
}

const range = (from, count) => Array.from({ length: count }, (_, index) => from + index);

test('one delivery to every process, one after another, runs once', async () => {
	const started = Date.now();
	for (const receiver of cluster.receivers) await deliverAll([receiver], [1]);
	const runs = await echo.runs();
	table.add(['one delivery to 3 processes', `${runs.get('1')} run`, started]);
	assert.equal(runs.get('1'), 1);
});

test('a webhook process takes the answer to a node with an awkward name after a restart of all processes', async () => {
	const started = Date.now();
	const asking = await publishAsking(cluster.demo, { message: 'Well?' }, { name: `Ask {{ "it's" }} \u2028` });
	const { id, links } = await asking.ask();
	for (const [role, count] of Object.entries({ worker: 2, webhook: 2, main: 1 }))
		for (const index of range(0, count)) await cluster.restart(role, index, 'stop');
	const [link] = links;
	const { pathname, search } = new URL(link.url);
	const { status } = await press(`${cluster.webhooks[0].url}${pathname}${search}`);
	assert.equal(status, 200);
	assert.deepEqual(await asking.output(id), [{ data: { approved: true } }]);
	table.add(['an answer after a restart of everything', `status ${status}`, started]);
});

test('1,000 different deliveries run once, although each arrives twice', async () => {
	const started = Date.now();
	const numbers = range(1000, 1000);
	await deliverAll([cluster.webhooks[0]], numbers);
	await echo.runs();
	const middle = Date.now();
	await deliverAll([cluster.webhooks[1]], numbers);
	const runs = await echo.runs();
	const missing = numbers.filter((n) => !runs.has(String(n)));
	const doubled = numbers.filter((n) => runs.get(String(n)) > 1);
	const result = `${missing.length} lost, ${doubled.length} doubled (first pass ${Math.round((middle - started) / 1000)} s)`;
	table.add(['1,000 deliveries, then all again', result, started]);
	assert.deepEqual([missing, doubled], [[], []]);
});

for (const [role, index] of [
	['main', 0],
	['worker', 0],
	['worker', 1],
	['webhook', 0],
	['webhook', 1],
]) {
	for (const end of ['stop', 'kill']) {
		const n = `${role}${index}${end}`;
		test(`after a ${end} of ${role} ${index}, one webhook is registered, and deliveries run once`, async () => {
			const started = Date.now();
			await deliverAll([cluster.webhooks[1]], [`before ${n}`]);
			await echo.runs();
			await cluster.restart(role, index, end);
			for (const receiver of cluster.receivers) await deliverAll([receiver], [`before ${n}`, `after ${n}`]);
			const runs = await echo.runs();
			const registered = (await echo.registrations()).length;
			const result = [`before ${n}`, `after ${n}`].map((each) => runs.get(each));
			table.add([`${end} of ${role} ${index}`, `${registered} webhook, runs: ${result}`, started]);
			assert.equal(registered, 1);
			assert.deepEqual(result, [1, 1]);
		});
	}
}
