// Phone numbers of the world and addresses of chats: how people and services write them, and which one is meant.

import {
	COMPLETE_DIGITS,
	type FullNumber,
	isLongMobile,
	MAX_DIGITS,
	planOf,
	readFullNumber,
	splitFullNumber,
} from './numberingPlan';
import { NO_NUMBER, type PhoneText, plainText, readPhoneText } from './phoneText';

/** The fewest digits of a number with its country code. */
const MIN_DIGITS = 7;

/** Why a number is refused, as the end of a sentence, and whether a default country code may help. */
export interface Refusal {
	problem: string;
	lacksCode?: true;
}

/** A phone number's 7 to 15 digits (ITU-T E.164) with its country code; or why it is refused. */
export type PhoneNumber = { digits: string } | Refusal;

/**
 * Reads a phone number, which is accepted if the numbering plans of the world leave one reading: else, the message may
 * reach a stranger. @param countryCode for numbers without "+" or "00", unless they contain their own; may be empty
 */
export function readPhoneNumber(value: unknown, countryCode = ''): PhoneNumber {
	const text = readPhoneText(value);
	if ('problem' in text) return text;
	return withoutTrunkInParentheses(text) ?? readDigits(text, countryCode);
}

/** Reads a number with a trunk prefix after its country code, e.g. "+49 (0)30 …"; undefined if it has none. */
function withoutTrunkInParentheses({ digits, parentheses }: PhoneText): PhoneNumber | undefined {
	if (parentheses === undefined) return undefined;
	const { digitsBefore, digitsInside } = parentheses;
	const plan = planOf(digitsBefore);
	if (plan === undefined || (digitsInside !== '0' && !plan.isTrunkPrefix(digitsInside))) return undefined;
	const number = digits.slice(digitsBefore.length);
	const numbers = [number, number.slice(digitsInside.length)]
		.map((candidate) => digitsBefore + candidate)
		.filter(readFullNumber);
	return numbers.length === 1 ? { digits: String(numbers[0]) } : trunkProblem(digitsInside);
}

function readDigits({ start, digits, parentheses }: PhoneText, countryCode: string): PhoneNumber {
	// From there, other digits lead abroad, and 00 may be followed by the number of a carrier.
	if (start === '00' && planOf(countryCode)?.hasOtherPrefixAbroad)
		return { problem: `begins with 00, which is not the international prefix of the country code ${countryCode}` };
	if (start !== '') return readInternational(digits, parentheses);
	if (digits.length > MAX_DIGITS) return { problem: NO_NUMBER };
	return countryCode === '' ? readComplete(digits) : readNational(digits, countryCode);
}

/** Reads a number after "+" or "00". */
function readInternational(digits: string, parentheses: PhoneText['parentheses']): PhoneNumber {
	if (digits.startsWith('0')) return { problem: 'begins with 0, which no country code does' };
	if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return { problem: NO_NUMBER };
	return readFullNumber(digits) ? { digits } : whyImpossible(digits, parentheses);
}

/** Says why there is no such number after "+" or "00". */
function whyImpossible(digits: string, parentheses: PhoneText['parentheses']): Refusal {
	const { plan, number = '' } = splitFullNumber(digits) ?? {};
	if (plan === undefined) return { problem: 'does not begin with a country code' };
	if (plan.isRepeated(number)) return { problem: 'contains the country code twice' };
	const [national] = plan.nationalNumbers(number);
	if (national !== undefined) return trunkProblem(number.slice(0, -national.length));
	if (parentheses?.digitsInside.startsWith('0')) return trunkProblem('0');
	return { problem: `is not a number of the country code ${plan.code}` };
}

const trunkProblem = (prefix: string): Refusal => ({ problem: `contains a ${prefix} in front of the area code` });

