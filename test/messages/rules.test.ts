import { CHAT, GROUP, kindOf, OTHER, read, record } from './read';

/**
 * The rules of docs/reference.md, Events and filters: each by a change of the documented record. What stays within the
 * rules is in `deliveries.test.ts`.
 */

/** A record in an event whose name says no more than that it came. */
const inMessage = (more: object, around: object = {}) => ({
	event: 'message',
	...around,
	data: { ...record, ...more },
});

describe('1. It says who wrote', () => {
	test.each<[unknown, string]>([
		[false, 'message'],
		['false', 'message'],
		[0, 'message'],
		[true, 'ownMessage'],
		['TRUE', 'ownMessage'],
		[1, 'ownMessage'],
		['perhaps', 'no address'],
		[undefined, 'no address'],
		[null, 'no address'],
	])('with fromMe %j, it is: %s', (fromMe, kind) => {
		expect(kindOf(inMessage({ fromMe }))).toBe(kind);
	});

	test.each<[string, unknown, string]>([
		['message.received', undefined, 'message'],
		['incoming', undefined, 'message'],
		['msg.in', undefined, 'message'],
		['message.received', true, 'ownMessage'],
		['message.sent', undefined, 'ownMessage'],
		['outbound_message', false, 'ownMessage'],
		['message.created', undefined, 'no address'],
	])('the name %s and fromMe %j: %s', (event, fromMe, kind) => {
		expect(kindOf({ event, data: { ...record, fromMe } })).toBe(kind);
	});

	test.each([
		[{ direction: 'inbound' }, 'message'],
		[{ direction: 'OUTGOING' }, 'ownMessage'],
		[{ direction: 'both' }, 'no address'],
		[{ sender: OTHER, owner: CHAT }, 'no address'],
		[{ role: 'user', status: 'received' }, 'no address'],
	])('without fromMe, %j: %s', (more, kind) => {
		expect(kindOf(inMessage({ fromMe: undefined, ...more }))).toBe(kind);
	});
});

describe('2. The name of the event', () => {
	test.each([
		['message.updated', 'status'],
		['MESSAGES_UPDATE', 'status'],
		['message.delivered', 'status'],
		['message.deleted', 'status'],
		['message.edited', 'status'],
		['message.reaction', 'reaction'],
		['connection.update', 'connection'],
		['groups.upsert', 'other'],
		['presence.update', 'other'],
		['test', 'other'],
		['message.translated', 'no address'],
		['draft.created', 'no address'],
		['payment', 'no address'],
		['mensagem.recebida', 'no address'],
	])('%s is: %s', (event, kind) => {
		expect(kindOf({ event, data: record })).toBe(kind);
	});

	test.each(
		`message_read message:ack messages.delete MESSAGE_STATUS message.failed message.sent send.message outgoing
		message.draft scheduled_message message.queued note.created message.note internal.message comment.created
		chat.history history.sync messages.set chats.upsert chat.updated conversation.assigned contact.created typing call
		group.update label.added message.pinned suggestion.created message.imported message.retry message.bounced
		message.preview ping ticket.created campaign.sent bot.replied ai.reply autoreply system.message qr receipt
		audit.log messages.batch message.forwarded mensagem.apagada`.split(/\s+/),
	)('%s brings no message that is answered, wherever it is', (event) => {
		for (const delivery of [
			{ event, data: record },
			[{ event, body: { message: record } }],
			{ event, messages: [record] },
		])
			expect(kindOf(delivery)).not.toBe('message');
	});

	test.each(['event', 'eventType', 'type', 'action', 'topic'])('it may be in the field %s', (field) => {
		expect(kindOf({ [field]: 'message.received', data: record })).toBe('message');
		expect(kindOf({ [field]: 'message.archived', data: record })).toBe('no address');
	});

	test('all names count: one that is not known is enough', () => {
		expect(kindOf({ event: 'message', action: 'created', data: record })).toBe('message');
		expect(kindOf({ event: 'message', action: 'reviewed', data: record })).toBe('no address');
		expect(kindOf({ event: 'message', webhook: { event: 'message.updated' }, data: record })).toBe('status');
	});

	test.each([
		[{ platform: 'whatsapp', version: '2.0', environment: 'production', attempt: 1 }, 'message'],
		[{ url: 'https://example.com/messages/1', requestId: 'msg_1', note1: 'A message came' }, 'message'],
		[{ what: 'message.read_by_agent' }, 'no address'],
		[{ subject: 'message.deleted' }, 'status'],
	])('without a name, a text that goes on after "message" is one, whatever its field: %j is %s', (around, kind) => {
		expect(kindOf({ ...around, data: record })).toBe(kind);
		expect(kindOf({ ...record, ...around })).toBe(kind);
	});
});

