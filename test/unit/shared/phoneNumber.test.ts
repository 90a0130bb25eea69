import { readPhoneNumber } from '../../../nodes/shared/phoneNumber';

describe('a phone number is reduced to its digits', () => {
	test.each([
		['5511987654321', '5511987654321'],
		[5511987654321, '5511987654321'],
		['+55 11 98765-4321', '5511987654321'],
		['+55 (11) 98765-4321', '5511987654321'],
		['(55) 11.98765.4321', '5511987654321'],
		['(+55) 11 98765 4321', '5511987654321'],
		['0055 11 98765 4321', '5511987654321'],
		['+55/11/98765–4321', '5511987654321'],
		['+55\u00a011\u00a0987654321', '5511987654321'],
		[' +1 415 555 2671 ', '14155552671'],
		['+1.415.555.2671', '14155552671'],
		['+55 (55) 99999-0000', '5555999990000'],
		['+51 (51) 36-1234', '5151361234'],
		['+39 (06) 698 12345', '390669812345'],
		['+39 06 698 12345', '390669812345'],
		['+225 07 12 34 56 78', '2250712345678'],
		['\u202a+55 11 98765-4321\u202c', '5511987654321'],
		['\u202a +55 11 98765-4321 \u202c', '5511987654321'],
		['+49 171/1234567', '491711234567'],
		['+49 171/ 1234567', '491711234567'],
		['+49 171 /1234567', '491711234567'],
		['(00) 49 171 1234567', '491711234567'],
		['+1234567', '1234567'],
		['123456789012345', '123456789012345'],
	])('%j is %s', (value, digits) => {
		expect(readPhoneNumber(value)).toEqual({ digits });
	});
});

