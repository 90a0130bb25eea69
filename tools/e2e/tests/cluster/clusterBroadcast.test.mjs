import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DataTable } from '../../n8n/dataTable.mjs';
import { post } from '../../n8n/workflows.mjs';
import { waitUntil } from '../../processes/polling.mjs';
import { publishTemplate, readTemplate } from '../support/templates.mjs';
import { person } from '../support/workflows.mjs';
import { setUpCluster } from './cluster.mjs';

/** Queue mode: examples/broadcast.json on two workers that are killed. */

const people = 200;
let cluster;

setUpCluster('clusterBroadcast', (started) => (cluster = started));

test('after a kill of both workers, a second run of the template sends to everybody else exactly once', async () => {
	const { api, sandbox } = cluster.demo;
	await sandbox.control('POST', 'reset', {});
	await sandbox.control('POST', 'rate', { tier: 'none' });
	const table = await DataTable.create(api, 'Broadcast recipients', ['phone', 'text', 'status']);
	const rows = Array.from({ length: people }, (_, n) => ({
		phone: person(n).phone,
		text: `Hello ${n}`,
		status: null,
	}));
	await table.insert(...rows);
	const template = readTemplate('broadcast.json', { shortestPause: 0, longestPause: 0 });
	const { id, starts } = await publishTemplate(cluster.demo, template);

	await post(starts.Start);
	await waitUntil(async () => (await cluster.countMessages()) >= people / 4, 'a quarter of the messages');
	await Promise.all(cluster.workers.map((worker) => worker.kill()));
	assert.ok((await cluster.countMessages()) < people, 'the broadcast was interrupted');
	for (const index of [0, 1]) await cluster.restart('worker', index, 'kill');

	await post(starts.Start);
	const isDone = (all) => all.every(({ status }) => status) && all.filter((row) => row.status === 'sending').length < 2;
	await waitUntil(async () => isDone(await table.rows()), 'the end of the second run', 120_000);
	const unclear = (await table.rows()).filter(({ status }) => status !== 'sent');
	const counts = await cluster.received();
	assert.ok([...counts.values()].every((count) => count === 1));
	assert.ok(unclear.length <= 1);
	assert.ok(counts.size >= people - unclear.length);
	await api.unpublish(id);
	await table.delete();
});
