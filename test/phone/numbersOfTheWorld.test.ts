import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/metadata.max.json';
import { chatMatcher } from '../../nodes/phone/chatFilter';
import { readCopiedNumber, readPhoneNumber } from '../../nodes/phone/phoneNumber';
import { FORMS, type WorldNumber, worldNumbers } from './worldNumbers';

/** Numbers of all countries, as people write them; libphonenumber-js is the judge of what they are. */

const numbers = worldNumbers();
const codes = [...new Set(numbers.map(({ code }) => code))];
const forms = Object.keys(FORMS);
const [WITH_PLUS, WITH_00, DIGITS, INTERNATIONAL] = forms as [string, string, string, string];
/** The forms with the country code, but without "+" or "00". */
const COMPLETE = [DIGITS, INTERNATIONAL, ...forms.slice(7)];

/** International prefixes, each of one carrier. */
const ABROAD: Record<string, string[]> = {
	62: ['009', '008'],
	55: ['0021', '0015', '0031'],
	65: ['001', '021'],
	66: ['009', '001'],
	57: ['005', '00414'],
	1: ['011'],
	976: ['001'],
	81: ['010'],
	7: ['810'],
};

/** Default country codes of other countries: some for each number, all with FULL=1. */
function otherCodes({ code }: WorldNumber, index: number): string[] {
	const some = Array.from({ length: 3 }, (_, turn) => codes[(index * 3 + turn) % codes.length] ?? '');
	return (process.env.FULL === '1' ? codes : some).filter((each) => each !== code);
}

/** All numbers in each form, made once. */
const texts = new Map(numbers.map((number) => [number, new Map(forms.map((form) => [form, FORMS[form]?.(number)]))]));
const written = (number: WorldNumber, form: string) => texts.get(number)?.get(form) ?? '';

/** Why a number may be refused with its own country's default code: what else the same digits may be. */
const AMBIGUITIES: Array<{ kind: string; problem: RegExp; isSo: (number: WorldNumber, digits: string) => boolean }> = [
	{
		kind: 'a number of the country with and without its code, or one of another country',
		problem: /^may already contain the country code/,
		isSo: ({ code, digits }, text) => {
			const readings = [`+${text}`, text].map((each) => parsePhoneNumberFromString(each, { defaultCallingCode: code }));
			const possible = readings.filter((each) => each?.isPossible()).map((each) => each?.number);
			return possible.some((each) => each !== `+${digits}`);
		},
	},
	{
		kind: 'a number whose 0 is dialed before it, or part of it',
		problem: /^may be two numbers of the country code/,
		isSo: ({ code }, text) => [text, text.replace(/^0/, '')].every((each) => isPossible(`+${code}${each}`)),
	},
	{
		kind: '00 is not the international prefix of the country',
		problem: /^begins with 00, which is not the international prefix/,
		isSo: ({ phone }, text) =>
			text.startsWith('00') && parsePhoneNumberFromString(text, phone.country)?.number !== phone.number,
	},
];

interface Read {
	number: WorldNumber;
	read: ReturnType<typeof readPhoneNumber>;
}

/** Whether a number was read as another one, i.e. a message would go to a stranger. */
const isAnother = ({ number, read }: Read) => 'digits' in read && read.digits !== number.digits;

function isPossible(number: string): boolean {
	return parsePhoneNumberFromString(number)?.isPossible() ?? false;
}

/** 12 or more digits are complete if they are possible. Without a code, only fixed lines have that many. */
const isComplete = ({ number: { isMobile, phone }, read }: Read) =>
	!isMobile && phone.nationalNumber.length >= 12 && 'digits' in read && read.digits === phone.nationalNumber;

const callingCodes = metadata.country_calling_codes as unknown as Record<string, CountryCode[]>;
const countries = metadata.countries as unknown as Record<CountryCode, [unknown, unknown, unknown, number[]]>;

/** Judges by all countries of a code: for +44 1624, libphonenumber-js allows only the lengths of the Isle of Man. */
function isPossibleForCode(number: string): boolean {
	const { countryCallingCode = '', nationalNumber = '' } = parsePhoneNumberFromString(number) ?? {};
	const ofCode = callingCodes[countryCallingCode] ?? [];
	return isPossible(number) || ofCode.some((each) => countries[each][3].includes(nationalNumber.length));
}