describe('3. The chat is what is named as the chat, and an address', () => {
	test.each<[object, string | undefined]>([
		[{}, CHAT],
		[{ remoteJid: '77000110011@lid' }, '77000110011@lid'],
		[{ remoteJid: '5511987654321' }, '+5511987654321'],
		[{ remoteJid: undefined, chatId: CHAT }, CHAT],
		[{ remoteJid: undefined, chat: { user: '5511987654321', server: 'c.us' } }, '5511987654321@c.us'],
		[{ remoteJid: undefined, from: CHAT }, CHAT],
		[{ remoteJid: undefined, from: '5511987654321' }, undefined],
		[{ remoteJid: undefined, phone: '5511987654321' }, undefined],
		[{ remoteJid: 'Ana' }, undefined],
		[{ remoteJid: '120363025246125486@s.whatsapp.net' }, undefined],
		[{ remoteJid: '' }, undefined],
		[{ chatId: CHAT }, CHAT],
		[{ chatId: OTHER }, undefined],
		[{ owner: CHAT }, undefined],
	])('with %j, the chat is %s', (more, chatId) => {
		expect(read(inMessage(more)).items[0]?.chatId).toBe(chatId);
	});
});

describe('4. A sign of a group beside a direct address', () => {
	test.each<object>([
		{ isGroup: true },
		{ is_group_msg: 'true' },
		{ groupName: 'Family' },
		{ group: { subject: 'Family' } },
		{ chatType: 'group' },
		{ type: 'groupMessage' },
		{ chat: { type: 'GROUP' } },
		{ participants: [CHAT] },
		{ participant: OTHER },
		{ from: GROUP },
		{ place: { jid: GROUP } },
		{ broadcast: true },
		{ isStatus: 1 },
		{ newsletterId: '1@newsletter' },
		{ key: { participant: OTHER } },
	])('%j', (more) => {
		expect(kindOf(inMessage(more))).toBe('no address');
		expect(kindOf({ ...record, ...more })).toBe('no address');
	});

	test.each<object>([
		{ isGroup: false, groupId: null, groupName: '', participants: [], participant: '' },
		{ group: { id: null }, broadcast: 0, chatType: 'private', chat: { isPrivate: true } },
		{ quoted: { groupId: GROUP, id: 'm0', text: 'Hello' }, contextInfo: { remoteJid: GROUP } },
		{ isStatusReply: true },
		{ content: { text: `Join ${GROUP}`, group: GROUP } },
		{ pushName: 'group', senderName: 'Newsletter' },
		{ participant: CHAT, sender: CHAT },
	])('these are none: %j', (more) => {
		expect(kindOf(inMessage(more))).toBe('message');
	});

	test('an author around the message is one, too, but a sender there may be the account', () => {
		expect(kindOf(inMessage({}, { participant: OTHER }))).toBe('no address');
		expect(kindOf(inMessage({}, { sender: OTHER }))).toBe('message');
	});

	test('in a group, the chat is the group, and the phone that of who wrote', () => {
		const [item] = read(inMessage({ remoteJid: GROUP, participant: OTHER, isGroup: true })).items;
		expect(item).toMatchObject({ kind: 'message', chatId: GROUP, isGroup: true, phone: '+5511912345678' });
	});
});

