import { messagesIn } from '../../../nodes/messages/findMessages';
import { partsOf } from '../../../nodes/messages/simplified';
import { DEFAULT_FIELD_NAMES } from '../../../nodes/transport/credentials/fieldNames';

const AUTOMATIC = DEFAULT_FIELD_NAMES.event;

const CHAT = '5511987654321@s.whatsapp.net';
const message = {
	id: '3EB0',
	instanceId: 'i1',
	remoteJid: CHAT,
	fromMe: true,
	type: 'text',
	content: { text: 'Hello', quotedMessage: { remoteJid: 'q@lid', fromMe: false, id: 'q' } },
	timestamp: 1_700_000_000,
	status: 'read',
};
const snake = {
	id: '3EB0',
	instance_id: 'i1',
	remote_jid: CHAT,
	from_me: true,
	type: 'text',
	content: { text: 'Hello' },
	timestamp: 1_700_000_000,
	status: 'read',
};
const raw = {
	key: { remoteJid: CHAT, fromMe: true, id: '3EB0' },
	message: {
		extendedTextMessage: {
			text: 'Hello',
			contextInfo: { quotedMessage: { conversation: 'No' }, participant: 'q@lid' },
		},
	},
	messageTimestamp: { low: 1_700_000_000, high: 0, unsigned: true },
	pushName: 'Ana',
	status: 'read',
};

/** Shapes of an event with one message. */
const SHAPES: Record<string, unknown> = {
	'the event': { event: 'message', ...message },
	data: { event: 'message', instanceId: 'i1', data: message },
	'data[]': { event: 'message', data: [message] },
	message: { event: 'message', message },
	'data.message': { event: 'message', data: { message } },
	payload: { event: 'message', payload: message },
	body: { event: 'message', body: message },
	object: { object: message },
	resource: { resource: message },
	'event, an object': { event: message },
	'data.object': { type: 'message', data: { object: message } },
	'messages[]': { event: 'message', messages: [message] },
	'data.messages[]': { data: { messages: [message] } },
	'entry[].changes[].value.messages[]': {
		object: 'account',
		entry: [{ id: '1', changes: [{ field: 'messages', value: { messages: [message] } }] }],
	},
	'wrapped twice': { success: true, data: { event: 'message', payload: { message } } },
	'a list in a list': [[message]],
	'an unknown name': { event: 'message', mensagem: { dados: message } },
	'snake case': { event: 'message', instance_id: 'i1', data: snake },
	'kebab and Pascal case': {
		Data: {
			'Remote-Jid': CHAT,
			'From-Me': true,
			Id: '3EB0',
			Type: 'text',
			Text: 'Hello',
			Status: 'read',
		},
	},
	'a raw record': { event: 'messages.upsert', instance: 'i1', data: raw },
	'a list of raw records': { event: 'messages.upsert', data: { messages: [raw], type: 'notify' } },
	'from and to': {
		event: 'message',
		payload: {
			id: '3EB0',
			from: '5511900000000@c.us',
			to: CHAT,
			fromMe: true,
			body: 'Hello',
			type: 'text',
			ack: 3,
			status: 'read',
		},
	},
	'chat with an ID': {
		message: {
			id: '3EB0',
			chat: { id: CHAT, type: 'private' },
			isFromMe: true,
			text: 'Hello',
			type: 'text',
			status: 'read',
		},
	},
	'an object as ID': {
		data: {
			id: { fromMe: true, remote: CHAT, id: '3EB0', _serialized: '3EB0' },
			chatId: { _serialized: CHAT },
			body: 'Hello',
			type: 'text',
			status: 'read',
		},
	},
	'the chat around the rest': {
		event: 'message',
		chatId: CHAT,
		instanceId: 'i1',
		data: { id: '3EB0', fromMe: true, type: 'text', content: 'Hello', status: 'read' },
	},
	'the chat around a list': {
		chatId: CHAT,
		instanceId: 'i1',
		messages: [
			{ messageId: '3EB0', fromMe: true, type: 'text', text: { body: 'Hello' }, status: 'read' },
		],
	},
	'a phone number': {
		phone: '5511987654321',
		fromMe: true,
		messageId: '3EB0',
		type: 'text',
		text: { message: 'Hello' },
		status: 'read',
	},
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
	...[
		'forwardedFrom',
		'referenced_message',
		'originalMessage',
		'parent',
		'lastMessage',
		'pinnedMessage',
	],
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
	const event = {
		entry: [{ messages: [message, { odd: 1 }] }, { messages: [{ ...message, id: 'B' }] }],
	};
	const found = messagesIn(event, AUTOMATIC);
	expect(found.map(({ messageId }) => messageId)).toEqual(['3EB0', undefined, 'B']);
	expect(found.map(({ record }) => record === undefined)).toEqual([false, true, false]);
});

