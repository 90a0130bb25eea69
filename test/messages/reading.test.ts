import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { itemsOf, readEvents } from '../../nodes/MessagingIntegrationTrigger/delivery/events';
import { messagesIn } from '../../nodes/messages/message';
import { nameOf } from '../../nodes/messages/fields/vocabulary';
import { DEFAULT_FIELD_NAMES } from '../../nodes/transport/credentials/fieldNames';

const NAMES = DEFAULT_FIELD_NAMES.event;
type Item = Record<string, unknown>;
const itemsFrom = (event: unknown, names = NAMES): Item[] =>
	itemsOf({ event, messages: messagesIn(event, names) }, true, undefined).map(({ json }) => json);

/** Events as services for chats send them, with what is in the item; other parts of the item do not matter here. */
const EVENTS = readFileSync(join(__dirname, 'events.jsonl'), 'utf8')
	.trim()
	.split('\n')
	.map((line) => JSON.parse(line) as { what: string; event: unknown; item: Item });
const PARTS =
	'kind chatId phone text type messageId senderName isGroup reaction status fromMe instanceId quotedMessageId sentBy date';
const shown = (item: Item = {}) =>
	Object.fromEntries(PARTS.split(' ').flatMap((name) => (name in item ? [[name, item[name]]] : [])));

test.each(EVENTS)('the event "$what" is read', ({ event, item }) => {
	expect(shown(itemsFrom(event)[0])).toEqual(item);
});

type Change = (event: unknown) => unknown;
const isObject = (value: unknown): value is Item =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
const mapEntries = (
	value: unknown,
	change: (entries: Array<[string, unknown]>) => Array<[string, unknown]>,
): unknown => {
	if (Array.isArray(value)) return value.map((each) => mapEntries(each, change));
	if (!isObject(value)) return value;
	const entries = Object.entries(value).map(([name, inside]): [string, unknown] => [name, mapEntries(inside, change)]);
	return Object.fromEntries(change(entries));
};
const wordsOf = (name: string) => name.split(/[_-]|(?<=[a-z\d])(?=[A-Z])/).map((word) => word.toLowerCase());
const renamed =
	(join: (words: string[]) => string): Change =>
	(event) =>
		mapEntries(event, (entries) => entries.map(([name, value]) => [join(wordsOf(name)), value]));
const upperFirst = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const reversed: Change = (event) => mapEntries(event, (entries) => entries.reverse());
const withEmpty: Change = (event) => mapEntries(event, (entries) => [...entries, ['x1', null], ['x2', '']]);
const NOTHING = { isStatus: false, edited: 0, reaction: null, contacts: [], tags: [] };
const VARIANTS: Array<[string, Change]> = [
	['snake_case in a list', (event) => [renamed((words) => words.join('_'))(event)]],
	['kebab-case in an object data', (event) => ({ data: renamed((words) => words.join('-'))(event) })],
	[
		'UPPER_CASE in objects body.payload',
		(event) => ({ body: { payload: renamed((words) => words.join('_').toUpperCase())(event) } }),
	],
	[
		'PascalCase in an object of an unusual name',
		(event) => ({ webhookContent: renamed((words) => words.map(upperFirst).join(''))(event) }),
	],
	['the reverse order of names and empty fields', (event) => reversed(withEmpty(event))],
	[
		'fields that stand for nothing around it, in a list events',
		(event) => ({ events: [isObject(event) ? { ...NOTHING, ...event } : event] }),
	],
];

test.each(VARIANTS)('with %s, all events are read alike', (_how, change) => {
	const differ = EVENTS.filter(({ event, item }) => {
		const [first] = itemsFrom(change(structuredClone(event)));
		return JSON.stringify(shown(first)) !== JSON.stringify(shown(item));
	});
	// Nothing in them tells what the names around them would tell.
	expect(
		differ.map(({ what }) => what).filter((what) => !/^(status MESSAGE_STATUS|delivery report)$/.test(what)),
	).toEqual([]);
});

const CHAT = '5511987654321@s.whatsapp.net';
const text = { id: 'm1', remoteJid: CHAT, fromMe: false, type: 'text', content: { text: 'Hi' } };

test('an item has its fields in the order of all operations, and the whole event as raw', () => {
	const event = {
		event: 'message',
		instanceId: 'i1',
		source: 'app',
		data: { ...text, fromMe: true, pushName: 'Ana', status: 'sent', quotedMessageId: 'q1' },
		timestamp: { low: 1_767_225_600, high: 0, unsigned: true },
	};
	const [item] = itemsFrom(event);
	expect(Object.entries(item!)).toEqual(
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
			raw: event,
		}),
	);
});

test('of many messages, each has its own record as raw, so that the output grows with the event', () => {
	const event = { event: 'messages', data: Array.from({ length: 50 }, (_, id) => ({ ...text, id })) };
	expect(itemsFrom(event).map(({ raw }) => raw)).toEqual(event.data);
	expect(JSON.stringify(itemsFrom(event)).length).toBeLessThan(5 * JSON.stringify(event).length);
});

