import { readPhoneNumber } from '../../../nodes/MessagingIntegration/input/phoneNumber';

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
		['1.415.555.2671', '14155552671'],
		['+55 (55) 99999-0000', '5555999990000'],
		['+51 (51) 36-1234', '5151361234'],
		['+39 (06) 698 12345', '390669812345'],
		['+39 06 698 12345', '390669812345'],
		['+225 07 12 34 56 78', '2250712345678'],
		['\u202a+55 11 98765-4321\u202c', '5511987654321'],
		['+49 171/1234567', '491711234567'],
		['1234567', '1234567'],
		['123456789012345', '123456789012345'],
	])('%j is %s', (value, digits) => {
		expect(readPhoneNumber(value)).toEqual({ digits });
	});
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
		['011 98765-4321', 'begins with 0, which no country code does'],
		['+0 11 98765-4321', 'begins with 0, which no country code does'],
		['000 11 98765-4321', 'begins with 0, which no country code does'],
		['+55 11 98765-4321 +55 21 91234-5678', 'is not a valid phone number'],
		['(+55) +55 11 98765-4321', 'is not a valid phone number'],
		['5.511987654321e12', 'is not a valid phone number'],
		['+55 11 98765-4321 x', 'is not a valid phone number'],
		['123456', 'is not a valid phone number'],
		['1234567890123456', 'is not a valid phone number'],
		['', 'is not a valid phone number'],
		[undefined, 'is not a valid phone number'],
		[true, 'is not a valid phone number'],
		[{ phone: '5511987654321' }, 'is not a valid phone number'],
	])('%j %s', (value, problem) => {
		expect(readPhoneNumber(value)).toEqual({ problem });
	});
});
