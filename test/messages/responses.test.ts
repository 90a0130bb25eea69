import { messageOfChat, sentMessage } from '../../nodes/MessagingIntegration/run/responseMessages';
import { DEFAULT_FIELD_NAMES } from '../../nodes/transport/credentials/fieldNames';

const [ME, TO] = ['5511900001111', '5511987654321'];
const SENT = { recipient: TO, instanceId: 'i1', type: 'text', content: { text: ' Hi ' } };
const old = { id: 'old', remoteJid: `${TO}@c.us`, fromMe: false, content: { text: 'Old' } };

test.each<[string, object, object]>([
	['the documented record', { id: 'm1', remoteJid: `${TO}@c.us`, status: 'pending' }, { chatId: `${TO}@c.us` }],
	['from and to without a direction', { id: 'm1', from: ME, to: TO, status: 'sent' }, {}],
	['only a recipient', { id: 'm1', to: TO }, {}],
	['nothing but an ID', { id: 'm1' }, {}],
	[
		'a raw record',
		{ key: { id: 'm1', remoteJid: `${TO}@c.us`, fromMe: true }, message: { conversation: 'Hi' } },
		{ chatId: `${TO}@c.us` },
	],
	[
		'a wrapped record, beside the chat',
		{ message: { id: 'm1', content: { text: 'Hi' } }, chat: { messages: [old] } },
		{},
	],
	['a conversation with old messages', { id: 'm1', status: 'sent', conversation: { messages: [old] } }, {}],
	['the message that it answers', { id: 'm1', responseTo: old, answerTo: old }, {}],
	['a list with one message', { contacts: [{ wa_id: TO }], messages: [{ id: 'm1' }] }, {}],
	['a sentence about the request', { id: 'm1', success: true, message: 'Message sent' }, {}],
	['the LID of the recipient', { id: 'm1', remoteJid: '77000110011@lid' }, { chatId: '77000110011@lid' }],
	['the account as its chat', { id: 'm1', remoteJid: `${ME}@c.us` }, {}],
])('a response with %s is the message that was sent, in the chat of the recipient', (_what, record, more) => {
	expect(sentMessage(record, DEFAULT_FIELD_NAMES, SENT)).toMatchObject({
		messageId: 'm1',
		chatId: `+${TO}`,
		phone: `+${TO}`,
		text: ' Hi ',
		type: 'text',
		fromMe: true,
		instanceId: 'i1',
		isGroup: false,
		raw: record,
		...more,
	});
});

test('a message that was sent to a group stays in the group, whoever is named', () => {
	const group = '120363025246125486@g.us';
	const record = { id: 'm1', participant: `${ME}@c.us`, remoteJid: `${TO}@c.us` };
	for (const written of [record, { ...record, remoteJid: '77000110011@lid' }]) {
		const sent = sentMessage(written, DEFAULT_FIELD_NAMES, { ...SENT, recipient: group });
		expect(sent).toMatchObject({ chatId: group, isGroup: true });
		expect(sent).not.toHaveProperty('phone');
	}
});

test.each([
	['text', 'text'],
	['TXT', 'text'],
	['ptt', 'audio'],
	['voice', 'audio'],
	['pix', 'pix'],
])('the type of a message that was sent as "%s" is %s', (type, expected) => {
	const types = { ...DEFAULT_FIELD_NAMES.types, text: 'txt', voice: 'PTT' };
	expect(sentMessage({ id: 'm1' }, { ...DEFAULT_FIELD_NAMES, types }, { ...SENT, type }).type).toBe(expected);
});

test('Field Names say where the response has ID, status, instance and time', () => {
	const event = { ...DEFAULT_FIELD_NAMES.event, id: 'a.no', status: 'a.s', instance: 'a.i', timestamp: 'a.t' };
	const record = { id: 'request', quotedMessageId: 'q1', a: { no: 7, s: 'ok', i: 'line', t: 1767225600 } };
	expect(sentMessage(record, { ...DEFAULT_FIELD_NAMES, event }, SENT)).toMatchObject({
		messageId: 7,
		status: 'ok',
		instanceId: 'line',
		quotedMessageId: 'q1',
		date: '2026-01-01T00:00:00.000Z',
	});
});

