import { chatMatcher, isChatId } from '../../nodes/phone/chatFilter';
import { readCopiedNumber, readPhoneNumber } from '../../nodes/phone/phoneNumber';
import { expectAnswers } from '../support/project';

/** Default country codes. */
const codes = ['', '55', '1', '34', '49'];

// A plan is read once: these are first because `npm run test:mutation` runs only the tests that read one.
test.each([
	['+49 (0)30 123456', '4930123456'],
	['49 (0)30 123456', '4930123456'],
	['+39 (0)6 698 12345', '390669812345'],
])('%j is %s, without the trunk prefix in parentheses', (written, digits) => {
	for (const code of codes) expect(readPhoneNumber(written, code)).toEqual({ digits });
});

test('digits alone that are also another full number are refused, since they may be copied from an address', () => {
	expect(readCopiedNumber('51987654321', '55')).toEqual({ problem: 'may be +51987654321 or +5551987654321' });
	expect(readCopiedNumber('(51) 98765-4321', '55')).toEqual({ digits: '5551987654321' });
});

test.each([
	['+55 11 98765-4321', '5511987654321'],
	['0055 11 98765 4321', '5511987654321'],
	['\u202a +55 11 98765-4321 \u202c', '5511987654321'],
	['\uff0b55 11 \uff19\uff18765-4321', '5511987654321'],
	['+\u0669\u0666\u0666 50 123 4567', '966501234567'],
	['+55\u00a011\u200998765\u22124321', '5511987654321'],
])('the phone number %j is reduced to its digits: %s', (value, digits) => {
	expect(readPhoneNumber(value)).toEqual({ digits });
});

test.each([
	'tel:+5511987654321',
	'whatsapp:+5511987654321',
	'https://wa.me/5511987654321',
	'http://www.wa.me/+5511987654321/?text=Oi',
	'https://api.whatsapp.com/send?phone=5511987654321&text=Oi',
	'whatsapp://send?phone=%2B5511987654321',
	"'5511987654321'",
	'"+55 11 98765-4321"',
	'“5511987654321”;',
	"+55 11 98765'43'21",
])('%j leaves one reading, whatever the default country code is', (written) => {
	for (const code of codes.slice(0, 4)) expect(readPhoneNumber(written, code)).toEqual({ digits: '5511987654321' });
});

test.each(['(011) 98765-4321', 'tel:011987654321', "'(11) 98765 4321'"])(
	'%j is a number of Brazil if the default country code is 55, and of no country without one',
	(written) => {
		expect(readPhoneNumber(written, '55')).toEqual({ digits: '5511987654321' });
		expect(readPhoneNumber(written)).toHaveProperty('problem');
	},
);

/** What becomes of a number without a default country code, and with the others; null = refused. */
const table: Array<[string, ...Array<string | null>]> = [
	// With "+", the default country code does not matter.
	['+55 11 98765-4321', ...codes.map(() => '5511987654321')],
	// Where 00 is not the international prefix, it may be followed by something else than a country code.
	['0034 612 345 678', '34612345678', null, null, '34612345678', '34612345678'],
	['+290 2123', ...codes.map(() => null)],
	['+43 664 123456789012', ...codes.map(() => null)],
	// Complete, unless a landline of Germany may have as many digits.
	['5511987654321', '5511987654321', '5511987654321', '5511987654321', '5511987654321', null],
	['123456789012345', ...codes.map(() => null)],
	// With a trunk prefix.
	['011987654321', null, '5511987654321', null, null, '4911987654321'],
	// National, or complete.
	['(11) 98765-4321', null, '5511987654321', null, null, '4911987654321'],
	['34612345678', null, null, '34612345678', '34612345678', null],
	['612345678', null, null, null, '34612345678', '49612345678'],
	// Too short for a number of the country.
	['98765-4321', null, null, null, '34987654321', '49987654321'],
];

