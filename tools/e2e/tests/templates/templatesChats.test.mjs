import assert from 'node:assert/strict';
import { test } from 'node:test';
import { post } from '../../n8n/workflows.mjs';
import { setUpQuietDemo } from '../support/demo.mjs';
import { startChatModel, startService, textOf } from '../support/services.mjs';
import { findNode, readTemplate } from '../support/templates.mjs';
import { ana, ben, eve, importTemplate } from './importedTemplate.mjs';
import { serverInsteadOfCalendar } from './standIns.mjs';

/** The templates that answer in chats with a calendar, with a limit and from an inbox, with stand-ins for services. */

let demo;
setUpQuietDemo('templatesChats', (started) => (demo = started));

/** Starts a stand-in model for a test. */
async function startModel(t, decide) {
	const model = await startChatModel(demo.api, decide);
	t.after(model.close);
	return model;
}

test('the agent looks up booked times, books with the phone number of the chat, finds, moves and cancels', async (t) => {
	const requests = [];
	const calendar = await startService((body, url) => {
		requests.push([url, JSON.parse(body)]);
		return {
			json: url === '/availability' ? [{ start: '10:00', end: '10:30' }] : { id: 'event-1' },
		};
	});
	t.after(calendar.close);
	const day = { from: '2026-12-04T00:00:00Z', to: '2026-12-05T00:00:00Z' };
	const time = { start: '2026-12-04T10:30:00Z', end: '2026-12-04T11:00:00Z' };
	const later = { start: '2026-12-04T11:00:00Z', end: '2026-12-04T11:30:00Z' };
	const model = await startModel(t, (messages) => {
		const { role, content } = messages.at(-1);
		if (role === 'tool') return { text: `Calendar: ${textOf(content)}` };
		const [tool, input] = {
			'Yes, please': ['Book_an_appointment', { ...time, title: 'Haircut Ana' }],
			'What did I book?': ['Find_my_appointments', {}],
			'Half an hour later': ['Move_an_appointment', { id: 'event-1', ...later }],
			'Cancel it': ['Cancel_an_appointment', { id: 'event-1' }],
		}[textOf(content)] ?? ['Look_up_booked_times', day];
		return { calls: [{ tool, input }] };
	});
	const original = readTemplate('book-appointments.json');
	const tools = original.nodes.filter(({ type }) => type.endsWith('googleCalendarTool')).map(({ name }) => name);
	assert.equal(tools.length, 5);
	const replace = Object.fromEntries(
		tools.map((name) => [name, serverInsteadOfCalendar(findNode(original, name), calendar.url)]),
	);
	const template = await importTemplate(demo, 'book-appointments.json', { replace, ...model });
	await template.playAndWait(ana, 'Friday?');
	for (const text of ['Yes, please', 'What did I book?', 'Half an hour later', 'Cancel it'])
		await template.playAndWait(ana, text);
	const [, , [, { timeMin, timeMax, ...mine }]] = requests;
	assert.ok(timeMin < timeMax);
	assert.deepEqual(requests, [
		['/availability', { timeMin: day.from, timeMax: day.to }],
		['/create', { ...time, summary: 'Haircut Ana', description: `+${ana}` }],
		['/getAll', { timeMin, timeMax, ...mine }],
		['/update', { eventId: 'event-1', ...later }],
		['/delete', { eventId: 'event-1' }],
	]);
	assert.deepEqual(mine, { query: `+${ana}` });
	const [[first, busy], [second, booked], ...more] = await template.sent();
	assert.deepEqual([first, second, more.length], [ana, ana, 3]);
	assert.match(busy, /^Calendar: .*10:30/);
	assert.match(booked, /^Calendar: .*event-1/);
	const { messages, tools: offered } = model.requests.at(-1);
	assert.deepEqual(
		offered.map((each) => each.function.name).toSorted(),
		tools.map((name) => name.replaceAll(' ', '_')).toSorted(),
	);
	const year = String(new Date().getFullYear());
	assert.match(textOf(messages[0].content), new RegExp(`^You book appointments .*${year}`));
	assert.ok(messages.some(({ role, content }) => role === 'user' && content === 'Friday?'));
	await template.remove();
});

test('blocked senders get no reply, and others get replies up to their limit, which they are told once', async (t) => {
	const model = await startModel(t, (messages) => ({
		text: `Re: ${textOf(messages.at(-1).content)}`,
	}));
	const settings = { messagesPerHour: 2, limitReply: 'Later, please' };
	const template = await importTemplate(demo, 'limit-senders.json', { settings, ...model });
	const newlySent = async (work) => {
		const before = (await template.sent()).length;
		await work();
		return (await template.sent()).slice(before);
	};
	const replies = async (phone, text) =>
		(await newlySent(async () => await template.playAndWait(phone, text))).map(([, reply]) => reply);
	const row = ['person', `+${ben}`];
	for (const [text, ...expected] of [['1', 'Re: 1'], ['2', 'Re: 2'], ['3', 'Later, please'], ['4']])
		assert.deepEqual(await replies(ana, text), expected, text);
	assert.deepEqual(await replies(ben, 'Hi'), ['Re: Hi']);
	await (await template.table('Senders')).update(row, { blocked: true });
	const requests = model.requests.length;
	assert.deepEqual(await replies(ben, 'Hi'), []);
	assert.deepEqual(await replies(ben, 'Hi'), []);
	assert.equal(model.requests.length, requests);
	await (await template.table('Senders')).update(row, { blocked: false, hour: '2026-01-01 00' });
	assert.deepEqual(await replies(ben, 'Again'), ['Re: Again']);
	// One delivery with messages of several people.
	const together = [
		[ana, 'Five'],
		[eve, 'One'],
		[ben, 'Two'],
		[ben, 'Three'],
	];
	assert.deepEqual(await newlySent(async () => await template.deliverTogether(together)), [
		[eve, 'Re: One'],
		[ben, 'Re: Two'],
		[ben, 'Later, please'],
	]);
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
	const open = async (more) =>
		await importTemplate(demo, 'forward-to-inbox.json', { settings: { ...settings, ...more } });
	let template = await open();
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
	template = await open({ secret: '' });
	await reply(41, {}, '');
	assert.deepEqual(await template.sent(), []);
	await template.remove();
});
