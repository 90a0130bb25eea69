import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataTable } from '../../n8n/dataTable.mjs';
import { setUpQuietDemo } from '../support/demo.mjs';
import { startChatModel, textOf } from '../support/services.mjs';
import { ana, ben, eve, importTemplate } from './importedTemplate.mjs';
import { tableInsteadOfSheet } from './standIns.mjs';
import { findNode, readTemplate } from '../support/templates.mjs';

/** The templates that answer without other services. A data table is the stand-in for Google Sheets. */

let demo;
setUpQuietDemo('templates', (started) => (demo = started));

test('STOP adds a person to the opt-out list once, START removes the person, and both are confirmed', async () => {
	const template = await importTemplate(demo, 'opt-out.json');
	const people = async () => (await template.rows('Opt-out list')).map(({ person }) => person);
	const stopped = 'You will get no more news from us. Send START to get them again.';
	const started = 'Welcome back! Send STOP to get no more news.';
	for (const text of ['Stop.', 'UNSUBSCRIBE', 'Do not stop', '!']) await template.playAndWait(ana, text);
	for (const text of [' stop ', 'sair', '¡Baja!']) await template.playAndWait(ben, text);
	assert.deepEqual(await people(), [`+${ana}`, `+${ben}`]);
	await template.playAndWait(ana, 'Start!');
	await template.playAndWait(eve, 'START');
	assert.deepEqual(await people(), [`+${ben}`]);
	assert.deepEqual(await template.sent(), [
		...[ana, ana, ben, ben, ben].map((chat) => [chat, stopped]),
		...[ana, eve].map((chat) => [chat, started]),
	]);
	// A hidden number is no phone number.
	await template.playAndWait(ana, 'STOP', { remoteJid: '77700011122233@lid' });
	assert.deepEqual(await people(), [`+${ben}`, '77700011122233@lid']);
	await template.remove();
});

test('a new chat becomes a row and gets one thank-you, and later messages update its row', async () => {
	const columns = ['chat', 'phone', 'email', 'firstMessage', 'lastMessage', 'lastMessageAt'];
	await DataTable.create(demo.api, 'Leads', columns);
	const original = readTemplate('leads-to-sheets.json');
	const replace = Object.fromEntries(
		['Find the lead', 'Add the lead', 'Update the lead'].map((name) => [
			name,
			tableInsteadOfSheet(findNode(original, name), 'Leads'),
		]),
	);
	const template = await importTemplate(demo, 'leads-to-sheets.json', { replace });
	await template.playAndWait(ana, 'Hello, I need a cake. Mail: ana.b@example.co.uk.');
	await template.playAndWait(ben, '=1+1');
	await template.playAndWait(ana, 'For Friday');
	await template.playAndWait(ben, 'ben@example.com');
	const rows = await template.rows('Leads');
	assert.deepEqual(
		rows.map(({ lastMessageAt: _at, ...row }) => row),
		[
			{
				chat: `${ana}@s.whatsapp.net`,
				phone: `+${ana}`,
				email: 'ana.b@example.co.uk',
				firstMessage: 'Hello, I need a cake. Mail: ana.b@example.co.uk.',
				lastMessage: 'For Friday',
			},
			{
				chat: `${ben}@s.whatsapp.net`,
				phone: `+${ben}`,
				email: 'ben@example.com',
				firstMessage: '=1+1',
				lastMessage: 'ben@example.com',
			},
		],
	);
	for (const { lastMessageAt } of rows) assert.match(lastMessageAt, /^\d{4}-\d\d-\d\d \d\d:\d\d$/);
	const thanks = 'Thank you for your message! We will get back to you today.';
	assert.deepEqual(await template.sent(), [
		[ana, thanks],
		[ben, thanks],
	]);
	await template.remove();
});

test('the bot is silent in a chat after a person was wanted or a colleague wrote, until it is given back or the time is over', async () => {
	const team = '12025550100';
	let template;
	const bringUp = async (hoursToPause) =>
		(template = await importTemplate(demo, 'hand-over.json', {
			settings: { teamPhone: '+1 202 555 0100', hoursToPause },
		}));
	const check = async ([chat, text, fromMe], ...expected) => {
		const before = (await template.sent()).length;
		await template.andSettle(async () => await template.play(chat, text, { fromMe }));
		assert.deepEqual((await template.sent()).slice(before).toSorted(), expected.toSorted(), text);
	};
	const handedOver = (chat, text) => [
		[chat, 'A colleague will answer you here soon.'],
		[team, `+${chat} wants to speak to a person: ${text}`],
	];
	const said = (chat, text) => [chat, `You said: ${text}`];

	await bringUp(0.002);
	await check([ana, 'Hello humanity'], said(ana, 'Hello humanity'));
	await check([ana, 'Human, please!'], ...handedOver(ana, 'Human, please!'));
	const [{ pausedUntil }] = (await template.rows('Paused chats')).filter(({ chat }) => chat.endsWith(ana));
	await sleep(Math.max(0, new Date(pausedUntil) - Date.now()) + 500);
	await check([ana, 'Thanks'], said(ana, 'Thanks'));
	await template.remove();

	await bringUp(12);
	await check([ana, 'quero um atendente'], ...handedOver(ana, 'quero um atendente'));
	await check([ana, 'Are you there? Any agent?']);
	await check([ben, 'Hello'], said(ben, 'Hello'));
	await check([ben, 'A table for two people'], said(ben, 'A table for two people'));
	await check([ben, 'This is Bea', true]);
	await check([ben, 'Thank you, Bea']);
	for (const chat of [ana, ben]) {
		await check([chat, ' #BOT', true]);
		await check([chat, 'Bye'], said(chat, 'Bye'));
	}
	// The messages of another workflow, if the event says so.
	await template.andSettle(async () => await template.deliver([[eve, 'Offer', { fromMe: true, wasSentByApi: true }]]));
	await check([eve, 'Interesting'], said(eve, 'Interesting'));
	await template.remove();
});