test('of several messages in a response, none is surely the one that was sent', () => {
	const sent = sentMessage({ messages: [{ id: 'm1' }, { id: 'm2' }] }, DEFAULT_FIELD_NAMES, SENT);
	expect(sent).not.toHaveProperty('messageId');
});

test.each<[string, Record<string, unknown>, object]>([
	['a caption', { caption: 'Menu' }, { text: 'Menu' }],
	['text in a JSON object', { content: { body: 'Hi' } }, { text: 'Hi' }],
	['an emoji', { content: { messageId: 'm0', emoji: '👍' } }, { reaction: '👍' }],
])('of a message with %s, that is in the output, whatever the response says', (_what, content, parts) => {
	const record = { id: 'm1', text: 'Queued', message: 'Message queued' };
	const { messageId, text, reaction } = sentMessage(record, DEFAULT_FIELD_NAMES, { ...SENT, content });
	expect({ messageId, text, reaction }).toEqual({ messageId: 'm1', ...parts });
});

test.each(['77000110011@lid', '77000220022@lid'])(
	'a response with another LID (%s) than the recipient changes no chat',
	(lid) => {
		const sent = sentMessage({ id: 'm1', remoteJid: lid }, DEFAULT_FIELD_NAMES, {
			...SENT,
			recipient: '77000110011@lid',
		});
		expect(sent.chatId).toBe('77000110011@lid');
	},
);

test('of a message whose body the user wrote, only the text is known, and the rest is that of the response', () => {
	const record = { id: 'm1', to: TO, type: 'poll', status: 'pending', message: 'Message queued' };
	const parts = { messageId: 'm1', chatId: `+${TO}`, phone: `+${TO}`, type: 'poll', status: 'pending', fromMe: true };
	const body = { number: TO, content: { text: 'Hi' } };
	const sent = sentMessage(record, DEFAULT_FIELD_NAMES, { content: body });
	expect(sent).toEqual({ ...parts, text: 'Hi', isGroup: false, raw: record });
});

test.each<[string, object, object]>([
	['a received one', { id: 'm1', from: TO, to: ME, body: 'Hi', fromMe: false }, { chatId: `+${TO}`, fromMe: false }],
	[
		'an own one',
		{ id: 'm2', from: ME, to: TO, body: 'Hi', fromMe: true },
		{ chatId: `+${TO}`, fromMe: true, text: 'Hi' },
	],
	['one without a direction', { id: 'm3', from: ME, to: TO, body: 'Hi' }, { chatId: `+${TO}`, text: 'Hi' }],
	['one with another spelling', { ...old, remoteJid: `${TO}:2@c.us` }, { chatId: `${TO}:2@c.us` }],
])('in a list of messages, %s is in the chat that was asked for', (_what, record, parts) => {
	expect(messageOfChat(record, DEFAULT_FIELD_NAMES, TO)).toMatchObject({ ...parts, raw: record });
});

test.each([
	[{ id: 'm1', other: 1 }, { messageId: 'm1' }],
	[{ text: 'Hi' }, { text: 'Hi' }],
])('in a list of messages, %j is one, by its ID or what it says', (record, parts) => {
	const message = messageOfChat(record, DEFAULT_FIELD_NAMES, TO);
	expect(message).toMatchObject({ ...parts, chatId: `+${TO}`, raw: record });
});

test.each([[{ count: 3 }], ['text'], [null]])('in a list of messages, %j stays as it is', (record) => {
	expect(messageOfChat(record, DEFAULT_FIELD_NAMES, TO)).toEqual(
		typeof record === 'object' && record ? record : { value: record },
	);
});
