import assert from 'node:assert/strict';
import { before, test, after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { listWebhooks } from '../../demo/webhooks.mjs';
import { post } from '../../n8n/workflows.mjs';
import { stopAll } from '../../processes/processes.mjs';
import { startTestDemo, startTimeout } from '../support/demo.mjs';
import { findInstance, person, runToEnd, sentBodies } from '../support/workflows.mjs';

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
	{ event: 'message.edited', data: text('e') },
	{ event: 'message', data: text('r1', { type: 'reaction', content: { emoji: '👍' } }) },
	{ event: 'message', data: text('n1', { isDraft: true }) },
	text('o', { fromMe: true }),
];

const tap = {
	key: { remoteJid: person(4).address, fromMe: false, id: 't1' },
	message: { buttonsResponseMessage: { selectedButtonId: 'b1', selectedDisplayText: 'Yes' } },
};

test('only what a person wrote gets a reply, in documented and raw events', { timeout: 120_000 }, async () => {
	const recipients = await repliesTo(async () => {
		for (const event of nothing) await deliver(event);
		await deliver(text('m1'));
		await deliver(text('m2', { type: 'ephemeralMessage', chatId: person(3).address }));
		await deliver({ event: 'messages.upsert', data: tap });
		await demo.sandbox.control('POST', 'dialect', { name: 'wrapped' });
		await demo.sandbox.control('POST', 'incoming', { instanceId, remoteJid: person(2).address, text: 'Hello' });
	});
	await demo.sandbox.control('POST', 'dialect', { name: 'documented' });
	// n8n runs them side by side.
	assert.deepEqual(recipients.sort(), [chat, person(2).address, person(3).address, person(4).address]);
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
	// 30 in each minute, and the loop may reach into a second one.
	assert.ok(answered > 0 && answered <= 60, `${answered} replies`);
});

test('with the line that the hint shows, an event of an unknown name is read', { timeout: 120_000 }, async () => {
	const { api, credentialData, workflow } = demo;
	const event = { event: 'lead.wrote', data: text('l1', { chatId: person(5).address }) };
	const { id } = await runToEnd(demo, workflow.id, () => deliver(event));
	const execution = JSON.stringify(await api.request('GET', `/executions/${id}`)).replaceAll('\\', '');
	assert.match(execution, /its name or type "lead\.wrote" is not known/);
	const [line] = /"events": \{ "lead\.wrote": "message" \}/.exec(execution);
	await api.saveCredential({ ...credentialData, data: { ...credentialData.data, fieldNames: `{ ${line} }` } });
	// A trigger reads the credentials at most every five seconds.
	await sleep(6_000);
	assert.deepEqual(await repliesTo(() => deliver({ ...event, data: { ...event.data, id: 'l2' } })), [
		person(5).address,
	]);
});
