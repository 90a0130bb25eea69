import { messagesIn } from '../../../nodes/messages/findMessages';
import { partsOf } from '../../../nodes/messages/message';
import { DEFAULT_FIELD_NAMES } from '../../../nodes/transport/credentials/fieldNames';

const AUTOMATIC = DEFAULT_FIELD_NAMES.event;

const CHAT = '5511987654321@s.whatsapp.net';
const content = { text: 'Hello', quotedMessage: { remoteJid: 'q@lid', fromMe: false, id: 'q' } };
const message = {
	...{ id: '3EB0', instanceId: 'i1', remoteJid: CHAT, fromMe: true, type: 'text', content },
	...{ timestamp: 1_700_000_000, status: 'read' },
};
const contextInfo = { quotedMessage: { conversation: 'No' }, participant: 'q@lid' };
const raw = {
	key: { remoteJid: CHAT, fromMe: true, id: '3EB0' },
	message: { extendedTextMessage: { text: 'Hello', contextInfo } },
	messageTimestamp: { low: 1_700_000_000, high: 0, unsigned: true },
	pushName: 'Ana',
	status: 'read',
};

const parts = { id: '3EB0', type: 'text', status: 'read' };
const own = { ...parts, fromMe: true };

/** Shapes of an event with one message; `generated.test.ts` and test/sandbox/events have the usual ones. */
const SHAPES: Record<string, unknown> = {
	'the event': { event: 'message', ...message },
	'an object as ID': {
		data: {
			...{ ...parts, id: { fromMe: true, remote: CHAT, id: '3EB0', _serialized: '3EB0' } },
			...{ chatId: { _serialized: CHAT }, body: 'Hello' },
		},
	},
	'the chat around the rest': { chatId: CHAT, data: { ...own, content: 'Hello' } },
	'the chat around a list': { chatId: CHAT, messages: [{ ...own, text: { body: 'Hello' } }] },
	'a phone number': { ...own, phone: '5511987654321', text: { message: 'Hello' } },
	'an update of a raw record': {
		event: 'messages.update',
		data: [{ key: raw.key, update: { status: 'read' }, type: 'text', text: 'Hello' }],
	},
};

test.each(Object.entries(SHAPES))('a message in %s is read', (_shape, event) => {
	const [found, ...others] = messagesIn(event, AUTOMATIC);
	expect(others).toEqual([]);
	expect(partsOf(found!)).toMatchObject({
		messageId: '3EB0',
		phone: '+5511987654321',
		fromMe: true,
		type: 'text',
		text: 'Hello',
		status: 'read',
		isGroup: false,
	});
});

/** Another message, which the message refers to. */
const other = { ...message, fromMe: false, id: 'other', remoteJid: 'other@lid' };

test.each([
	...['quoted', 'quotedMessage', 'quoted_msg', 'replyTo', 'inReplyTo', 'repliedMessage', 'context'],
	...['forwardedFrom', 'referenced_message', 'originalMessage', 'parent', 'lastMessage'],
	'pinnedMessage',
])('what is under %s is never the message, inside it, beside it or around it', (name) => {
	for (const event of [
		{ ...message, [name]: other },
		{ data: { ...message, content: { text: 'Hello', [name]: { message: other } } } },
		{ [name]: other, data: { message } },
		{ event: 'message', [name]: [other], messages: [message] },
		{ data: { [name]: { data: other }, payload: { payload: { message } } } },
	]) {
		const found = messagesIn(event, AUTOMATIC);
		expect(found.map(({ messageId, fromMe }) => [messageId, fromMe])).toEqual([['3EB0', true]]);
	}
	expect(messagesIn({ [name]: other }, AUTOMATIC)[0]?.record).toBeUndefined();
});

test('whatever the name, a message inside a message is not the message', () => {
	const event = { data: { ...message, cited: other, nested: { list: [other] }, message: other } };
	expect(messagesIn(event, AUTOMATIC).map(({ messageId }) => messageId)).toEqual(['3EB0']);
});

test('a list has one message per entry, and an entry that is not recognized stays', () => {
	const lists = [[message, { odd: 1 }], [{ ...message, id: 'B' }]];
	const event = { entry: lists.map((messages) => ({ messages })) };
	const found = messagesIn(event, AUTOMATIC);
	expect(found).toMatchObject([{ messageId: '3EB0' }, { record: undefined }, { messageId: 'B' }]);
});

test.each([
	['an instance', { instanceId: 'i1', data: { id: 'i1', status: 'connected', phone: '5511' } }],
	['nothing', {}],
	['a text', 'text'],
	['a message of an unknown shape', { type: 'notification', sender: '5511', words: 'Hello' }],
	['a contact', { event: 'contact', data: { id: '5511@c.us', name: 'Ana', phone: '5511' } }],
])('an event with %s has no message', (_what, event) => {
	const nothing = { record: undefined, fromMe: undefined, chatId: undefined, type: undefined };
	expect(messagesIn(event, AUTOMATIC)).toMatchObject([nothing]);
});

