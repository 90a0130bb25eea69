import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test, after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { listWebhooks } from '../../demo/webhooks.mjs';
import { node, ourTrigger, post } from '../../n8n/workflows.mjs';
import { stopAll } from '../../processes/processes.mjs';
import { startTestDemo, startTimeout } from '../support/demo.mjs';
import { findInstance, person, publish, sentBodies } from '../support/workflows.mjs';

/** The first workflow of the README, which replies, with the default settings: what makes it write. */

let demo;
let instanceId;
before(
	async () => {
		demo = await startTestDemo('safety');
		await demo.sandbox.control('POST', 'rate', { tier: 'none' });
		instanceId = await findInstance(demo);
	},
	{ timeout: startTimeout },
);
after(stopAll);

const CHAT = person(1).address;
const many = (count, make) => Array.from({ length: count }, (_, at) => make(at));
const text = (id, more = {}) => ({ id, chatId: CHAT, fromMe: false, type: 'text', text: 'Hi', ...more });
const raw = (at) => ({
	key: { remoteJid: person(at).address, fromMe: false, id: `h${at}` },
	message: { conversation: `old ${at}` },
});

/** Sends an event to the webhook of the workflow as the service would. */
async function deliver(event, webhookUrl = demo.webhookUrl) {
	const [{ url, headers }] = await listWebhooks(demo.sandbox, webhookUrl);
	assert.equal((await post(url, { instanceId, ...event }, headers)).status, 200);
}

/** Returns to whom messages were sent meanwhile, when no further one follows. */
async function repliesTo(work) {
	const before = (await sentBodies(demo)).length;
	await work();
	let [count, last] = [0, -1];
	while (count !== last) {
		last = count;
		await sleep(3_000);
		count = (await sentBodies(demo)).length;
	}
	return (await sentBodies(demo)).slice(before).map(({ remoteJid }) => remoteJid);
}

const contact = (at) => ({ id: person(at).address, name: `N ${at}` });
const group = { id: '120363025246125486@g.us', participants: [CHAT], action: 'add' };
const NOTHING = [
	{ event: 'contacts.upsert', data: many(500, contact) },
	{ event: 'messages.set', data: { messages: many(2_000, raw) } },
	...many(50, (at) => ({ event: 'status', data: { id: `r${at}`, chatId: CHAT, status: 'delivered' } })),
	...many(10, (at) => ({ event: 'presence.update', data: { id: CHAT, at, fromMe: false, presence: 'composing' } })),
	...many(10, (at) => ({ event: 'call', data: { id: `c${at}`, from: CHAT, fromMe: false, status: 'offer' } })),
	...many(10, (at) => ({ event: 'group-participants.update', data: { ...group, at } })),
	...many(10, (at) => text(`o${at}`, { fromMe: true })),
	...many(10, (at) => ({ event: 'message.deleted', data: text(`d${at}`) })),
];

test('only what a person wrote gets a reply', { timeout: 120_000 }, async () => {
	const recipients = await repliesTo(async () => {
		for (const event of NOTHING) await deliver(event);
		await deliver(text('m1'));
	});
	assert.deepEqual(recipients, [CHAT]);
});

test('two bots that answer each other end', { timeout: 180_000 }, async () => {
	const { address, digits } = person(999_999);
	const sentTo = async () => (await sentBodies(demo)).filter(({ remoteJid }) => remoteJid.startsWith(digits)).length;
	let answered = 0;
	await deliver(text('b0', { chatId: address }));
	for (let idle = 0; idle < 20; idle += 1) {
		await sleep(300);
		for (; answered < (await sentTo()); answered += 1) {
			idle = 0;
			await deliver(text(`b${answered + 1}`, { chatId: address }));
		}
	}
	assert.ok(answered > 0 && answered <= 20, `${answered} replies`);
});

test('whatever the shape of events, one message gets one reply, whose own event starts nothing', async () => {
	for (const dialect of [{ events: 'raw' }, { name: 'nestedBody', events: 'foreign' }]) {
		await demo.sandbox.control('POST', 'dialect', dialect);
		const { fieldNames } = await demo.sandbox.control('GET', 'state');
		const { data, ...others } = demo.credentialData;
		await demo.api.saveCredential({ ...others, data: { ...data, fieldNames: JSON.stringify(fieldNames) } });
		// For so long, the trigger uses the names that it read last.
		await sleep(5_000);
		const play = async (more) =>
			await demo.sandbox.control('POST', 'incoming', { instanceId, remoteJid: CHAT, ...more });
		const sent = await repliesTo(async () => {
			const { id } = await play({ fromMe: true, text: 'Own' });
			await demo.sandbox.control('POST', `messages/${id}/status`, { status: 'read' });
			await play({ text: 'Hello', quote: id });
		});
		assert.equal(sent.length, 1, JSON.stringify(dialect));
	}
	await demo.sandbox.control('POST', 'dialect', { name: 'documented' });
	await demo.api.saveCredential(demo.credentialData);
	await sleep(5_000);
});

test('an event with thousands of messages does not exhaust the memory of n8n', { timeout: 240_000 }, async () => {
	const { api, n8n, workflow } = demo;
	await api.unpublish(workflow.id);
	const nodes = [ourTrigger(demo, 'Event', {}), node('Edit', 'set', 3.4, { includeOtherFields: true, options: {} })];
	const silent = await publish(demo, { name: 'Many messages', nodes });
	const memory = async () =>
		Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${n8n.child.pid}/status`, 'utf8'))[1]) / 1024;
	const before = await memory();
	let most = before;
	for (const [ended, count] of [2_000, 10_000].entries()) {
		await deliver({ event: 'messages.upsert', data: many(count, raw) }, `${n8n.url}${silent.triggerPaths[0]}`);
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
