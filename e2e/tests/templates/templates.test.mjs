import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { setUpQuietDemo } from '../support/demo.mjs';
import { ana, ben, eve, importTemplate } from './importedTemplate.mjs';
import { tableInsteadOfSheet } from './standIns.mjs';
import { findNode, readTemplate } from '../support/templates.mjs';

/** The templates that keep people in a table. A data table is the stand-in for Google Sheets. */

let demo;
setUpQuietDemo('templates', (started) => (demo = started));

test('STOP adds a person to the opt-out list once, START removes the person, and both are confirmed', async () => {
	const template = await importTemplate(demo, 'opt-out.json');
	const people = async () => (await template.rows('Opt-out list')).map(({ person }) => person);
	const stopped = 'You will get no more news from us. Send START to get them again.';
	const started = 'Welcome back! Send STOP to get no more news.';
	for (const text of ['Stop.', 'UNSUBSCRIBE', 'Do not stop', '!']) await template.playAndWait(ana, text);
	await template.playAndWait(ben, ' stop ');
	assert.deepEqual(await people(), [`+${ana}`, `+${ben}`]);
	await template.playAndWait(ana, 'Start!');
	await template.playAndWait(eve, 'START');
	assert.deepEqual(await people(), [`+${ben}`]);
	assert.deepEqual(await template.sent(), [
		...[ana, ana, ben].map((chat) => [chat, stopped]),
		...[ana, eve].map((chat) => [chat, started]),
	]);
	// A hidden number is no phone number.
	await template.playAndWait(ana, 'STOP', { remoteJid: '77700011122233@lid' });
	assert.deepEqual(await people(), [`+${ben}`, '77700011122233@lid']);
	await template.remove();
});

test('a new chat becomes a row and gets one thank-you, and later messages update its row', async () => {
	const { api } = demo;
	const project = (await api.request('GET', '/projects/personal')).id;
	const names = ['chat', 'phone', 'email', 'firstMessage', 'lastMessage', 'lastMessageAt'];
	await api.request('POST', `/projects/${project}/data-tables`, {
		name: 'Leads',
		columns: names.map((name) => ({ name, type: 'string' })),
	});
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
				...{ chat: `${ana}@s.whatsapp.net`, phone: `+${ana}`, email: 'ana.b@example.co.uk' },
				firstMessage: 'Hello, I need a cake. Mail: ana.b@example.co.uk.',
				lastMessage: 'For Friday',
			},
			{
				...{ chat: `${ben}@s.whatsapp.net`, phone: `+${ben}`, email: 'ben@example.com' },
				...{ firstMessage: '=1+1', lastMessage: 'ben@example.com' },
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

test('a chat is handed over on demand, and the bot is silent in it until it is given back or the time is over', async () => {
	const team = '12025550100';
	let template;
	const bringUp = async (hoursToPause) =>
		(template = await importTemplate(demo, 'hand-over.json', {
			settings: { teamPhone: '+1 202 555 0100', hoursToPause },
		}));
	const check = async ([chat, text, fromMe], expected) => {
		const before = (await template.sent()).length;
		// The sandbox delivers the template's own messages, too.
		await template.playAndWait(chat, text, { fromMe }, 1 + expected.length);
		assert.deepEqual((await template.sent()).slice(before), expected, text);
	};
	const handedOver = (chat, text) => [
		[chat, 'A colleague will answer you here soon.'],
		[team, `+${chat} wants to speak to a person: ${text}`],
	];

	await bringUp(0.002);
	await check([ana, 'Hello humanity'], [[ana, 'You said: Hello humanity']]);
	await check([ana, 'Human, please!'], handedOver(ana, 'Human, please!'));
	const [{ pausedUntil }] = await template.rows('Paused chats');
	await sleep(Math.max(0, new Date(pausedUntil) - Date.now()) + 500);
	await check([ana, 'Thanks'], [[ana, 'You said: Thanks']]);
	assert.deepEqual(await template.rows('Paused chats'), []);
	await template.remove();

	await bringUp(12);
	await check([ana, 'agent'], handedOver(ana, 'agent'));
	await check([ana, 'Are you there? Any person?'], []);
	await check([ben, 'Hello'], [[ben, 'You said: Hello']]);
	await check([ana, 'Hello, this is Bea', true], []);
	await check([ana, 'Fine'], []);
	await check([ana, ' #BOT', true], []);
	await check([ana, 'Bye'], [[ana, 'You said: Bye']]);
	await template.remove();
});

test('people are greeted by name, and without one if their chat has none or the chats cannot be listed', async () => {
	const template = await importTemplate(demo, 'greet-by-name.json');
	const { data } = await demo.sandbox.request('GET', `/chats?instanceId=${template.instanceId}&limit=100`);
	const [first, second] = data.filter(({ id }) => id.endsWith('@s.whatsapp.net'));
	const numberOf = ({ id }) => id.split('@')[0];
	const greeting = (name) => `Hello${name ? ` ${name}` : ''}, thank you for your message! We will answer you soon.`;
	await template.playAndWait(numberOf(second), 'Hi');
	await template.playAndWait(numberOf(first), 'Good morning');
	await template.playAndWait('12025550122', 'Who am I?');
	await demo.sandbox.control('POST', 'faults', {
		...{ method: 'GET', path: '/chats' },
		...{ kind: 'status', status: 400 },
	});
	await template.playAndWait(numberOf(first), 'Again');
	assert.notEqual(first.name, second.name);
	assert.deepEqual(await template.sent(), [
		[numberOf(second), greeting(second.name)],
		[numberOf(first), greeting(first.name)],
		['12025550122', greeting()],
		[numberOf(first), greeting()],
	]);
	await template.remove();
});