describe('With the names of the user', () => {
	const inner = { who: { wa: CHAT }, mine: 'outgoing', words: { plain: 'Hello' }, no: 7 };
	const event = { kind: 'msg', envelope: { list: [{ ...inner, sort: 'chat' }] } };
	const names = {
		...{ ...AUTOMATIC, chat: 'who.wa', fromMe: 'mine', text: 'words.plain' },
		...{ id: 'no', type: 'sort', name: 'kind' },
	};
	const expected = { messageId: 7, chatId: CHAT, fromMe: true, text: 'Hello', type: 'chat' };

	test.each(['', 'envelope.list', 'Envelope.LIST.0', 'envelope.list.0'])(
		'the parts are found under them, with the path %j of the message',
		(path) => {
			const [found, ...others] = messagesIn(event, { ...names, message: path });
			expect(others).toEqual([]);
			expect(partsOf(found!)).toMatchObject(expected);
			expect(found?.eventName).toBe('msg');
		},
	);

	test('what is not at its path is found by itself, because other events may have it elsewhere', () => {
		const nowhere = Object.fromEntries(Object.keys(AUTOMATIC).map((key) => [key, 'x.y']));
		const [found] = messagesIn({ data: message }, nowhere as typeof AUTOMATIC);
		expect(partsOf(found!)).toEqual(partsOf(messagesIn({ data: message }, AUTOMATIC)[0]!));
	});
});

test.each([
	['its recipient', { recipient: { chatId: CHAT, type: 'user' } }],
	['a person', { user: { chatId: CHAT, id: 'U1' } }],
	['the people of a group', { participants: [CHAT, '5@c.us'].map((remoteJid) => ({ remoteJid, timestamp: 1 })) }],
	['the failed request', { failedRequest: { chatId: CHAT, text: 'hi' } }],
])('the status of a message keeps its ID beside %s', (_what, beside) => {
	const found = messagesIn({ event: 'ack', data: { id: 'M1', status: 'read', ...beside } }, AUTOMATIC);
	expect(found.map(({ messageId, status }) => [messageId, status])).toEqual([['M1', 'read']]);
});

test('a deep, a wide and a hostile event end in time and throw nothing', () => {
	const deep = JSON.parse(`${'{"data":'.repeat(5_000)}1${'}'.repeat(5_000)}`) as unknown;
	const lists = JSON.parse(`${'['.repeat(5_000)}1${']'.repeat(5_000)}`) as unknown;
	const text = '{"__proto__":{"fromMe":true,"remoteJid":"x"},"constructor":{"a":1}}';
	const hostile = JSON.parse(text) as unknown;
	const spellings = Array.from({ length: 130_000 }, (_, n) => [
		`${n.toString(2).replace(/./g, (bit) => '-_'[+bit]!)}msg`,
		{},
	]);
	const layers = JSON.parse(`${'{"aMessage":{"message":'.repeat(5_000)}1${'}}'.repeat(5_000)}`) as unknown;
	const odd = { id: 1, status: { toString: 1 }, data: { ...message, message: layers } };
	const many = Array.from({ length: 100_000 }, () => ({}));
	for (const event of [deep, lists, hostile, many, odd, { data: Object.fromEntries(spellings) as object }]) {
		const found = messagesIn(event, AUTOMATIC);
		expect(found.map(partsOf)).toHaveLength(1);
	}
	expect({}).not.toHaveProperty('fromMe');
});

describe('Messages that nothing tells apart', () => {
	const ours = { ...message, id: 'own' };
	const received = { ...message, id: 'received', fromMe: false };

	test.each([
		['beside each other', { alpha: received, beta: ours }],
		['in the other order', { alpha: ours, beta: received }],
		['of which one is a reply', { target: received, reply: ours }],
		['in two lists', { sent: [ours], received: [received] }],
	])('%s, with different directions, are not understood', (_what, event) => {
		expect(messagesIn(event, AUTOMATIC).map(({ record }) => record)).toEqual([undefined]);
	});

	test('with the same direction, the first one counts, but never the former version', () => {
		const idOf = (event: object) => messagesIn(event, AUTOMATIC)[0]?.messageId;
		expect(idOf({ alpha: ours, beta: { ...ours, id: 'other' } })).toBe('own');
		expect(idOf({ before: { ...ours, id: 'other' }, after: ours })).toBe('own');
		expect(idOf({ old: { ...ours, id: 'other' }, new: ours })).toBe('own');
	});
});

test('a raw reaction is that of the person who reacts, not the message to which it belongs', () => {
	const key = { remoteJid: CHAT, fromMe: false, id: 'R1' };
	const event = { data: [{ key: raw.key, reaction: { text: '👍', key } }] };
	expect(messagesIn(event, AUTOMATIC)).toMatchObject([{ messageId: 'R1', fromMe: false }]);
});

test('a chat may be around its messages', () => {
	const { remoteJid: _chat, ...rest } = message;
	const event = { chat: { id: CHAT, messages: [rest, { ...rest, id: 'B', fromMe: false }] } };
	expect(messagesIn(event, AUTOMATIC)).toMatchObject([
		{ messageId: '3EB0', chatId: CHAT, fromMe: true },
		{ messageId: 'B', chatId: CHAT, fromMe: false },
	]);
});
