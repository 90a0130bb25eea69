import assert from 'node:assert/strict';
import { before, test, after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { listWebhooks } from '../../demo/webhooks.mjs';
import { post } from '../../n8n/workflows.mjs';
import { stopAll } from '../../processes/processes.mjs';
import { startTestDemo, startTimeout } from '../support/demo.mjs';
import { findInstance, person, sentBodies } from '../support/workflows.mjs';

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

const chat = person(1).address;
const many = (count, make) => Array.from({ length: count }, (_, n) => make(n));
const text = (id, more = {}) => ({ id, chatId: chat, fromMe: false, type: 'text', text: 'Hi', ...more });
const raw = (n) => ({
	key: { remoteJid: person(n).address, fromMe: false, id: `h${n}` },
	message: { conversation: `old ${n}` },
});

/** Sends an event to the webhook of the workflow as the service would. */
async function deliver(event) {
	const [{ url, headers }] = await listWebhooks(demo.sandbox, demo.webhookUrl);
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

const contact = (n) => ({ id: person(n).address, name: `N ${n}` });
const group = { id: '120363025246125486@g.us', participants: [chat], action: 'add' };
const nothing = [
	{ event: 'contacts.upsert', data: many(500, contact) },
	{ event: 'messages.set', data: { messages: many(2_000, raw) } },
	{ event: 'status', data: { id: 'r', chatId: chat, status: 'delivered' } },
	{ event: 'presence.update', data: { id: chat, fromMe: false, presence: 'composing' } },
	{ event: 'call', data: { id: 'c', from: chat, fromMe: false, status: 'offer' } },
	{ event: 'group-participants.update', data: group },
	{ event: 'message.deleted', data: text('d') },
	text('o', { fromMe: true }),
];

test('only what a person wrote gets a reply, in documented and raw events', { timeout: 120_000 }, async () => {
	const recipients = await repliesTo(async () => {
		for (const event of nothing) await deliver(event);
		await deliver(text('m1'));
		await demo.sandbox.control('POST', 'dialect', { name: 'wrapped' });
		await demo.sandbox.control('POST', 'incoming', { instanceId, remoteJid: person(2).address, text: 'Hello' });
	});
	await demo.sandbox.control('POST', 'dialect', { name: 'documented' });
	assert.deepEqual(recipients, [chat, person(2).address]);
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