test('of more than 10,000 messages at once, none is read, so that nobody can answer a history', () => {
	const data = Array.from({ length: 10_001 }, (_, id) => ({ ...text, id }));
	const event = { event: 'messages.upsert', data };
	expect(itemsFrom(event)).toEqual([{ kind: 'message', event: 'messages.upsert', raw: event }]);
	expect(itemsFrom(event, { ...NAMES, message: 'data' })).toHaveLength(1);
	expect(itemsFrom({ messages: [data.slice(1), data.slice(1)] })).toMatchObject([{ kind: 'message' }]);
	expect(readEvents(Buffer.from(JSON.stringify(data)), NAMES).events).toMatchObject([{ messages: [{ record: {} }] }]);
});

test('all lists of messages in an event count', () => {
	const items = itemsFrom({ messages: [text], events: [{ ...text, id: 'm2' }] });
	expect(items.map(({ messageId }) => messageId)).toEqual(['m1', 'm2']);
});

test.each(['contacts.upsert', 'chats.update', undefined])(
	'a list with the name %s that has no message is one item',
	(event) => {
		const data = Array.from({ length: 500 }, (_, at) => ({ id: `55119${10_000_000 + at}@c.us`, name: `N ${at}` }));
		const items = itemsFrom({ event, data });
		expect(items).toHaveLength(1);
		expect(items[0]).not.toHaveProperty('chatId');
	},
);

test('a conversation stays one when the chat changes between a LID and a phone number', () => {
	const lid = { ...text, remoteJid: '77000110011@lid', senderPn: CHAT, instanceId: 'i1' };
	expect(itemsFrom(lid)[0]).toMatchObject({ chatId: '77000110011@lid', sessionId: 'i1:+5511987654321' });
	expect(itemsFrom({ ...text, instanceId: 'i1' })[0]?.sessionId).toBe('i1:+5511987654321');
	expect(itemsFrom(text)[0]?.sessionId).toBe('+5511987654321');
});

test.each([
	['chat', { chat: 'x9@lid', data: text }, { chatId: 'x9@lid' }],
	['text', { data: { ...text, words: 'Named' } }, { text: 'Named' }],
	['text', { data: { ...text, content: undefined, type: 'hologram', words: 'Named' } }, { type: 'hologram' }],
	['text', { data: { ...text, words: { not: 'a text' } } }, { text: 'Hi' }],
	['type', { data: { ...text, words: 'hologram', type: undefined } }, { type: 'text' }],
	[
		'chat',
		{ data: { isGroup: true, author: CHAT, text: 'Hi', fromMe: false, id: 'm1', words: CHAT } },
		{ chatId: CHAT },
	],
	['fromMe', { data: { ...text, words: 'yes' } }, { kind: 'ownMessage' }],
	['id', { data: { ...text, words: 7 } }, { messageId: 7 }],
	['name', { words: 'contacts.update', data: text }, { kind: 'other' }],
	['message', { words: [text, { ...text, id: 'm2' }] }, { messageId: 'm1' }],
] as const)('Field Names override the part "%s"', (part, event, found) => {
	const path = 'chat' in event ? 'chat' : ['name', 'message'].includes(part) ? 'words' : 'data.words';
	expect(itemsFrom(event, { ...NAMES, [part]: path })[0]).toMatchObject(found);
});

test('Field Names find what nothing else does', () => {
	const names = { ...NAMES, chat: 'who', fromMe: 'ours', text: 'words' };
	const entry = (words: string) => ({ who: CHAT, ours: 'no', words });
	const lists = { before: { list: [entry('A'), null, entry('B')] } };
	const found = { kind: 'message', chatId: CHAT };
	expect(itemsFrom(lists, { ...names, message: 'before.list' })).toMatchObject([
		{ ...found, text: 'A' },
		{ ...found, text: 'B' },
	]);
	const nested = { any: { other: { who: CHAT, ours: 'no', body: 'Hi' }, more: { a: 1 } } };
	expect(itemsFrom(nested, { ...names, text: '' })).toMatchObject([{ ...found, text: 'Hi' }]);
	expect(itemsFrom({ data: { ...text, type: undefined, content: undefined, words: 1 } }, names)[0]?.text).toBe('1');
	expect(itemsFrom('not an object')).toEqual([{ kind: 'other', raw: 'not an object' }]);
});

test.each([100_000, 3_000])('an event of %i levels or names is read, and no long name is remembered', (count) => {
	expect(nameOf('x'.repeat(count))).toBe(nameOf('y'.repeat(count)));
	let nested: unknown = text;
	for (let level = 0; level < count; level += 1) nested = level % 2 ? { data: nested } : [nested];
	expect(itemsFrom(nested)[0]).toMatchObject({ kind: 'message' });
	const names = Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, { at }]));
	expect(itemsFrom({ extra: names, data: text })[0]).toMatchObject({ chatId: CHAT });
});
