import { splitFullNumber } from './numberingPlan';
import { textOf } from './plainValues';

/** Digits and what people write between them, with a plus sign only at the start. */
const FORM = /^\(?\+?[\d\s()./\p{Pd}\u2212\u00b7]+$/u;

/** Characters that nobody sees, e.g. marks for the direction of text in numbers copied from contact apps. */
const INVISIBLE = /\p{Cf}/gu;

/** Spreadsheets turn numbers into decimals. */
const DECIMAL = /\d{7}\.\s?\d+$|\.\d$/;

const LINE_BREAK = /[\n\v\f\r\u2028\u2029]/;

/** Why a text is refused that is no phone number at all. */
export const NO_NUMBER = 'is not a valid phone number';

export const TWO_NUMBERS = 'contains two phone numbers';

export interface PhoneText {
	/** All digits; without "00" at the start. */
	digits: string;
	/** Whether it begins with "+" or "00", so that the country code follows. */
	isInternational: boolean;
	/** The digits without what is between them. */
	groups: string[];
	/** The digits in parentheses that follow other digits, and these. */
	parentheses?: { before: string; inside: string };
	/** Whether it begins with digits in parentheses, as an area code is written. */
	hasAreaCode: boolean;
}

/** Reads a text or a number without what nobody sees, with full-width and Arabic digits as ASCII. */
export function plainText(value: unknown): string {
	const text = textOf(value) ?? '';
	if (/^[ -~]*$/.test(text)) return text;
	return text
		.replace(INVISIBLE, '')
		.replace(/[\uff08-\uff19]/g, (each) => String.fromCharCode(each.charCodeAt(0) - 0xfee0))
		.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (each) => String(each.charCodeAt(0) % 16))
		.trim();
}

/** Reads what is written as a phone number. Returns the end of a sentence, which says why, if it is not one. */
export function readPhoneText(value: unknown): PhoneText | { problem: string } {
	const text = plainText(value);
	if (!FORM.test(text) || !/\d/.test(text)) return { problem: NO_NUMBER };
	if (text.includes('.') && DECIMAL.test(text)) return { problem: 'is a decimal number' };
	const [start] = /^\(?(?:\+|00)/.exec(text) ?? [];
	const isInternational = start !== undefined;
	const rest = text.slice(start?.length ?? 0);
	if (LINE_BREAK.test(text) || !isSlashHarmless(rest, isInternational))
		return { problem: TWO_NUMBERS };
	return {
		digits: onlyDigits(rest),
		isInternational,
		groups: rest.match(/\d+/g) ?? [],
		parentheses: parenthesesOf(rest),
		hasAreaCode: /^\([\d\s]+\)/.test(text),
	};
}

/** People write a slash after an area code, but also between two numbers and before an extension. */
function isSlashHarmless(text: string, isInternational: boolean): boolean {
	if (!text.includes('/')) return true;
	const parts = text.split('/').map(onlyDigits);
	const last = parts.pop() ?? '';
	const left = parts.join('');
	const area = (isInternational ? splitFullNumber(left)?.number : undefined) ?? left;
	return area.length <= 6 && area.length < last.length;
}

function parenthesesOf(text: string): PhoneText['parentheses'] {
	const open = text.indexOf('(', text.search(/\d/));
	const close = text.indexOf(')', open);
	if (open < 0 || close < 0) return undefined;
	return { before: onlyDigits(text.slice(0, open)), inside: onlyDigits(text.slice(open, close)) };
}

function onlyDigits(text: string): string {
	return text.replace(/\D/g, '');
}