describe.each([
	['mobiles', true, 0.025],
	['fixed lines', false, 0.04],
])('%s', (_, isMobile, limit) => {
	const some = numbers.filter((each) => each.isMobile === isMobile);

	test('with the own default code never become another number, and are almost never refused', () => {
		const reads = some.flatMap((number) =>
			forms.map((form) => {
				const text = written(number, form);
				return { number, text, read: readPhoneNumber(text, number.code) };
			}),
		);
		expect(some.length).toBeGreaterThan(1000);
		expect(new Set(some.map(({ country }) => country)).size).toBeGreaterThan(220);
		expect(reads.filter(isAnother)).toEqual([]);
		const refused = reads.flatMap(({ read, ...each }) =>
			'problem' in read ? [{ ...each, problem: read.problem }] : [],
		);
		expect(refused.length / reads.length).toBeLessThan(limit);
		const unexplained = refused.filter(({ number, text, problem }) => {
			const kind = AMBIGUITIES.find((each) => each.problem.test(problem));
			return !kind?.isSo(number, text.replace(/^\+|\D/g, ''));
		});
		expect(unexplained.map(({ text, problem }) => [text, problem])).toEqual([]);
	});

	test.each(forms)('written %s, without a default code, never become another number', (form) => {
		const reads = some.map((number) => ({ number, read: readPhoneNumber(written(number, form)) }));
		expect(reads.filter((each) => isAnother(each) && !isComplete(each))).toEqual([]);
		const refused = reads.filter(({ read }) => 'problem' in read);
		if ([WITH_PLUS, WITH_00].includes(form)) expect(refused.length).toBeLessThan(3);
	});

	test.each(forms)(
		'written %s, with the default code of another country, are the same or one of that country',
		(form) => {
			const reads = some.flatMap((number, index) =>
				otherCodes(number, index).map((code) => {
					const text = written(number, form);
					const result = readPhoneNumber(text, code);
					return { number, code, text, digits: 'digits' in result ? result.digits : undefined };
				}),
			);
			const others = reads.filter(({ number, digits }) => digits !== undefined && digits !== number.digits);
			if ([WITH_PLUS, WITH_00].includes(form)) expect(others).toEqual([]);
			const wrong = others.filter(({ code, text, digits = '' }) => {
				if (digits === text.replace(/\D/g, '')) return !isPossibleForCode(`+${digits}`);
				// Digits that begin with the number's own code are those of another person only if both have mobiles.
				const isComplete = COMPLETE.includes(form) && isMobile;
				return !digits.startsWith(code) || !(isComplete ? isRealMobile(digits) : isPossibleForCode(`+${digits}`));
			});
			expect(wrong.map(({ code, text, digits }) => [code, text, digits])).toEqual([]);
		},
	);
});

test('after the international prefix of another country numbers are the same, or refused', () => {
	// Nobody in Japan or Russia calls one of the islands whose numbers are shorter.
	const usual = numbers.filter(({ digits }) => digits.length >= 10);
	const reads = usual.flatMap((number) =>
		Object.entries(ABROAD).flatMap(([code, prefixes]) =>
			prefixes.map((prefix) => ({ number, code, text: `${prefix} ${number.phone.formatInternational().slice(1)}` })),
		),
	);
	const wrong = reads.filter(({ number, text, code }) => isAnother({ number, read: readPhoneNumber(text, code) }));
	expect(wrong.map(({ text, code }) => [code, text])).toEqual([]);
});

test('a chat ID of digits that is dragged on with "+" is the number, whatever the default code; digits alone may be refused', () => {
	const mobiles = numbers.filter((each) => each.isMobile);
	const wrong = mobiles.flatMap((number, index) =>
		['', number.code, ...otherCodes(number, index)].flatMap((code) => {
			const { digits } = number;
			const plus = readCopiedNumber(`+${digits}`, code);
			const alone = readCopiedNumber(digits, code);
			const isRight = 'digits' in plus && plus.digits === digits && !('digits' in alone && alone.digits !== digits);
			return isRight ? [] : [[code, digits]];
		}),
	);
	expect(wrong).toEqual([]);
});

test.each(forms)('in a list of chats, a number written %s finds its chat', (form) => {
	const missed = numbers.filter(
		(number) => !chatMatcher([written(number, form)], number.code)(`${number.digits}@s.whatsapp.net`),
	);
	expect(missed.length / numbers.length).toBeLessThan(0.03);
});

function isRealMobile(digits: string): boolean {
	const phone = parsePhoneNumberFromString(`+${digits}`);
	const isReal = phone?.number === `+${digits}` && phone.isValid();
	return isReal && ['MOBILE', 'FIXED_LINE_OR_MOBILE'].includes(phone.getType() ?? '');
}
