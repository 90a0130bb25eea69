import { CHAT, GROUP, kindOf, OTHER, read, record } from './read';

/** What the user enters in Field Names about events. */

const { fromMe: _, ...undirected } = record;

test.each([
	['received', 'message'],
	['sent', 'ownMessage'],
	['message', 'no address'],
	['status', 'status'],
	['reaction', 'reaction'],
	['connection', 'connection'],
	['other', 'other'],
])('an event whose name the user says is %s is: %s', (says, kind) => {
	const events = { 'x.y': says };
	expect(kindOf({ event: 'x.y', data: undirected })).toBe('no address');
	expect(kindOf({ event: 'X_Y', data: undirected }, { events })).toBe(kind);
	expect(kindOf({ what: 'x.y', data: undirected }, { events })).toBe(kind);
	expect(kindOf({ foo: { bar: 1 }, data: undirected }, { events: { '': says } })).toBe(kind);
});

test("the user's name counts before the known ones, and `message` leaves it to the record who wrote", () => {
	const events = { 'chat.in': 'message', 'message.received': 'other' };
	expect(kindOf({ event: 'chat.in', data: record }, { events })).toBe('message');
	expect(kindOf({ event: 'chat.in', data: { ...record, fromMe: true } }, { events })).toBe('ownMessage');
	expect(kindOf({ event: 'message.received', data: record }, { events })).toBe('other');
});

test.each<[string, object]>([
	['a name that nobody knows', { event: 'lead.wrote', data: record }],
	['a type that is the name of an event', { ...record, type: 'message.from_lead' }],
	['a name that does not say who wrote', { event: 'message', data: undirected }],
	['no name, and nobody who wrote', undirected],
	['a flag', { event: 'message', data: { ...record, bot: true } }],
	['a word for a flag', { event: 'message', data: { ...record, queue: 'agent' } }],
	['a flag in an object beside the message', { ...record, routing: { isAutomated: 1 } }],
	['what changed', { event: 'message', data: record, previous: { assignee: 'Bia' } }],
	['a sign of a group', { event: 'message', data: { ...record, groupName: 'Customers' } }],
	['another author', { event: 'message', data: { ...record, sender: OTHER } }],
])('with the line of the hint in Field Names, a message with %s is read', (_what, delivery) => {
	const { items, hint = '' } = read(delivery);
	expect(items).toEqual([expect.objectContaining({ kind: 'message' })]);
	expect(items[0]).not.toHaveProperty('chatId');
	const [, line = ''] = /credentials: ("\w+": (?:\{.*?\}|\[.*?\]))/.exec(hint) ?? [];
	const fieldNames = JSON.parse(`{ ${line} }`) as object;
	expect(read(delivery, fieldNames)).toEqual({
		items: [expect.objectContaining({ kind: 'message', chatId: CHAT, text: 'Hi' })],
		hint: undefined,
	});
});

test.each<[object, object, object]>([
	[
		{ chat: 'sender.number' },
		{ sender: { number: '5511987654321' }, ...record, remoteJid: undefined },
		{ chatId: '+5511987654321' },
	],
	[{ chat: 'who' }, { ...record, remoteJid: undefined, who: 'c-7f3a' }, { chatId: 'c-7f3a' }],
	[{ chat: 'who' }, { ...record, who: GROUP }, { chatId: GROUP, isGroup: true }],
	[{ text: 'words' }, { ...record, words: 'bot' }, { text: 'bot', chatId: CHAT }],
	[{ text: 'words' }, { ...record, words: { not: 'a text' } }, { text: 'Hi' }],
	[{ text: 'content.words' }, { ...record, content: { words: 1 } }, { text: '1', type: 'text' }],
	[{ fromMe: 'ours' }, { ...record, ours: 'yes' }, { kind: 'ownMessage' }],
	[{ fromMe: 'ours' }, { ...undirected, ours: 'no' }, { kind: 'message' }],
	[{ id: 'ref' }, { ...record, ref: 7 }, { messageId: 7 }],
	[{ type: 'form' }, { ...record, form: 'voice' }, { type: 'audio' }],
	[{ status: 'progress' }, { ...record, progress: 'seen' }, { status: 'seen' }],
	[{ instance: 'line.id' }, { ...record, line: { id: 'l1' } }, { instanceId: 'l1', messageId: 'm1' }],
	[{ timestamp: 'at' }, { ...record, at: '2026-01-02T10:00:00Z' }, { date: '2026-01-02T10:00:00.000Z' }],
	[{ name: 'data.what' }, { event: 'x', data: { ...record, what: 'message' } }, { event: 'message', chatId: CHAT }],
	[{ name: 'what' }, { ...record, event: 'message', what: 'contacts.update' }, { kind: 'other' }],
])('the path %j leads to a part of %j', (event, delivery, parts) => {
	expect(read(delivery, { event }).items).toEqual([expect.objectContaining(parts)]);
});

test('a path to messages leads to each, with the other parts below it', () => {
	const entry = (words: string) => ({ who: CHAT, ours: 0, words });
	const delivery = { before: { posts: [entry('A'), null, entry('B')] } };
	const event = { message: 'before.posts', chat: 'who', fromMe: 'ours', text: 'words' };
	expect(read(delivery, { event }).items).toMatchObject([
		{ kind: 'message', chatId: CHAT, text: 'A' },
		{ kind: 'message', chatId: CHAT, text: 'B' },
	]);
});

test('a group without an address has the chat of a path only if that is no person', () => {
	const delivery = { ...record, isGroup: true, remoteJid: undefined, who: CHAT };
	expect(read(delivery, { event: { chat: 'who' } }).items[0]).not.toHaveProperty('chatId');
	expect(read({ ...delivery, who: 'c-7f3a' }, { event: { chat: 'who' } }).items[0]?.chatId).toBe('c-7f3a');
});

test.each([
	{ bot: true },
	{ agent: 'bot' },
	{ group_name: 'Customers' },
	{ update: { status: 'read' } },
	{ deletedAt: '2026-01-01T00:00:00Z' },
	{ direction: 'both' },
	{ topic: 'orders' },
])('what `ignore` names says nothing: %j', (more) => {
	const [name = ''] = Object.keys(more);
	for (const delivery of [
		{ event: 'message', data: { ...record, ...more } },
		{ ...record, ...more },
	]) {
		expect(kindOf(delivery)).not.toBe('message');
		expect(kindOf(delivery, { ignore: [name.toUpperCase().replace('_', '')] })).toBe('message');
	}
});

test.each([
	['picture', { image: 'picture' }, 'image'],
	['SYSTEM', { text: 'system' }, 'text'],
	['ptt2', { voice: 'ptt2' }, 'audio'],
	['message.note', { text: 'message.note' }, 'text'],
])('the type %s is what `types` says', (type, types, expected) => {
	const delivery = { event: 'message', data: { ...record, type } };
	expect(read(delivery, { types }).items).toMatchObject([{ kind: 'message', chatId: CHAT, type: expected }]);
});