test('people are greeted with the name in their message, and without one if it has none or no letters', async () => {
	const template = await importTemplate(demo, 'greet-by-name.json');
	const name = (pushName) => ({ fromMe: false, pushName });
	for (const [phone, more] of [
		[ana, name('Ana Lima ')],
		[ben, name('🌵')],
		[eve, {}],
	])
		await template.deliverTogether([[phone, 'Hi', more]]);
	const greeting = (to) => `Hello${to}, thank you for your message! We will answer you soon.`;
	assert.deepEqual(await template.sent(), [
		[ana, greeting(' Ana Lima')],
		[ben, greeting('')],
		[eve, greeting('')],
	]);
	const requests = await demo.sandbox.control('GET', 'log');
	assert.ok(!requests.some(({ method, path }) => method === 'GET' && /\/chats/.test(path)));
	await template.remove();
});

test('the menu is answered by number or by a word, with or without accents', async () => {
	const template = await importTemplate(demo, 'menu.json');
	const [hours, prices, someone] = ['We are open from', 'A loaf of bread', 'A colleague will'];
	const cases = [
		['2', prices],
		[' 1. ', hours],
		['Qual é o PREÇO?', prices],
		['¿Horario?', hours],
		['atendente', someone],
		['12', 'Hello!'],
		['2 cakes', 'Hello!'],
		['hourses', 'Hello!'],
		['👍', 'Hello!'],
	];
	for (const [text] of cases) await template.playAndWait(ana, text);
	const sent = await template.sent();
	assert.equal(sent.length, cases.length);
	for (const [index, [text, start]] of cases.entries()) assert.ok(sent[index][1].startsWith(start), text);
	await template.remove();
});

test('outside the hours in the time zone, a chat gets one reply a day', async () => {
	// Monday to Friday from 9 am to 6 pm in São Paulo, three hours behind UTC.
	for (const [now, isOpen, replies] of [
		['2026-11-30T12:00:00Z', true, 0],
		['2026-11-30T11:59:00Z', false, 1],
		['2026-11-30T20:59:00Z', true, 0],
		['2026-11-30T21:00:00Z', false, 0],
		['2026-11-29T15:00:00Z', false, 1],
		['2026-12-25T15:00:00Z', false, 1],
	]) {
		const template = await importTemplate(demo, 'out-of-office.json', { settings: { now } });
		await template.playAndWait(ana, 'Hello');
		await template.playAndWait(ana, 'Hello?');
		assert.equal((await template.itemsOf('We are open')).length, isOpen ? 2 : 0, now);
		assert.equal((await template.sent()).length, replies, now);
		await template.remove();
	}
});

test('the AI agent answers in the chat of each message, and each chat has its own memory', async (t) => {
	// Its answers repeat what it knows of the conversation.
	const model = await startChatModel(demo.api, (messages) => {
		const known = messages.filter(({ role }) => role === 'user');
		return { text: known.map(({ content }) => textOf(content)).join(' | ') };
	});
	t.after(model.close);
	const template = await importTemplate(demo, 'ai-agent.json', model);
	await template.playAndWait(ana, 'I am Ana');
	await template.playAndWait(ben, 'I am Ben');
	await template.playAndWait(ana, 'Who am I?');
	await template.playAndWait(ben, 'And I?');
	assert.deepEqual(await template.sent(), [
		[ana, 'I am Ana'],
		[ben, 'I am Ben'],
		[ana, 'I am Ana | Who am I?'],
		[ben, 'I am Ben | And I?'],
	]);
	// The same person at another instance is another conversation.
	const { data } = await demo.sandbox.request('GET', '/instances?status=connected');
	await template.playAndWait(ana, 'Hello', { instanceId: data[1].id });
	assert.deepEqual((await template.sent()).at(-1), [ana, 'Hello']);
	const system = model.requests.at(-1).messages.find(({ role }) => role === 'system');
	assert.match(textOf(system.content), /^You answer customers of a bakery/);
	await template.remove();
});
