import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { listWebhooks, productionUrlOf, waitForRegistration } from '../../demo/webhooks.mjs';
import { triggerType } from '../../n8n/package.mjs';
import { stopAll } from '../../processes/processes.mjs';
import { startTestDemo, startTimeout } from '../support/demo.mjs';

/** The first workflow of the README, which replies, with the default settings: what makes it write. */

let demo;
/** Without an instance, the workflow could not reply. */
let instanceId;
before(
	async () => {
		demo = await startTestDemo('safety');
		await demo.sandbox.control('POST', 'rate', { tier: 'none' });
		const instances = await demo.sandbox.control('GET', 'instances');
		instanceId = instances.find(({ status }) => status === 'connected').id;
	},
	{ timeout: startTimeout },
);
after(stopAll);

const CHAT = '5511987650001@s.whatsapp.net';
const many = (count, make) => Array.from({ length: count }, (_, at) => make(at));
const text = (id, more = {}) => ({ id, chatId: CHAT, fromMe: false, type: 'text', text: 'Hi', ...more });
const person = (at) => `55119${87_000_000 + at}@s.whatsapp.net`;
const raw = (at) => ({
	key: { remoteJid: person(at), fromMe: false, id: `h${at}` },
	message: { conversation: `old ${at}` },
});

/** Sends an event to the webhook of the workflow as the service would. */
async function deliver(event, webhookUrl = demo.webhookUrl) {
	const [{ url, headers }] = await listWebhooks(demo.sandbox, webhookUrl);
	const response = await fetch(url, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json', ...headers },
		body: JSON.stringify({ instanceId, ...event }),
	});
	assert.equal(response.status, 200);
}

const listSent = async () => (await demo.sandbox.control('GET', 'messages')).filter(({ fromMe }) => fromMe);

/** Returns how many messages were sent since `before`, when no further one follows. */
async function sentSince(before) {
	let [count, last] = [0, -1];
	while (count !== last) {
		last = count;
		await sleep(3_000);
		count = (await listSent()).length - before;
	}
	return count;
}

const NOTHING = {
	'500 contacts': () => [{ event: 'contacts.upsert', data: many(500, (at) => ({ id: person(at), name: `N ${at}` })) }],
	'500 chats without a name': () => [{ data: many(500, (at) => ({ chatId: person(at), name: `N ${at}` })) }],
	'200 receipts': () =>
		many(200, (at) => ({
			event: 'status',
			data: { id: `r${at}`, chatId: CHAT, status: 'delivered', ...(at % 2 && { fromMe: true }) },
		})),
	'receipts of received messages': () =>
		many(20, (at) => ({ data: { id: `r${at}`, chatId: CHAT, status: 'read', fromMe: false } })),
	typing: () =>
		many(20, (at) => ({ event: 'presence.update', data: { id: CHAT, at, fromMe: false, presence: 'composing' } })),
	calls: () =>
		many(20, (at) => ({ event: 'call', data: { id: `c${at}`, from: CHAT, fromMe: false, status: 'offer' } })),
	'notices of groups': () =>
		many(20, (at) => ({
			event: 'group-participants.update',
			data: { id: '120363025246125486@g.us', at, participants: [CHAT], action: 'add' },
		})),
	'own messages': () => many(20, (at) => text(`o${at}`, { fromMe: true })),
	echoes: () =>
		many(20, (at) => ({
			message_echoes: [{ id: `e${at}`, from: '5511900001111', to: '5511987650001', text: { body: 'Hi' } }],
		})),
	deletions: () => many(20, (at) => ({ event: 'message.deleted', data: text(`d${at}`) })),
	'a history of 2,000 messages': () => [{ event: 'messages.set', data: { messages: many(2_000, raw) } }],
};

for (const [what, make] of Object.entries(NOTHING))
	test(`no message is sent after ${what}`, { timeout: 120_000 }, async () => {
		const before = (await listSent()).length;
		for (const event of make()) await deliver(event);
		assert.equal(await sentSince(before), 0);
	});

test('what a person wrote gets one reply', { timeout: 60_000 }, async () => {
	const before = (await listSent()).length;
	await deliver(text('m1'));
	assert.equal(await sentSince(before), 1);
});

test('two bots that answer each other end', { timeout: 180_000 }, async () => {
	const chat = person(999_999);
	const sentTo = async () => (await listSent()).filter(({ remoteJid }) => remoteJid === chat).length;
	let answered = 0;
	await deliver(text('b0', { chatId: chat }));
	for (let idle = 0; idle < 20; idle += 1) {
		await sleep(300);
		for (; answered < (await sentTo()); answered += 1) {
			idle = 0;
			await deliver(text(`b${answered + 1}`, { chatId: chat }));
		}
	}
	assert.ok(answered <= 20, `${answered} replies`);
});

test('an event with thousands of messages does not exhaust the memory of n8n', { timeout: 240_000 }, async () => {
	const { api, n8n, sandbox, workflow } = demo;
	await api.unpublish(workflow.id);
	const { nodes } = await api.request('GET', `/workflows/${workflow.id}`);
	const trigger = { ...nodes.find(({ type }) => type === triggerType), webhookId: randomUUID() };
	const edit = {
		...{ id: randomUUID(), name: 'Edit', type: 'n8n-nodes-base.set', typeVersion: 3.4, position: [300, 0] },
		parameters: { includeOtherFields: true, assignments: { assignments: [] }, options: {} },
	};
	const connections = { [trigger.name]: { main: [[{ node: edit.name, type: 'main', index: 0 }]] } };
	const silent = await api.createWorkflow({ name: 'Many messages', nodes: [trigger, edit], connections });
	await api.publish(silent.id);
	const url = productionUrlOf(n8n, { nodes: [trigger] });
	await waitForRegistration(sandbox, url);
	const memory = async () =>
		Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${n8n.child.pid}/status`, 'utf8'))[1]) / 1024;
	const before = await memory();
	let most = before;
	for (const [ended, count] of [2_000, 10_000].entries()) {
		await deliver({ event: 'messages.upsert', data: many(count, raw) }, url);
		const isRunning = async () =>
			(await api.listExecutions(silent.id)).filter(({ stoppedAt }) => stoppedAt).length <= ended;
		while (await isRunning()) {
			most = Math.max(most, await memory());
			await sleep(200);
		}
		console.log(`${count} messages in one event: ${Math.round(most - before)} MB more`);
	}
	assert.ok(most - before < 800, `${most - before} MB`);
});