/** Reads a number without "+" if there is no default country code. */
function readComplete(digits: string): PhoneNumber {
	const lacksCode = true;
	const full = readFullNumber(digits);
	if (digits.length >= COMPLETE_DIGITS && full && !isLongMobile(digits)) {
		const inOwnCountry = readNational(digits, full.plan.code);
		if ('digits' in inOwnCountry && inOwnCountry.digits === digits) return { digits };
	}
	if (digits.length < MIN_DIGITS) return { problem: 'is too short' };
	if (digits.startsWith('0')) return { problem: 'begins with 0, which no country code does', lacksCode };
	if (digits.length < 10) return { problem: 'is too short for a country code', lacksCode };
	return { problem: 'may lack its country code', lacksCode };
}

/** What digits without "+" are with the country code that they begin with: of the default country, or of another. */
type Full = 'none' | 'own' | 'ownMobile' | 'other' | 'otherMobile';

/**
 * What they are without it, in the default country: none, and shorter than all numbers there, longer, or neither; a
 * mobile; or another number, perhaps with more digits than mobiles have, which hardly anybody has.
 */
type National = 'short' | 'neither' | 'longer' | 'mobile' | 'number' | 'long';

const READINGS: Record<National, Record<Full, 'national' | 'full' | 'both' | 'refused'>> = {
	short: { none: 'refused', own: 'full', ownMobile: 'full', other: 'refused', otherMobile: 'refused' },
	neither: { none: 'refused', own: 'full', ownMobile: 'full', other: 'refused', otherMobile: 'full' },
	longer: { none: 'refused', own: 'full', ownMobile: 'full', other: 'full', otherMobile: 'full' },
	mobile: { none: 'national', own: 'both', ownMobile: 'both', other: 'national', otherMobile: 'national' },
	number: { none: 'national', own: 'both', ownMobile: 'both', other: 'national', otherMobile: 'both' },
	long: { none: 'national', own: 'both', ownMobile: 'full', other: 'both', otherMobile: 'both' },
};

/** Reads a number without "+": one of the default country, with or without its code, or else one of another country. */
function readNational(digits: string, code: string): PhoneNumber {
	const [national, second] = planOf(code)?.nationalNumbers(digits) ?? [];
	if (second !== undefined) return { problem: `may be two numbers of the country code ${code}` };
	const full = readFullNumber(digits);
	if (digits === code + national) return { digits };
	const kind = nationalKind(digits, national, code);
	switch (READINGS[kind][fullKind(full, code)]) {
		case 'national':
			return { digits: code + national };
		case 'full':
			return { digits };
		case 'both':
			return { problem: `may already contain the country code ${full?.plan.code}` };
		default:
			return { problem: kind === 'short' ? 'is too short' : `is not a number of the country code ${code}` };
	}
}

function fullKind(full: FullNumber | undefined, code: string): Full {
	if (full === undefined) return 'none';
	const isMobile = full.plan.isMobile(full.number);
	if (full.plan.code === code) return isMobile ? 'ownMobile' : 'own';
	return isMobile ? 'otherMobile' : 'other';
}

function nationalKind(digits: string, national: string | undefined, code: string): National {
	const plan = planOf(code);
	if (plan === undefined) return 'longer';
	if (national !== undefined) {
		if (plan.isMobile(national)) return 'mobile';
		return national.length > plan.longestMobile ? 'long' : 'number';
	}
	if (plan.lengths.every((length) => digits.length < length)) return 'short';
	return plan.lengths.every((length) => digits.length > length) ? 'longer' : 'neither';
}

/**
 * Reads a number that may be copied from the address of a chat: digits alone are refused if they are also another full
 * number. @param countryCode as in `readPhoneNumber`
 */
export function readCopiedNumber(value: unknown, countryCode = ''): PhoneNumber {
	const number = readPhoneNumber(value, countryCode);
	const copied = plainText(value);
	const isAmbiguous = 'digits' in number && number.digits !== copied && /^\d+$/.test(copied);
	return isAmbiguous && readFullNumber(copied) ? { problem: `may be +${copied} or +${number.digits}` } : number;
}
