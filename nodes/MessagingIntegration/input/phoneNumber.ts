import { textOf } from '../../shared/plainValues';

/** Digits and what people write between them, with a plus sign only at the start. */
const FORM = /^\(?\+?[\d\s()./\-\u2010-\u2015\u00a0]+$/;

/** Why a text is refused that is no phone number at all. */
export const NO_NUMBER = 'is not a valid phone number';

/** A group this long is not an area code but a whole number, so there can only be one. */
const WHOLE_NUMBER = 7;

/**
 * Reads a phone number with country code: drops "+" or "00" at the start, spaces, parentheses, dots, dashes and slashes. It
 * refuses what may be another number, because the message would reach a stranger.
 *
 * @returns the digits, 7 to 15 (ITU-T E.164); or why the value is refused, as the end of a sentence about it
 */
export function readPhoneNumber(value: unknown): { digits: string } | { problem: string } {
	const text = textOf(value) ?? '';
	if (!FORM.test(text)) return { problem: NO_NUMBER };
	// Spreadsheets turn numbers into decimals.
	if (/\d{7}\.\d+$/.test(text) || /\.\d$/.test(text)) return { problem: 'is a decimal number' };
	const groups = text.match(/\d+/g) ?? [];
	if (groups.filter(({ length }) => length >= WHOLE_NUMBER).length > 1)
		return { problem: 'contains two phone numbers' };
	const [, inBrackets] = /\((\d+)\)/.exec(text.slice(1)) ?? [];
	if (inBrackets?.startsWith('0')) return { problem: 'contains a 0 in front of the area code' };
	const isInternational = /^[(\s]*(\+|00)/.test(text);
	const digits = groups.join('').replace(/^00/, '');
	if (isInternational && repeatsCountryCode(text))
		return { problem: 'contains the country code twice' };
	if (digits.startsWith('0')) return { problem: 'begins with 0, which no country code does' };
	return digits.length < 7 || digits.length > 15 ? { problem: NO_NUMBER } : { digits };
}

/** Whether the country code follows again in parentheses. In Brazil (55), 55 is also an area code, before nine digits. */
function repeatsCountryCode(text: string): boolean {
	const [, code = '', again, rest = ''] =
		/^[(\s]*(?:\+|00)(\d+)[)\s]*\((\d+)\)(.*)$/s.exec(text) ?? [];
	return code === again && rest.replace(/\D/g, '').length >= (code === '55' ? 10 : 9);
}
