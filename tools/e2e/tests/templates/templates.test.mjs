import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { post } from '../../n8n/workflows.mjs';
import { setUpQuietDemo } from '../support/demo.mjs';
import { startChatModel, startService, textOf } from '../support/services.mjs';
import { ana, ben, eve, importTemplate } from './importedTemplate.mjs';

/** Conversations with the templates that answer, with stand-ins for a model and an inbox. */

let demo;
setUpQuietDemo('templates', (started) => (demo = started));

test('the menu is answered by number or by a word, with or without accents', async () => {
	const template = await importTemplate(demo, 'menu.json');
	const [hours, prices, someone, menu] = [/^We are open from/, /^A loaf of bread/, /^A colleague will/, /^Hello!/];
	await template.converse([
		[ana, '2', prices],
		[ana, ' 1. ', hours],
		[ana, 'Qual é o PREÇO?', prices],
		[ana, '¿Horario?', hours],
		[ana, 'atendente', someone],
		[ana, '12', menu],
		[ana, '2 cakes', menu],
		[ana, '👍', menu],
	]);
	await template.remove();
});

test('STOP adds a person to the opt-out list once, START removes the person, and both are confirmed', async () => {
	const template = await importTemplate(demo, 'opt-out.json');
	const people = async () => (await template.rows('Opt-out list')).map(({ person }) => person);
	const stopped = 'You will get no more news from us. Send START to get them again.';
	const started = 'Welcome back! Send STOP to get no more news.';
	await template.converse([
		[ana, 'Stop.', stopped],
		[ana, 'UNSUBSCRIBE', stopped],
		[ana, 'Do not stop'],
		[ben, ' stop ', stopped],
		[ben, '¡Baja!', stopped],
		[ana, 'Start!', started],
		[eve, 'START', started],
	]);
	assert.deepEqual(await people(), [`+${ben}`]);
	// A hidden number is no phone number.
	await template.playAndWait(ana, 'STOP', { remoteJid: '77700011122233@lid' });
	assert.deepEqual(await people(), [`+${ben}`, '77700011122233@lid']);
	await template.remove();
});

test('the bot is silent in a chat after a person was wanted or a colleague wrote, until it is given back or the time is over', async () => {
	const team = '12025550100';
	const bringUp = async (hoursToPause) =>
		await importTemplate(demo, 'hand-over.json', { settings: { teamPhone: '+1 202 555 0100', hoursToPause } });
	const handedOver = (chat, text) => [
		'A colleague will answer you here soon.',
		[team, `+${chat} wants to speak to a person: ${text}`],
	];
	let template = await bringUp(0.002);
	await template.converse([
		[ana, 'Hello humanity', 'You said: Hello humanity'],
		[ana, 'Human, please!', ...handedOver(ana, 'Human, please!')],
	]);
	const [{ pausedUntil }] = (await template.rows('Paused chats')).filter(({ chat }) => chat.endsWith(ana));
	await sleep(Math.max(0, new Date(pausedUntil) - Date.now()) + 500);
	await template.converse([[ana, 'Thanks', 'You said: Thanks']]);
	await template.remove();

	template = await bringUp(12);
	await template.converse([
		[ana, 'quero um atendente', ...handedOver(ana, 'quero um atendente')],
		[ana, 'Are you there? Any agent?'],
		[ben, 'A table for two people', 'You said: A table for two people'],
		[ben, 'This is Bea', { fromMe: true }],
		[ben, 'Thank you, Bea'],
		[ben, ' #BOT', { fromMe: true }],
		[ben, 'Bye', 'You said: Bye'],
	]);
	// The messages of another workflow, if the event says so.
	await template.deliverTogether([[eve, 'Offer', { fromMe: true, wasSentByApi: true }]]);
	await template.converse([[eve, 'Interesting', 'You said: Interesting']]);
	await template.remove();
});

test('the AI agent answers in the chat of each message, and each chat has its own memory', async (t) => {
	// Its answers repeat what it knows of the conversation.
	const model = await startChatModel(demo.api, (messages) => {
		const known = messages.filter(({ role }) => role === 'user');
		return { text: known.map(({ content }) => textOf(content)).join(' | ') };
	});
	t.after(model.close);
	const template = await importTemplate(demo, 'ai-agent.json', model);
	const { data } = await demo.sandbox.request('GET', '/instances?status=connected');
	await template.converse([
		[ana, 'I am Ana', 'I am Ana'],
		[ben, 'I am Ben', 'I am Ben'],
		[ana, 'Who am I?', 'I am Ana | Who am I?'],
		[ben, 'And I?', 'I am Ben | And I?'],
		// The same person at another instance is another conversation.
		[ana, 'Hello', { instanceId: data[1].id }, 'Hello'],
	]);
	const system = model.requests.at(-1).messages.find(({ role }) => role === 'system');
	assert.match(textOf(system.content), /^You answer customers of a bakery/);
	await template.remove();
});

test('each chat has a conversation in the inbox, and only its replies with the secret are sent to the chat', async (t) => {
	const contacts = [];
	const received = [];
	let problems = 1;
	const inbox = await startService((body, url) => {
		const json = JSON.parse(body);
		const [, contact, conversation] =
			/^\/public\/api\/v1\/inboxes\/box\/contacts(?:\/(.+?)\/conversations(?:\/(\d+)\/messages)?)?$/.exec(url);
		if (contact === undefined) {
			if (problems-- > 0) return { status: 500, json: {} };
			contacts.push(json);
			return { json: { source_id: `contact-${contacts.length}` } };
		}
		if (conversation === undefined) return { json: { id: Number(contact.split('-')[1]) + 40 } };
		received.push([contact, Number(conversation), json.content]);
		return { json: { id: received.length } };
	});
	t.after(inbox.close);
	const settings = { inboxUrl: `${inbox.url}/`, inboxIdentifier: 'box', secret: 'a long secret' };
	const template = await importTemplate(demo, 'forward-to-inbox.json', { settings });
	const reply = async (conversation, more = {}, secret = settings.secret) =>
		await template.andWait(
			async () =>
				await post(`${template.urls['Reply in the inbox']}?secret=${encodeURIComponent(secret)}`, {
					event: 'message_created',
					message_type: 'outgoing',
					private: false,
					content: `To ${conversation}`,
					conversation: { id: conversation },
					...more,
				}),
		);
	await template.playAndWait(ana, 'Hello');
	await template.playAndWait(ben, 'Hi');
	await template.playAndWait(ana, 'Where is "it"?');
	await template.deliverTogether([
		[ben, 'And mine?'],
		[eve, 'Good morning'],
	]);
	assert.deepEqual(
		contacts.map(({ phone_number: phone, name }) => [phone, name]),
		[ana, ben, eve].map((digits) => [`+${digits}`, `+${digits}`]),
	);
	assert.equal(new Set(contacts.map(({ identifier }) => identifier)).size, 3);
	assert.deepEqual(received, [
		['contact-1', 41, 'Hello'],
		['contact-2', 42, 'Hi'],
		['contact-1', 41, 'Where is "it"?'],
		['contact-2', 42, 'And mine?'],
		['contact-3', 43, 'Good morning'],
	]);

	await reply(42);
	await reply(41, { message_type: 'incoming' });
	await reply(41, { private: true });
	await reply(41, { event: 'message_updated' });
	await reply(41, {}, 'guess');
	await reply(99);
	await reply(41);
	const sent = [
		[ben, 'To 42'],
		[ana, 'To 41'],
	];
	assert.deepEqual(await template.sent(), sent);
	await template.remove();
});
