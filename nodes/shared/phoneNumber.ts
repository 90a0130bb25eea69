import { textOf } from './plainValues';

/** Digits and what people write between them, with a plus sign only at the start. */
const FORM = /^\(?\+?[\d\s()./\-\u2010-\u2015]+$/;

/** Marks for the direction of text, which numbers copied from contact apps contain. */
export const DIRECTION_MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Why a text is refused that is no phone number at all. */
export const NO_NUMBER = 'is not a valid phone number';

/** Why a text is refused that is more than one phone number. */
export const TWO_NUMBERS = 'contains two phone numbers';

/** A number that is written in groups and has this many digits is rather two numbers, or has its country code twice. */
const DOUBTFUL_LENGTH = 14;

/** Country codes after which numbers may begin with 0. */
const KEEPS_ZERO = new Set(['39', '225', '229', '241', '242', '378', '379']);

/** A phone number's digits with its country code; or why it is refused, as the end of a sentence about it. */
export type PhoneNumber =
	| { digits: string }
	| {
			problem: string;
			/** Whether the number may only lack its country code. */
			lacksCode?: true;
	  };

/** Returns a phone number as it is written, without marks for the direction of text; undefined for any other text. */
export function phoneText(value: unknown): string | undefined {
	const text = (textOf(value) ?? '').replace(DIRECTION_MARKS, '').trim();
	return FORM.test(text) ? text : undefined;
}

/**
 * Reads a phone number, without the characters that people write between the digits. A number without "+" or "00" gets
 * the default country code if it cannot contain one. What may be another number is refused, because the message would
 * reach a stranger.
 *
 * @param countryCode default country code, 1 to 3 digits; may be empty
 * @returns the digits, 7 to 15 (ITU-T E.164); or why the value is refused
 */
export function readPhoneNumber(value: unknown, countryCode = ''): PhoneNumber {
	const text = phoneText(value);
	if (text === undefined) return { problem: NO_NUMBER };
	// Spreadsheets turn numbers into decimals.
	if (/\d{7}\.\s?\d+$/.test(text) || /\.\d$/.test(text)) return { problem: 'is a decimal number' };
	const isInternational = /^\(?(\+|00)/.test(text);
	const groups = text.replace(/^\(?00/, '').match(/\d+/g) ?? [];
	const digits = groups.join('');
	if (hasZeroBeforeArea(text, groups, isInternational))
		return { problem: 'contains a 0 in front of the area code' };
	if (repeatsCountryCode(text, groups)) return { problem: 'contains the country code twice' };
	const isDouble = groups.length > 1 && digits.replace(/^0/, '').length >= DOUBTFUL_LENGTH;
	if (isDouble || /\s\/\s/.test(text)) return { problem: TWO_NUMBERS };
	if (!isInternational) return withCountryCode(digits, countryCode);
	if (digits.startsWith('0')) return { problem: 'begins with 0, which no country code does' };
	return digits.length < 7 || digits.length > 15 ? { problem: NO_NUMBER } : { digits };
}

/** Reads a number without "+" or "00". From 12 digits on, it contains its country code. */
function withCountryCode(digits: string, code: string): PhoneNumber {
	const national = digits.replace(/^0/, '');
	const hasZero = national !== digits;
	if (digits.length > 15) return { problem: NO_NUMBER };
	if (digits.length >= 12 && !hasZero) return { digits };
	if (national.length < 8) return { problem: 'is too short' };
	if (code === '') {
		const lacksCode = true;
		if (hasZero) return { problem: 'begins with 0, which no country code does', lacksCode };
		if (digits.length < 10) return { problem: 'is too short for a country code', lacksCode };
		return { problem: 'may lack its country code', lacksCode };
	}
	// In these countries the 0 is part of the number.
	if (hasZero && KEEPS_ZERO.has(code)) return { problem: 'begins with 0' };
	const mayContainCode = digits.startsWith(code) && digits.length === 11;
	if (national.length >= 12 || (mayContainCode && code !== '1'))
		return { problem: `may already contain the country code ${code}` };
	// Only numbers of the North American Numbering Plan have 11 digits with their country code, 1.
	return { digits: mayContainCode ? digits : code + national };
}

/** Within a country, a 0 is dialed before the area code, but not after the country code. */
function hasZeroBeforeArea(text: string, groups: string[], isInternational: boolean): boolean {
	const [code = '', area = ''] = groups;
	if (KEEPS_ZERO.has(code)) return false;
	return (isInternational && area.startsWith('0')) || /[^(\s]\s*\(0/.test(text);
}

/** Whether the country code follows again in parentheses. It may also be an area code, in Brazil (55) and Peru (51). */
function repeatsCountryCode(text: string, groups: string[]): boolean {
	const [code, again, ...rest] = groups;
	const before = text.slice(0, Math.max(0, text.indexOf('(', 1)));
	const isInParentheses = before.replace(/\D/g, '').replace(/^00/, '') === code;
	const length = rest.join('').length;
	return isInParentheses && code === again && length >= 7 && !(code === '55' && length <= 9);
}
