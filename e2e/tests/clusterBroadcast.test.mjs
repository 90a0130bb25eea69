import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { projectRoot } from '../../scripts/run.mjs';
import { nodeType } from '../n8n/package.mjs';
import { waitForWebhook } from '../n8n/runNode.mjs';
import { waitUntil } from '../processes/polling.mjs';
import { stopAll } from '../processes/processes.mjs';
import { Cluster } from './support/cluster.mjs';
import { Table } from './support/table.mjs';

/** Queue mode: broadcasts on two workers that are killed or stopped in the middle, with the workflow of examples/broadcast.json. */

const table = new Table(['broadcast', 'result', 's']);
const people = 200;
let cluster;
let tables;

before(
	async () => {
		cluster = await Cluster.start('clusterBroadcast', { N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '1' });
		const { api } = cluster.demo;
		tables = `/projects/${(await api.request('GET', '/projects/personal')).id}/data-tables`;
	},
	{ timeout: 300_000 },
);

after(async () => {
	table.print();
	await stopAll();
	cluster?.stores.remove();
});

/** Publishes a workflow whose first node is replaced by a webhook. Returns its id and the webhook's URL. */
async function publish({ name, nodes, connections, settings }) {
	const { api, n8n, credential } = cluster.demo;
	const path = randomUUID();
	const [start, ...others] = nodes;
	const webhook = {
		...{ id: start.id, name: start.name, position: start.position, webhookId: path },
		...{ type: 'n8n-nodes-base.webhook', typeVersion: 2.1 },
		parameters: { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
	};
	for (const each of others)
		if (each.type === nodeType) {
			each.parameters.instanceId.value = await connectedInstance();
			each.credentials = { messagingIntegrationApi: credential };
		}
	const { id } = await api.createWorkflow({
		name,
		nodes: [webhook, ...others],
		connections,
		settings,
	});
	await api.publish(id);
	const url = `${n8n.url}/webhook/${path}`;
	await waitForWebhook(url);
	return { id, url };
}

async function connectedInstance() {
	const { data } = await cluster.demo.sandbox.request('GET', '/instances?status=connected');
	return data[0].id;
}

/** Returns how often each recipient got a message. */
async function received() {
	const counts = new Map();
	for (const { path, body } of await cluster.demo.sandbox.control('GET', 'ledger')) {
		if (path === '/messages') counts.set(body.remoteJid, (counts.get(body.remoteJid) ?? 0) + 1);
	}
	return counts;
}

const total = (counts) => [...counts.values()].reduce((sum, count) => sum + count, 0);

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
		const dataTable = await api.request('POST', tables, { name: 'Recipients', columns });
		const rows = Array.from({ length: people }, (_, n) => ({
			phone: `+55 11 9${80000000 + n}`,
			text: `Hello ${n}`,
			status: null,
		}));
		await api.request('POST', `${tables}/${dataTable.id}/insert`, {
			data: rows,
			returnType: 'count',
		});
		const template = JSON.parse(
			readFileSync(join(projectRoot, 'examples', 'broadcast.json'), 'utf8'),
		);
		const { id, url } = await publish(template);

		await fetch(url, { method: 'POST' });
		await waitUntil(async () => total(await received()) >= people / 4, 'a quarter of the messages');
		await Promise.all(cluster.workers.map((worker) => worker[end]()));
		const before = total(await received());
		assert.ok(before < people, 'the broadcast was interrupted');
		for (const index of [0, 1]) await cluster.restart('worker', index, 'kill');

		await fetch(url, { method: 'POST' });
		const readRows = async () =>
			(await api.request('GET', `${tables}/${dataTable.id}/rows?take=250`)).data;
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
		const counts = await received();
		const result = `${before} sent, then ${total(counts) - before}; left as "sending": ${unclear.map(({ phone }) => phone).join() || 'nobody'}`;
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
	const code = {
		...{ id: randomUUID(), name: 'People', type: 'n8n-nodes-base.code', typeVersion: 2 },
		position: [220, 0],
		parameters: {
			jsCode:
				"const from = 80000000 + 100 * $json.body.part; return Array.from({ length: 100 }, (_, n) => ({ json: { phone: '+55 11 9' + (from + n) } }));",
		},
	};
	const send = {
		...{ id: randomUUID(), name: 'Send', type: nodeType, typeVersion: 1, position: [440, 0] },
		parameters: {
			instanceId: { __rl: true, mode: 'list', value: '' },
			recipient: { __rl: true, mode: 'phone', value: '={{ $json.phone }}' },
			text: 'Hello',
		},
	};
	const to = (name) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
	const start = { id: randomUUID(), name: 'Start', position: [0, 0] };
	const { id, url } = await publish({
		name: '400 messages',
		nodes: [start, code, send],
		connections: { Start: to('People'), People: to('Send') },
		settings: { executionOrder: 'v1' },
	});
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
	await waitUntil(async () => total(await received()) >= 400, '400 messages', 240_000);
	await waitForEnd(id);
	const counts = await received();
	const refused = (await sandbox.control('GET', 'log')).filter(({ status }) => status === 429);
	const seconds = ((Date.now() - started) / 1000).toFixed(1);
	const result = `${counts.size} recipients, ${total(counts)} messages, ${refused.length} refused (429), ${seconds} s`;
	table.add(['400 messages of 4 executions on 2 workers', result, started]);
	assert.deepEqual([counts.size, total(counts)], [400, 400]);
});