describe.each(codes.map((code, index) => ({ code, index })))(
	'with the default country code "$code"',
	({ code, index }) => {
		test.each(table.map(([number, ...results]) => [number, results[index] ?? null] as const))(
			'%j is %j',
			(number, digits) => {
				const read = readPhoneNumber(number, code);
				expect('digits' in read ? read.digits : null).toBe(digits);
			},
		);
	},
);

/** `numbersOfTheWorld.test.ts` has the usual numbers of each country. */
test.each([
	['55', '0 15 11 98765-4321', '5511987654321'],
	['54', '9 11 6123-4567', '5491161234567'],
	['52', '5215512345678', '5215512345678'],
	['999', '39 06 698 12345', '390669812345'],
])('with its default country code %s, %j is %s', (code, written, digits) => {
	expect(readPhoneNumber(written, code)).toEqual({ digits });
});

test('numbers are read with a default country code, or none, or refused for a reason that a user can read', async () => {
	await expectAnswers('phone/numbers.txt', (code = '', value) => {
		const read = readPhoneNumber(value, code === 'none' ? '' : code);
		return 'problem' in read ? read.problem : `becomes +${read.digits}`;
	});
});

test.each([
	'3222-1234 x12',
	'+55 11 98765-4321 +55 21 91234-5678',
	'(+55) +55 11 98765-4321',
	'+55 11 98765-4321 x',
	'https://wa.me/qr/ABC',
	'https://wa.me/5511987654321?phone=5521987654321',
	'https://chat.whatsapp.com/5511987654321',
	'https://example.com/5511987654321',
	'1234567890123456',
	'',
	'00',
	undefined,
	true,
	{ phone: '5511987654321' },
])('%j is not a valid phone number', (value) => {
	expect(readPhoneNumber(value)).toEqual({ problem: 'is not a valid phone number' });
});

test.each([
	['(11) 98765-4321', 'may lack its country code', true],
	['98765-4321', 'is too short for a country code', true],
	['011 98765-4321', 'begins with 0, which no country code does', true],
])('without a default country code, %j %s, and one would help: %s', (value, problem, lacksCode) => {
	expect(readPhoneNumber(value)).toEqual({ problem, ...(lacksCode && { lacksCode }) });
});

const [CHAT, WITHOUT_9, LID] = ['5511987654321@s.whatsapp.net', '551187654321@c.us', '5511987654321@lid'];
const GROUP = '120363041234567890@g.us';

test.each([
	['5511987654321', '', [CHAT, WITHOUT_9]],
	['+55 11 98765-4321', '', [CHAT, WITHOUT_9]],
	['(11) 98765-4321', '55', [CHAT, WITHOUT_9]],
	['34612345678', '55', []],
	['(011) 98765-4321', '', [CHAT]],
	['98765-4321', '', [CHAT]],
	['765-4321', '', []],
	['5511987654321:2@s.whatsapp.net', '', [CHAT, WITHOUT_9]],
	['5511987654321@lid', '', [LID]],
	['120363041234567890', '', [GROUP]],
	[GROUP, '55', [GROUP]],
])('in a list of chats, %s with the default country code "%s" finds %j', (id, code, chats) => {
	expect([CHAT, WITHOUT_9, LID, GROUP].filter(chatMatcher([id], code))).toEqual(chats);
});

test('an address that nothing is known of is in no list of chats', () => {
	expect([undefined, '', {}].filter(chatMatcher(['', '+5511987654321'], ''))).toEqual([]);
});

test.each(['abc123', 'a1-b', 'd41d8cd98f00b204', '120363025246125486', 'maria-1612345678@g.us', '+55 11 98765-4321'])(
	'%s can be the ID of a chat',
	(id) => {
		expect(isChatId(id)).toBe(true);
	},
);

test.each(['maria', 'ana-maria', 'José 123', 'Team 2', '@'])('%s is a name rather than the ID of a chat', (id) => {
	expect(isChatId(id)).toBe(false);
});