/** What becomes of a number without a default country code, and with 55, 1, 34, 351 and 49; null = refused. */
const codes = ['', '55', '1', '34', '351', '49'];
const table: Array<[string, ...Array<string | null>]> = [
	// With "+" or "00", the default country code does not matter.
	['+55 11 98765-4321', ...codes.map(() => '5511987654321')],
	['0034 612 345 678', ...codes.map(() => '34612345678')],
	['+1234567', ...codes.map(() => '1234567')],
	['+123456789012345', ...codes.map(() => '123456789012345')],
	['+123456', ...codes.map(() => null)],
	['+1234567890123456', ...codes.map(() => null)],
	['+0 11 98765-4321', ...codes.map(() => null)],
	['0001234567890', ...codes.map(() => null)],
	// 12 to 15 digits contain their country code.
	['5511987654321', ...codes.map(() => '5511987654321')],
	['551187654321', ...codes.map(() => '551187654321')],
	['351912345678', ...codes.map(() => '351912345678')],
	['123456789012345', ...codes.map(() => '123456789012345')],
	['1234567890123456', ...codes.map(() => null)],
	// A 0 in front is dialed within a country only.
	[
		'011987654321',
		null,
		'5511987654321',
		'111987654321',
		'3411987654321',
		'35111987654321',
		'4911987654321',
	],
	[
		'0171 1234567',
		null,
		'551711234567',
		'11711234567',
		'341711234567',
		'3511711234567',
		'491711234567',
	],
	[
		'(055) 99999-0000',
		null,
		'5555999990000',
		'155999990000',
		'3455999990000',
		'35155999990000',
		'4955999990000',
	],
	['0 55 11 98765-4321', ...codes.map(() => null)],
	['0119', ...codes.map(() => null)],
	// 10 or 11 digits may lack their country code.
	[
		'(11) 98765-4321',
		null,
		'5511987654321',
		'11987654321',
		'3411987654321',
		'35111987654321',
		'4911987654321',
	],
	[
		'(31) 3333-4444',
		null,
		'553133334444',
		'13133334444',
		'343133334444',
		'3513133334444',
		'493133334444',
	],
	[
		'415 555 2671',
		null,
		'554155552671',
		'14155552671',
		'344155552671',
		'3514155552671',
		'494155552671',
	],
	[
		'1 415 555 2671',
		null,
		'5514155552671',
		'14155552671',
		'3414155552671',
		'35114155552671',
		'4914155552671',
	],
	[
		'(55) 99999-0000',
		null,
		null,
		'155999990000',
		'3455999990000',
		'35155999990000',
		'4955999990000',
	],
	[
		'(55) 3333-4444',
		null,
		'555533334444',
		'15533334444',
		'345533334444',
		'3515533334444',
		'495533334444',
	],
	['34612345678', null, '5534612345678', '134612345678', null, '35134612345678', '4934612345678'],
	['49301234567', null, '5549301234567', '149301234567', '3449301234567', '35149301234567', null],
	['35191234567', null, '5535191234567', '135191234567', '3435191234567', null, '4935191234567'],
	// Fewer digits.
	['98765-4321', null, '55987654321', '1987654321', '34987654321', '351987654321', '49987654321'],
	['912345678', null, '55912345678', '1912345678', '34912345678', '351912345678', '49912345678'],
	['3333-4444', null, '5533334444', '133334444', '3433334444', '35133334444', '4933334444'],
	['333-4444', ...codes.map(() => null)],
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

test('a country that keeps the 0 of its numbers has them written with "+"', () => {
	expect(readPhoneNumber('06 698 12345', '39')).toEqual({ problem: 'begins with 0' });
});

describe('a value that may be another number is refused', () => {
	test.each([
		['5511987654321.0', 'is a decimal number'],
		[5511987654321.5, 'is a decimal number'],
		['5511987654321.50', 'is a decimal number'],
		['55 11 98765432.1', 'is a decimal number'],
		['1234567.1234567', 'is a decimal number'],
		['11987654 7654321', 'contains two phone numbers'],
		['1198765/4321987', 'contains two phone numbers'],
		['5511987654321 5521912345678', 'contains two phone numbers'],
		['+298 123456 / 654321', 'contains two phone numbers'],
		['+49 30 12345 / 12346', 'contains two phone numbers'],
		['555-1234 555-1235', 'contains two phone numbers'],
		['5511987654321. 0', 'is a decimal number'],
		['5.511.987.654.321.00', 'contains two phone numbers'],
		['5 511 987 654 321.00', 'contains two phone numbers'],
		['+44 020 7946 0958', 'contains a 0 in front of the area code'],
		['+49 0171 1234567', 'contains a 0 in front of the area code'],
		['+55(11)(0)98765-4321', 'contains a 0 in front of the area code'],
		['55 (55) 11 98765-4321', 'contains the country code twice'],
		['+65 (65) 9123 4567', 'contains the country code twice'],
		['+55-(55) 11 98765-4321', 'contains the country code twice'],
		['+55 (55 11) 98765-4321', 'contains the country code twice'],
		['+55 55 11 98765-4321', 'contains two phone numbers'],
		['+55 (0) 11 98765-4321', 'contains a 0 in front of the area code'],
		['+55 (011) 98765-4321', 'contains a 0 in front of the area code'],
		['+55 (55) 11 98765-4321', 'contains the country code twice'],
		['+34 (34) 612 345 678', 'contains the country code twice'],
		['+1 (1) 415 555 2671', 'contains the country code twice'],
		['0034 (34) 612 345 678', 'contains the country code twice'],
		['+0 11 98765-4321', 'begins with 0, which no country code does'],
		['000 11 98765-4321', 'begins with 0, which no country code does'],
		['+55 11 98765-4321 +55 21 91234-5678', 'is not a valid phone number'],
		['(+55) +55 11 98765-4321', 'is not a valid phone number'],
		['5.511987654321e12', 'is not a valid phone number'],
		['+55 11 98765-4321 x', 'is not a valid phone number'],
		['+123456', 'is not a valid phone number'],
		['1234567890123456', 'is not a valid phone number'],
		['', 'is not a valid phone number'],
		[undefined, 'is not a valid phone number'],
		[true, 'is not a valid phone number'],
		[{ phone: '5511987654321' }, 'is not a valid phone number'],
	])('%j %s', (value, problem) => {
		expect(readPhoneNumber(value)).toEqual({ problem });
	});
});

describe('without a default country code, the problem tells whether one would help', () => {
	const lacksCode = true;
	const zero = 'begins with 0, which no country code does';
	test.each([
		['(11) 98765-4321', { problem: 'may lack its country code', lacksCode }],
		['415 555 2671', { problem: 'may lack its country code', lacksCode }],
		['98765-4321', { problem: 'is too short for a country code', lacksCode }],
		['011 98765-4321', { problem: zero, lacksCode }],
		['+0 11 98765-4321', { problem: zero }],
		['1234567890123456', { problem: 'is not a valid phone number' }],
	])('%j', (value, result) => {
		expect(readPhoneNumber(value)).toEqual(result);
	});
});

describe('with the default country code 55, the problem of a number is named', () => {
	test.each([
		['333-4444', 'is too short'],
		['00333-4444', undefined],
		['(55) 99999-0000', 'may already contain the country code 55'],
		['0 55 11 98765-4321', 'may already contain the country code 55'],
		['0551187654321', 'may already contain the country code 55'],
		['055118765432', undefined],
	])('%j', (value, problem) => {
		expect(readPhoneNumber(value, '55')).toEqual(
			problem === undefined ? { digits: expect.any(String) } : { problem },
		);
	});
});

test.each([
	['+51 (51) 361-2345', 'contains the country code twice'],
	['34 612(0)345678', 'contains a 0 in front of the area code'],
	['34 612 (0)345678', 'contains a 0 in front of the area code'],
	['3461.2345678 .1', 'is a decimal number'],
])('%j %s', (value, problem) => {
	expect(readPhoneNumber(value)).toEqual({ problem });
});
