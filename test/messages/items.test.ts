import { messagesIn } from '../../nodes/messages/message';
import { DEFAULT_FIELD_NAMES } from '../../nodes/transport/credentials/fieldNames';
import { CHAT, kindOf, read, record } from './read';

/** The items of an event with *Simplify*. */

test('an item has its fields in the order of all operations, and the whole event as raw', () => {
	const event = {
		event: 'message',
		instanceId: 'i1',
		source: 'app',
		data: { ...record, fromMe: true, pushName: 'Ana', status: 'sent', quotedMessageId: 'q1', timestamp: undefined },
		timestamp: { low: 1_767_225_600, high: 0, unsigned: true },
	};
	const [item = {}] = read(event).items;
	expect(Object.entries(item)).toEqual(
		Object.entries({
			messageId: 'm1',
			chatId: CHAT,
			phone: '+5511987654321',
			senderName: 'Ana',
			text: 'Hi',
			type: 'text',
			status: 'sent',
			fromMe: true,
			isGroup: false,
			quotedMessageId: 'q1',
			instanceId: 'i1',
			date: '2026-01-01T00:00:00.000Z',
			kind: 'ownMessage',
			event: 'message',
			sentBy: 'app',
			chatInput: 'Hi',
			sessionId: 'i1:+5511987654321',
			raw: JSON.parse(JSON.stringify(event)),
		}),
	);
});

test('what is not surely a message has no address and no text, but its other parts', () => {
	const [item] = read({ event: 'x.y', data: record }).items;
	expect(item).toMatchObject({ kind: 'message', event: 'x.y', messageId: 'm1', instanceId: 'i1', fromMe: false });
	for (const part of ['chatId', 'phone', 'text', 'isGroup', 'chatInput', 'sessionId'])
		expect(item).not.toHaveProperty(part);
});

test('of many messages, each has its own record as raw, so that the output grows with the event', () => {
	const event = { event: 'messages', data: Array.from({ length: 50 }, (_, id) => ({ ...record, id })) };
	const { items } = read(event);
	expect(items.map(({ raw }) => raw)).toEqual(event.data);
	expect(JSON.stringify(items).length).toBeLessThan(5 * JSON.stringify(event).length);
});

test.each(['contacts.upsert', 'chats.update', undefined])(
	'a list with the name %s that has no message is one item without an address',
	(event) => {
		const data = Array.from({ length: 100 }, (_, at) => ({
			remoteJid: `55119${10_000_000 + at}@c.us`,
			name: `N ${at}`,
		}));
		const { items } = read({ event, data });
		expect(items).toHaveLength(1);
		expect(items[0]).not.toHaveProperty('chatId');
	},
);

test('an entry that is no message, in a list of messages, is an item without an address', () => {
	const { items } = read({ messages: [record, { odd: 1 }] });
	expect(items).toMatchObject([{ chatId: CHAT }, { kind: 'message', raw: { odd: 1 } }]);
	expect(items[1]).not.toHaveProperty('chatId');
});

test('a conversation stays one when the chat changes between a LID and a phone number', () => {
	const lid = { ...record, remoteJid: '77000110011@lid', senderPn: CHAT };
	expect(read(lid).items).toMatchObject([{ chatId: '77000110011@lid', sessionId: 'i1:+5511987654321' }]);
	expect(read(record).items[0]?.sessionId).toBe('i1:+5511987654321');
	expect(read({ ...record, instanceId: undefined }).items[0]?.sessionId).toBe('+5511987654321');
});

test.each([
	['a data URI', 'data:image/png;base64,iVBORw0KGgo='],
	['bytes', `${'iVBORw0KGgo'.repeat(20)}=`],
	['a card', 'BEGIN:VCARD\nFN:X'],
])('%s is no text', (_what, text) => {
	expect(read({ ...record, type: 'image', content: { text, caption: '' } }).items[0]).not.toHaveProperty('text');
});

test.each(['5', 'hahahaha'.repeat(20), 'a'.repeat(600)])('a person may write %s', (text) => {
	expect(read({ ...record, content: { text } }).items[0]?.text).toBe(text);
});

test.each([
	[{ type: 'button_reply', content: { id: 'b1', title: 'Yes' } }, 'Yes'],
	[{ type: 'list_reply', content: { id: 'r1', title: '' } }, 'r1'],
	[{ type: 'poll_vote', content: { selectedOptions: ['A', 'B'] } }, 'A, B'],
	[{ type: 'image', content: { caption: 'Look', text: 'Other' } }, 'Look'],
	[{ type: 'image', content: { url: 'https://files.example.com/1' } }, undefined],
])('the text of %j is %s', (more, text) => {
	expect(read({ ...record, ...more }).items[0]?.text).toBe(text);
});

test.each([null, 5, 'text', [], {}])('%j starts nothing that can be answered', (event) => {
	expect(read(event).items.filter(({ chatId, text }) => chatId ?? text)).toEqual([]);
});

test.each([100_000, 3_000])('an event of %i levels or names is read without a failure', (count) => {
	let nested: unknown = record;
	for (let level = 0; level < count; level += 1) nested = level % 2 ? { data: nested } : [nested];
	const [message] = messagesIn(nested, DEFAULT_FIELD_NAMES);
	expect(message?.kind).toBe('unknown');
	const names = Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, { at }]));
	expect(kindOf({ extra: names, data: record })).toBe('message');
});