describe('5. It has content, and no flag', () => {
	test.each<[unknown, string]>([
		[{ text: 'Hi' }, 'message'],
		['Hi', 'message'],
		[{ url: 'https://files.example.com/1' }, 'message'],
		[{}, 'no address'],
		[{ text: '' }, 'no address'],
		[null, 'no address'],
		[undefined, 'no address'],
	])('with the content %j: %s', (content, kind) => {
		expect(kindOf(inMessage({ type: 'any', content }))).toBe(kind);
	});

	test('without content, but with a status, it is one', () => {
		expect(kindOf({ data: { ...record, fromMe: undefined, content: undefined, type: undefined } })).toBe('status');
	});

	test.each(
		`isDraft fromHistory private isInternal note isBot automated auto_reply scheduledFor importedAt isTest suggestion
		is_echo sentByAgent generated_by_ai internalOnly isCallLog isSync scheduled_at isSystem test outgoing sentByBot fromApi
		wasSentByApi`.split(/\s+/),
	)('the flag %s counts if it is true, 1 or a time, in the message, around it and in an object beside it', (flag) => {
		for (const value of [true, 'true', 1, '2026-01-01T00:00:00Z', 1_767_225_600]) {
			const given = { [flag]: value };
			expect(kindOf(inMessage(given))).toBe('no address');
			expect(kindOf(inMessage({}, given))).toBe('no address');
			expect(kindOf(inMessage({ metadata: given }))).toBe('no address');
		}
		for (const value of [false, 'false', 0, null, '', [], {}])
			expect(kindOf(inMessage({ [flag]: value }, { [flag]: value }))).toBe('message');
	});

	test.each<object>([
		{ agent: { id: 'a1', name: 'Bia' }, bot: { enabled: true } },
		{
			botEnabled: true,
			updatedAt: '2026-01-01T00:00:00Z',
			isForwarded: true,
			success: true,
			viewOnce: true,
			hasMedia: true,
		},
		{ instanceName: 'bot', pushName: 'Draft', label: 'private', chatType: 'private', to: 'me' },
	])('these are none: %j', (more) => {
		expect(kindOf(inMessage(more, more))).toBe('message');
	});

	test.each(['draft', 'internal_note', 'history', 'bot', 'auto-reply', 'scheduledMessage', 'agent'])(
		'the word %s for it counts, too',
		(word) => {
			for (const field of ['visibility', 'source', 'status', 'category'])
				expect(kindOf(inMessage({ [field]: word }))).toBe('no address');
			expect(kindOf(inMessage({ sender: { type: word } }))).toBe('no address');
			expect(kindOf(inMessage({ content: { text: word } }))).toBe('message');
		},
	);

	test.each<[object, string]>([
		[{ deleted: true }, 'status'],
		[{ wasEdited: true }, 'status'],
		[{ content: { text: 'Hi', deleted: true } }, 'status'],
		[{ deletedAt: '2026-01-01T00:00:00Z' }, 'status'],
		[{ isEdited: true }, 'status'],
		[{ edited: 'm0' }, 'status'],
		[{ reaction: { emoji: '👍' } }, 'reaction'],
		[{ reaction: '👍' }, 'reaction'],
		[{ content: { reaction: '👍', messageId: 'm0' } }, 'reaction'],
		[{ edited: false, deletedAt: null, reaction: '' }, 'message'],
	])('%j is: %s', (more, kind) => {
		expect(kindOf(inMessage(more))).toBe(kind);
	});
});

describe('6. The type never loses a message', () => {
	test.each('system notification e2e_notification call_log missed_call protocolMessage gp2 ciphertext'.split(' '))(
		'%s says that it is no message',
		(type) => {
			expect(kindOf(inMessage({ type }))).toBe('other');
		},
	);

	test('a type that is the name of an event is one', () => {
		expect(kindOf({ ...record, type: 'message.starred' })).toBe('no address');
		expect(kindOf({ ...record, type: 'message_updated' })).toBe('status');
		expect(kindOf({ type: 'connection.update', state: 'open' })).toBe('connection');
	});

	test.each([
		[{ imageMessage: { caption: 'Hi' } }, 'image'],
		[{ text: 'Hi', mimetype: 'audio/ogg' }, 'audio'],
		[{ text: 'Hi' }, 'text'],
		[{ rows: ['Hi'] }, 'order_form'],
	])('the content %j tells the type %s', (content, type) => {
		expect(read(inMessage({ type: 'order_form', content })).items[0]?.type).toBe(type);
	});
});

describe('7. It is one of at most 100', () => {
	const many = (count: number) => Array.from({ length: count }, (_, at) => ({ ...record, id: at }));

	test.each([
		['a list', (count: number) => ({ event: 'messages', data: many(count) })],
		['two lists', (count: number) => ({ messages: [many(50), many(count - 50)] })],
		['the body', (count: number) => many(count)],
	])('%s of 100 messages is read, one of 101 is not', (_what, delivery) => {
		expect(read(delivery(100)).items.map(({ chatId }) => chatId)).toEqual(Array(100).fill(CHAT));
		const { items, hint } = read(delivery(101));
		expect(items).toEqual([expect.not.objectContaining({ chatId: CHAT })]);
		expect(hint).toContain('more than 100 messages');
	});
});

describe('8. Nothing is searched', () => {
	test.each(
		`quoted quotedMessage replyTo context contextInfo forwarded lastMessage previous original parent draft history
		before chat conversation sender request error anything`.split(/\s+/),
	)('what %s has is not found', (name) => {
		for (const delivery of [{ [name]: record }, { event: 'message', data: { id: 'm2', [name]: record } }]) {
			const [item] = read(delivery).items;
			expect([item?.chatId, item?.text]).toEqual([undefined, undefined]);
		}
	});

	test('of two places with messages, none is surely the one', () => {
		expect(kindOf({ data: record, message: record })).toBe('no address');
	});
});
