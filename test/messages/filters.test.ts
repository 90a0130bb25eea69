import { passesFilters } from './filtering';

/** unit/messages has the places where a message may be. */
const event = (message: unknown) => ({ event: 'message', instanceId: 'i', data: message });

const PERSON = '5511987654321@s.whatsapp.net';
const GROUP = '120363041234567890@g.us';

const text = { id: 'm1', fromMe: false, type: 'text', content: { text: 'Hi' } };

const KINDS: Array<[unknown, ...passes: string[]]> = [
	[PERSON, 'direct', 'all'],
	['123456789012345@lid', 'direct', 'all'],
	[GROUP, 'groups', 'all'],
	['34757816141@chatroom', 'groups', 'all'],
	['120363041234567890-group', 'groups', 'all'],
	['5511987654321-1612345678', 'groups', 'all'],
	// Neither a direct chat nor a group.
	['status@broadcast'],
	['120363041234567890@newsletter'],
	// These do not show what they are.
	['chat_7f3a', 'direct', 'groups', 'all'],
	[undefined, 'direct', 'groups', 'all'],
];

test.each(KINDS)('a message of the chat %j passes %s %s %s, and always everything', (chat, ...passes) => {
	for (const name of ['remoteJid', 'chatId'])
		for (const chats of ['direct', 'groups', 'all', 'everything']) {
			const isPassed = passesFilters(event({ ...text, [name]: chat }), { chats });
			expect([chats, isPassed]).toEqual([chats, chats === 'everything' || passes.includes(chats)]);
		}
});

test.each([
	['a flag', { chatId: 'chat_7f3a', isGroup: true }],
	['its chat', { chat: { id: 'chat_7f3a', type: 'group' } }],
	['the ID of a group beside the sender', { from: PERSON, groupId: 'abc1234' }],
	['the chat around it', { message: { from: PERSON } }],
	['a member who is not the chat', { chatId: 'chat_7f3a', author: PERSON }],
])('a message to a group by %s does not pass Direct Chats', (_sign, signs) => {
	const { message, ...others } = signs as { message?: object };
	const given = message ? { chatId: GROUP, message: { ...text, ...message } } : { ...text, ...others };
	expect(passesFilters(given, { chats: 'direct' })).toBe(false);
	expect(passesFilters(given, { chats: 'groups' })).toBe(true);
});

describe('One message', () => {
	/** What the user enters, the address of the event, and whether they are the same chat. */
	test.each<[string, unknown, boolean]>([
		['+55 11 98765-4321', PERSON, true],
		['5511987654321', PERSON, true],
		['\u202a+55 11 98765\u20114321\u202c', PERSON, true],
		['5511987654321', '5511987654321:12@s.whatsapp.net', true],
		// Numbers with and without the digit that mobile numbers got later.
		['+55 11 98765-4321', '551187654321@s.whatsapp.net', true],
		['+54 9 11 5555-0100', '541155550100@c.us', true],
		['+55 11 93456-7890', '551134567890@s.whatsapp.net', false],
		['+55 11 98765-4321', '551197654321@s.whatsapp.net', false],
		['+55 11 98765-4321', '551187654321@lid', false],
		[GROUP, '120363041234567890@G.us', true],
		['5511987654321', '5511987654321@lid', false],
		['5511987654321@lid', PERSON, false],
		['120363041234567890', GROUP, true],
	])('%s is the chat %j: %s', (entered, chat, isSame) => {
		const given = event({ ...text, remoteJid: chat });
		expect(passesFilters(given, { chatIds: [entered] })).toBe(isSame);
		expect(passesFilters(given, { chatIds: ['x@lid', entered] })).toBe(isSame);
		expect(passesFilters(given, { ignoreChatIds: [entered] })).toBe(!isSame);
		expect(passesFilters(given, { ignoreChatIds: [entered, 'x@lid'] })).toBe(!isSame);
		expect(passesFilters(given, { chatIds: [entered], ignoreChatIds: [entered] })).toBe(false);
	});

	test('an ignored number is ignored under its LID too, if the event has both', () => {
		const lid = event({ ...text, remoteJid: '77@lid', senderPn: PERSON });
		expect(passesFilters(lid, { ignoreChatIds: ['+55 11 98765-4321'] })).toBe(false);
		expect(passesFilters(lid, { chatIds: ['+55 11 98765-4321'] })).toBe(true);
		expect(passesFilters(event({ ...text, remoteJid: '77:12@lid' }), { ignoreChatIds: ['77@lid'] })).toBe(false);
	});
});

const message = (type: unknown) => event({ ...text, remoteJid: PERSON, content: undefined, body: 'x', type });
test.each([
	['TEXT_MESSAGE', 'text', true],
	['imageMessage', 'text', false],
	['locationMessage', 'location', true],
	[undefined, 'text', true],
])('a message of the type %s passes the Message Type %s: %s', (type, messageType, passes) => {
	expect(passesFilters(message(type), { messageTypes: ['x', messageType] })).toBe(passes);
});

const status = event({ id: 'm1', remoteJid: PERSON, status: 'READ' });
test.each<[string, unknown, Parameters<typeof passesFilters>[1], boolean]>([
	['a status', status, { statuses: ['read'] }, true],
	['a message', event({ ...text, remoteJid: PERSON, status: 'received' }), { statuses: ['read'] }, true],
	['a status', status, { triggerOn: new Set(['message']) }, false],
	['an unknown event', { n: 1 }, { triggerOn: new Set(['message']), chats: 'direct', messageTypes: ['image'] }, true],
	['an unknown event', { n: 1 }, { triggerOn: new Set(['ownMessage', 'other']) }, false],
	['a connection', { event: 'connection.update', state: 'open', phone: '5511900001111' }, { chatIds: [PERSON] }, true],
	['another instance', { ...text, chatId: PERSON, instanceId: 3 }, { instanceIds: ['2'] }, false],
	['an event of another name', { event: 'chat', data: { ...text, chatId: PERSON } }, { events: ['message'] }, false],
	['an event spelled differently', { event: 'MESSAGES_UPSERT', data: text }, { events: ['messages.upsert'] }, true],
])('%s: %j passes %j: %s', (_what, given, filters, passes) => {
	expect(passesFilters(given, filters)).toBe(passes);
});

const ME = '5511900001111@s.whatsapp.net';
const inGroup = (more: object) => ({
	me: { id: ME },
	data: { ...text, remoteJid: GROUP, participant: PERSON, ...more },
});
test.each<[string, unknown, boolean]>([
	['mentions the account', inGroup({ mentionedIds: [PERSON, ME] }), true],
	[
		'mentions it in a raw record',
		inGroup({ message: { extendedTextMessage: { text: 'x', contextInfo: { mentionedJid: [ME] } } } }),
		true,
	],
	['quotes it', inGroup({ message: { extendedTextMessage: { text: 'x', contextInfo: { participant: ME } } } }), true],
	['says that it mentions it', inGroup({ mentionsMe: true, me: {} }), true],
	['has another number', inGroup({ content: { text: 'at @5 p.m.' } }), false],
	['names its number', inGroup({ content: { text: 'Hi @5511900001111' } }), true],
	['mentions somebody else', inGroup({ mentionedIds: [PERSON] }), false],
	['mentions nobody', inGroup({}), false],
	['may mention an account that the event does not name', { ...text, remoteJid: GROUP, mentionedIds: [ME] }, false],
	['is in a direct chat', { ...text, remoteJid: PERSON }, true],
])('with Only Mentioned, a message that %s passes only if it concerns the account', (_what, given, passes) => {
	expect(passesFilters(given, { onlyMentioned: true })).toBe(passes);
});
