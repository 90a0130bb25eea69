import { expectAnswers } from '../support/project';
import { ALL_KINDS, passesFilters } from './filtering';

const event = (message: unknown) => ({ event: 'message', instanceId: 'i', data: message });

const PERSON = '5511987654321@s.whatsapp.net';
const GROUP = '120363041234567890@g.us';

const text = { id: 'm1', fromMe: false, type: 'text', content: { text: 'Hi' } };

const KINDS: Array<[unknown, ...passes: string[]]> = [
	[PERSON, 'direct', 'all'],
	['123456789012345@lid', 'direct', 'all'],
	[GROUP, 'groups', 'all'],
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
});

test('an event passes a filter that fits, or that is about what the event does not have', async () => {
	await expectAnswers('messages/filters.txt', (_what, filters = '', given = '') => {
		const { triggerOn, ...others } = JSON.parse(filters) as { triggerOn?: string[] };
		const passes = passesFilters(JSON.parse(given), { ...others, triggerOn: new Set(triggerOn ?? ALL_KINDS) });
		return passes ? 'passes' : 'does not pass';
	});
});