test.each([
	[
		'an instance',
		{
			event: 'instance.status',
			instanceId: 'i1',
			data: { id: 'i1', name: 'A', status: 'connected', phone: '5511' },
		},
	],
	['nothing', {}],
	['a text', 'text'],
	['a message of an unknown shape', { type: 'notification', sender: '5511', words: 'Hello' }],
	['a contact', { event: 'contact', data: { id: '5511@c.us', name: 'Ana', phone: '5511' } }],
])('an event with %s has no message', (_what, event) => {
	const found = messagesIn(event, AUTOMATIC);
	expect(found.map(({ record, fromMe, chatId, type }) => [record, fromMe, chatId, type])).toEqual([
		[undefined, undefined, undefined, undefined],
	]);
});

describe('With the names of the user', () => {
	const event = {
		kind: 'msg',
		envelope: {
			list: [
				{ who: { wa: CHAT }, mine: 'outgoing', words: { plain: 'Hello' }, no: 7, sort: 'chat' },
			],
		},
	};
	const names = {
		...AUTOMATIC,
		chat: 'who.wa',
		fromMe: 'mine',
		text: 'words.plain',
		id: 'no',
		type: 'sort',
		name: 'kind',
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

	test('a path that leads nowhere finds nothing', () => {
		const [found] = messagesIn({ data: message }, { ...AUTOMATIC, message: 'x.y' });
		expect(found?.record).toBeUndefined();
		const [own] = messagesIn({ data: message }, { ...AUTOMATIC, fromMe: 'x' });
		expect([own?.fromMe, own?.messageId]).toEqual([undefined, '3EB0']);
	});
});

test('a deep, a wide and a hostile event end in time and throw nothing', () => {
	const deep = JSON.parse(`${'{"data":'.repeat(5_000)}1${'}'.repeat(5_000)}`) as unknown;
	const lists = JSON.parse(`${'['.repeat(5_000)}1${']'.repeat(5_000)}`) as unknown;
	const hostile = JSON.parse(
		'{"__proto__":{"fromMe":true,"remoteJid":"x"},"constructor":{"a":1}}',
	) as unknown;
	for (const event of [deep, lists, hostile, Array.from({ length: 100_000 }, () => ({}))])
		expect(messagesIn(event, AUTOMATIC)).toHaveLength(1);
	expect({}).not.toHaveProperty('fromMe');
});

describe('Messages that nothing tells apart', () => {
	const own = { ...message, id: 'own' };
	const received = { ...message, id: 'received', fromMe: false };

	test.each([
		['beside each other', { alpha: received, beta: own }],
		['in the other order', { alpha: own, beta: received }],
		['of which one is a reply', { target: received, reply: own }],
		['in two lists', { sent: [own], received: [received] }],
	])('%s, with different directions, are not understood', (_what, event) => {
		expect(messagesIn(event, AUTOMATIC).map(({ record }) => record)).toEqual([undefined]);
	});

	test('with the same direction, the first one counts, but never the former version', () => {
		const idOf = (event: object) => messagesIn(event, AUTOMATIC)[0]?.messageId;
		expect(idOf({ alpha: own, beta: { ...own, id: 'other' } })).toBe('own');
		expect(idOf({ before: { ...own, id: 'other' }, after: own })).toBe('own');
		expect(idOf({ old: { ...own, id: 'other' }, new: own })).toBe('own');
	});
});

test.each([
	['direction', { direction: 'outbound' }, true],
	['direction', { direction: 'incoming' }, false],
	['direction', { direction: 'sideways' }, undefined],
	['isOutgoing', { isOutgoing: true }, true],
])('the %s %j of a message is read', (_name, direction, expected) => {
	const { fromMe: _fromMe, ...rest } = message;
	expect(messagesIn({ data: { ...rest, ...direction } }, AUTOMATIC)[0]?.fromMe).toBe(expected);
});

test('a raw reaction is that of the person who reacts, not the message to which it belongs', () => {
	const key = { remoteJid: CHAT, fromMe: false, id: 'R1' };
	const event = { data: [{ key: raw.key, reaction: { text: '👍', key } }] };
	const [found] = messagesIn(event, AUTOMATIC);
	expect([found?.messageId, found?.fromMe]).toEqual(['R1', false]);
});

test('a chat may be around its messages', () => {
	const { remoteJid: _chat, ...rest } = message;
	const event = { chat: { id: CHAT, messages: [rest, { ...rest, id: 'B', fromMe: false }] } };
	expect(
		messagesIn(event, AUTOMATIC).map(({ messageId, chatId, fromMe }) => [
			messageId,
			chatId,
			fromMe,
		]),
	).toEqual([
		['3EB0', CHAT, true],
		['B', CHAT, false],
	]);
});
