import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../../processes/polling.mjs';
import { setUpCluster } from './cluster.mjs';
import { Table } from '../support/table.mjs';
import { readTemplate } from '../support/templates.mjs';

/**
 * Queue mode: broadcasts on two workers that are killed or stopped in the middle, with the workflow of
 * examples/broadcast.json.
 */

const table = new Table(['broadcast', 'result', 's']);
const people = 200;
let cluster;
let tables;

setUpCluster(
	'clusterBroadcast',
	async (started) => {
		cluster = started;
		const { api } = cluster.demo;
		tables = `/projects/${(await api.request('GET', '/projects/personal')).id}/data-tables`;
	},
	{ table, env: { N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '1' } },
);

async function waitForEnd(id) {
	const open = async (status) => await cluster.demo.api.countExecutions(id, status);
	await waitUntil(
		async () => (await open('running')) + (await open('new')) === 0,
		'the end of the executions',
		180_000,
	);
}

for (const end of ['kill', 'stop']) {
	test(`after a ${end} of both workers, a second run of the template sends to everybody else exactly once`, async () => {
		const started = Date.now();
		const { api, sandbox } = cluster.demo;
		await sandbox.control('POST', 'reset', {});
		await sandbox.control('POST', 'rate', { tier: 'none' });
		const columns = ['phone', 'text', 'status'].map((name) => ({ name, type: 'string' }));
		const dataTable = await api.request('POST', tables, { name: 'Broadcast recipients', columns });
		const rows = Array.from({ length: people }, (_, n) => ({
			phone: `+55 11 9${80000000 + n}`,
			text: `Hello ${n}`,
			status: null,
		}));
		await api.request('POST', `${tables}/${dataTable.id}/insert`, {
			data: rows,
			returnType: 'count',
		});
		const template = readTemplate('broadcast.json', { shortestPause: 0, longestPause: 0 });
		const { id, url } = await cluster.publish(template);

		await fetch(url, { method: 'POST' });
		await waitUntil(async () => (await cluster.countMessages()) >= people / 4, 'a quarter of the messages');
		await Promise.all(cluster.workers.map((worker) => worker[end]()));
		const before = await cluster.countMessages();
		assert.ok(before < people, 'the broadcast was interrupted');
		for (const index of [0, 1]) await cluster.restart('worker', index, 'kill');

		await fetch(url, { method: 'POST' });
		const readRows = async () => (await api.request('GET', `${tables}/${dataTable.id}/rows?take=250`)).data;
		await waitUntil(
			async () => (await readRows()).every(({ status }) => status),
			'a status of every recipient',
			120_000,
		);
		await waitUntil(
			async () => (await readRows()).filter(({ status }) => status === 'sending').length <= 1,
			'the end of the second run',
		);
		const unclear = (await readRows()).filter(({ status }) => status !== 'sent');
		const counts = await cluster.received();
		const total = await cluster.countMessages();
		const result = `${before} sent, then ${total - before}; left as "sending": ${unclear.map(({ phone }) => phone).join() || 'nobody'}`;
		table.add([`${end} of both workers, ${people} recipients`, result, started]);
		assert.ok([...counts.values()].every((count) => count === 1));
		assert.ok(unclear.length <= 1);
		assert.ok(counts.size >= people - unclear.length);
		await api.unpublish(id);
		await api.request('DELETE', `${tables}/${dataTable.id}`);
	});
}

test('400 messages of four executions on two workers keep the limit of 300 per minute, and none is lost or sent twice', async () => {
	const { sandbox } = cluster.demo;
	await sandbox.control('POST', 'reset', {});
	await sandbox.control('POST', 'rate', { tier: 'pro' });
	const { id, url } = await cluster.publishBroadcast(100);
	const started = Date.now();
	await Promise.all(
		[0, 1, 2, 3].map((part) =>
			fetch(url, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ part }),
			}),
		),
	);
	await waitUntil(async () => (await cluster.countMessages()) >= 400, '400 messages', 240_000);
	await waitForEnd(id);
	const counts = await cluster.received();
	const total = await cluster.countMessages();
	const refused = (await sandbox.control('GET', 'log')).filter(({ status }) => status === 429);
	const seconds = ((Date.now() - started) / 1000).toFixed(1);
	const result = `${counts.size} recipients, ${total} messages, ${refused.length} refused (429), ${seconds} s`;
	table.add(['400 messages of 4 executions on 2 workers', result, started]);
	assert.deepEqual([counts.size, total], [400, 400]);
});
