import { passesFilters } from './support/filters';

/** `generatedFilters.test.ts` has combinations of filters, and unit/messages the places where a message may be. */
const event = (message: unknown) => ({ event: 'message', instanceId: 'i', data: message });

const PERSON = '5511987654321@s.whatsapp.net';
const GROUP = '120363041234567890@g.us';

const KINDS: Array<[unknown, boolean, boolean]> = [
	[PERSON, true, false],
	['5511987654321:7@s.whatsapp.net', true, false],
	['5511987654321@c.us', true, false],
	['5511987654321', true, false],
	[5511987654321, true, false],
	['+55 11 98765-4321', true, false],
	['123456789012345@lid', true, false],
	[GROUP, false, true],
	['5511987654321-1612345678@g.us', false, true],
	// Neither a direct chat nor a group.
	['status@broadcast', false, false],
	['120363041234567890@newsletter', false, false],
	// These do not show what they are.
	['5511987654321@example', true, true],
	['120363041234567890', true, true],
	['chat_7f3a', true, true],
	['x@constructor', true, true],
	// No address at all.
	[undefined, true, true],
	[null, true, true],
	['', true, true],
	[{ user: '5511987654321' }, true, true],
];

describe('One message', () => {
	test.each(KINDS)('the chat %j passes Direct Chats: %s, Groups: %s, and always All', (chat, direct, groups) => {
		for (const name of ['remoteJid', 'chatId']) {
			const given = event({ [name]: chat });
			expect(passesFilters(given, { chats: 'direct' })).toBe(direct);
			expect(passesFilters(given, { chats: 'groups' })).toBe(groups);
			expect(passesFilters(given, { chats: 'all', ignoreChatIds: [''] })).toBe(true);
			expect(passesFilters(given, { chats: 'constructor' })).toBe(true);
		}
	});

	/** What the user enters, the address of the event, and whether they are the same chat. */
	test.each<[string, unknown, boolean]>([
		['+55 11 98765-4321', PERSON, true],
		['5511987654321', PERSON, true],
		['\u202a+55 11 98765\u20114321\u202c', PERSON, true],
		['5511987654321@S.WHATSAPP.NET', PERSON, true],
		['5511987654321@c.us', PERSON, true],
		['5511987654321', '5511987654321:12@s.whatsapp.net', true],
		['5511987654321', 5511987654321, true],
		['5511987654321', '+55 11 98765 4321', true],
		[PERSON, '5511987654321', true],
		// Numbers with and without the digit that mobile numbers got later.
		['+55 11 98765-4321', '551187654321@s.whatsapp.net', true],
		['+55 11 8765-4321', PERSON, true],
		['+54 9 11 5555-0100', '541155550100@c.us', true],
		['+52 55 5555 0100', '5215555550100@s.whatsapp.net', true],
		['+55 11 93456-7890', '551134567890@s.whatsapp.net', false],
		['+55 11 98765-4321', '551197654321@s.whatsapp.net', false],
		['+55 11 98765-4321', '551187654321@lid', false],
		[GROUP, '120363041234567890@G.us', true],
		['123456789012345@LID', '123456789012345@lid', true],
		['Status@Broadcast', 'status@broadcast', true],
		['5511987654321', '5511987654321@lid', false],
		['5511987654321', '5511987654321@g.us', false],
		['5511987654321@lid', PERSON, false],
		['5511987654321@lid', '5511987654321@g.us', false],
		['120363041234567890', GROUP, false],
		['5511987654322', PERSON, false],
		['11987654321', PERSON, false],
	])('%s is the chat %j: %s', (entered, chat, isSame) => {
		const given = event({ remoteJid: chat });
		expect(passesFilters(given, { chatIds: [entered] })).toBe(isSame);
		expect(passesFilters(given, { chatIds: ['x@lid', entered] })).toBe(isSame);
		expect(passesFilters(given, { ignoreChatIds: [entered] })).toBe(!isSame);
		expect(passesFilters(given, { ignoreChatIds: [entered, 'x@lid'] })).toBe(!isSame);
		expect(passesFilters(given, { chatIds: [entered], ignoreChatIds: [entered] })).toBe(false);
	});

	test.each([['messageTypes', 'type'] as const, ['statuses', 'status'] as const])(
		'%s compares %s in any case, and lets an event without it pass',
		(option, name) => {
			const passes = (value: unknown) =>
				passesFilters(event({ remoteJid: PERSON, [name]: value }), { [option]: ['Text', '7'] });
			for (const value of ['text', 'TEXT', ' text ', 7, undefined, null, '', {}, [], true])
				expect([value, passes(value)]).toEqual([value, true]);
			for (const value of ['texts', 'audio', 8, '*']) expect([value, passes(value)]).toEqual([value, false]);
		},
	);
});

const isText = (event: unknown) => passesFilters(event, { messageTypes: ['text'] });

test.each([
	[{ type: 'notification', data: { remoteJid: PERSON } }],
	[{ type: 'notification', data: { type: 'new', message: { content: 'Hi' } } }],
	[{ type: 'notification', remoteJid: PERSON, data: { content: 'Hi' } }],
	[{ type: 'notification', data: [{ fromMe: false }] }],
])('The type and the status of a message are not those of the envelope in %j, so the event passes', (event) => {
	expect(isText(event)).toBe(true);
});

test('the status of an instance counts, too, so Statuses also keeps events of instances away', () => {
	const events = [
		{ event: 'instance.status', instanceId: 'i', status: 'connected' },
		{ event: 'instance.status', data: { instanceId: 'i', status: 'connected' } },
	];
	for (const event of events) {
		expect(passesFilters(event, { statuses: ['read'] })).toBe(false);
		expect(passesFilters(event, { statuses: ['read', 'connected'] })).toBe(true);
		expect(passesFilters(event, { chats: 'groups', messageTypes: ['text'] })).toBe(true);
	}
});

test('of two lists of messages, only the first is read', () => {
	const [audio, text] = ['audio', 'text'].map((type) => ({ type, remoteJid: PERSON }));
	const event = { message: [audio], data: { message: [text] } };
	expect(passesFilters(event, { messageTypes: ['audio'] })).toBe(true);
	expect(passesFilters(event, { messageTypes: ['text'] })).toBe(false);
});
