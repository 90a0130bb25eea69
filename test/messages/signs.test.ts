import { messagesIn } from '../../nodes/messages/message';
import { partsOf } from '../../nodes/messages/simplify';
import { DEFAULT_FIELD_NAMES } from '../../nodes/transport/credentials/fieldNames';

/** Signs of a group, of the direction and of what is no new message, under the names that services may use. */

const [person, account] = ['5511987654321@s.whatsapp.net', '5511900000000@s.whatsapp.net'];
const group = '120363025246125486@g.us';

function read(data: object, around: object = {}) {
	const [message] = messagesIn({ event: 'message', ...around, data }, DEFAULT_FIELD_NAMES.event);
	return message && { kind: message.kind, ...partsOf(message) };
}

const received = { from: person, id: 'm1', text: 'Hi', fromMe: false };

test.each<[object]>([
	...['roomType', 'conversationType', 'recipient_type', 'threadType'].map((name): [object] => [{ [name]: 'group' }]),
	...['isGroupChat', 'groupChat'].map((name): [object] => [{ [name]: true }]),
	...['metadata', 'sender', 'other'].map((name): [object] => [{ [name]: { isGroup: true } }]),
	[{ is_group: 'sim' }],
	[{ type: 'groupMessage' }],
	[{ chatType: 'room' }],
	[{ group: { name: 'Family' } }],
	[{ groupName: 'Family' }],
	[{ meta: { groupJid: group } }],
	[{ conversation_id: group }],
])('a message with the sign of a group %j is not answered to the member', (sign) => {
	const message = read({ ...received, ...sign });
	expect(message).not.toMatchObject({ chatId: person });
});

test('each address of the account is the account', () => {
	const me = { id: account, lid: '5500000011@lid' };
	for (const from of [account, me.lid])
		expect(read({ chatId: person, from, text: 'Hi', id: 'm1' }, { me })?.kind).toBe('ownMessage');
});

const around = (event: string): [object, object] => [{}, { event }];

test.each<[object, object]>([
	...['isDeleted', 'deleted', 'wasEdited'].map((name): [object, object] => [{ [name]: true }, {}]),
	[{ deletedAt: '2026-01-01T00:00:00Z' }, {}],
	...['message.removed', 'message.translated', 'message.archived', 'message_changed', 'messages.sync'].map(around),
	...['message.labeled', 'message.handled', 'message.media_ready', 'mensagem.traduzida'].map(around),
	...['read', 'seen', 'draft', 'note.created', 'payment', 'order.updated', 'backfill', 'chats.list'].map(around),
	...['getChats', 'allChats', 'video_call', 'HISTORICO_SINCRONIZADO'].map(around),
	...['missed_voice_call', 'voip_call', 'disappearing_mode'].map((type): [object, object] => [{ type }, {}]),
	[{ fromMe: undefined, ack: 3 }, {}],
	[{ id: undefined, unreadCount: 1 }, { event: undefined }],
	[{ isHistory: true }, {}],
	[{}, { syncType: 'INITIAL' }],
	[{ private: true }, {}],
])('what is no new message has no address to answer to: %j, around it %j', (sign, around) => {
	const message = read({ ...received, ...sign }, around);
	expect(message?.kind).not.toBe('message');
});

test.each([{ isStatus: true }, { broadcast: true }, { isStory: 1 }])('a post is no direct chat: %j', (sign) => {
	const [message] = messagesIn({ event: 'message', data: { ...received, ...sign } }, DEFAULT_FIELD_NAMES.event);
	expect(message?.chatKind).toBe('other');
});

test.each<object>([
	{ edited: 0, editDate: 0, revoked: '0', isDeleted: false, deletedAt: null },
	{ edited: 'false', deleted: 'no', isEdited: false },
	{ reaction: { emoji: null }, groupId: 0, groupName: '', isGroup: false },
	{ groupId: 'null', broadcast: false, isStatus: 0, private: false, isHistory: false },
])('fields that stand for nothing change nothing: %j', (fields) => {
	expect(read({ ...received, ...fields })).toMatchObject({ kind: 'message', chatId: person, text: 'Hi' });
});

test('the group of a quoted message is not the chat', () => {
	const quoted = { groupId: group, id: 'm0', text: 'Hello' };
	for (const name of ['quoted', 'context', 'quotedMessage'])
		expect(read({ ...received, [name]: quoted })).toMatchObject({ kind: 'message', chatId: person, isGroup: false });
});

test('a group beside the message, in an object of any name, is the chat', () => {
	const message = read(received, { place: { jid: group } });
	expect(message).toMatchObject({ chatId: group, isGroup: true });
});

/** The ways in which services write a name of several words. */
const spellings = (words: string[]) => {
	const capitals = words.map((word) => word[0]!.toUpperCase() + word.slice(1));
	const joined = ['.', '_', '-', ':'].map((sign) => words.join(sign));
	return [...joined, words.join('_').toUpperCase(), capitals.join(''), words[0]! + capitals.slice(1).join('')];
};
const ofMessage = (words: string[]) => ['message', 'messages', 'msg'].flatMap((word) => spellings([word, ...words]));

test.each(
	[
		'received',
		'created',
		'inserted',
		'upsert',
		'new',
		'incoming',
		'inbound',
		'posted',
		'arrived',
		'notification',
		'text',
		'image',
		'audio received',
		'contact created',
		'from customer',
		'any',
		'created v2',
		'recebida',
	].flatMap((words) => ofMessage(words.split(' '))),
)('the event %s brings a message', (event) => {
	expect(read(received, { event })).toMatchObject({ kind: 'message', chatId: person });
});

test.each(
	[
		'suggested',
		'summarized',
		'escalated',
		'scored',
		'flagged',
		'moderated',
		'billed',
		'quoted',
		'clicked',
		'expired',
		'scheduled',
		'ai suggestion',
		'draft created',
		'traduzida',
		'respondida',
	].flatMap((words) => ofMessage(words.split(' '))),
)('the event %s, which says more than that a message came, brings none', (event) => {
	expect(['status', 'other', 'unknown']).toContain(read(received, { event })?.kind);
});
