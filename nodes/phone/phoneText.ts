import { textOf } from '../shared/values';
import { parseUrl } from '../shared/texts';

/** Digits and what people write between them, with a plus sign only at the start. */
const FORM = /^\(?\+?[\d\s().'\u2019\p{Pd}\u2212\u00b7]+$/u;

/** Invisible characters, e.g. marks for the direction of text in numbers copied from contact apps. */
const INVISIBLE = /\p{Cf}/gu;

/** The characters that spreadsheets, lists and quotations leave around a number. */
const AROUND =
	/^["'`\u00b4\u2018-\u201f\u00ab\u00bb]+|(?<!["'`\u00b4\u2018-\u201f\u00ab\u00bb,;])["'`\u00b4\u2018-\u201f\u00ab\u00bb,;]+$/g;
/** The schemes of links to a number. */
const SCHEME = /^(?:tel|callto|sms|whatsapp):(?!\/)\s*/i;

/** The signs before a country code. */
const START = /^\(?(?:\+|00)/;

/** A decimal number, into which a spreadsheet may turn a phone number. */
const DECIMAL = /\d{7}\.\s?\d+$|\.\d$/;

/** Digits in parentheses after other digits, and these. */
const IN_PARENTHESES = /^(\D*\d[^(]*)\(([^)]*)\)/;

/** Why a text is refused that is no phone number at all. */
export const NO_NUMBER = 'is not a valid phone number';

/** A text that is written as a phone number, of which nobody has checked the digits. */
export interface PhoneText {
	/** All digits; without "00" at the start. */
	digits: string;
	/** With "+" or "00", the country code follows. */
	start: '+' | '00' | '';
	/** The digits in parentheses that follow other digits, and these. */
	parentheses?: { digitsBefore: string; digitsInside: string };
}

/** Reads a text or a number without invisible characters, with full-width and Arabic digits as ASCII. */
export function plainText(value: unknown): string {
	const text = textOf(value) ?? '';
	return text
		.replace(INVISIBLE, '')
		.replace(/[\uff08-\uff19]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
		.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (character) => String(character.charCodeAt(0) % 16))
		.trim();
}

/** Reads what is written as a phone number. Returns the end of a sentence, which says why, if it is not one. */
export function readPhoneText(value: unknown): PhoneText | { problem: string } {
	const withoutScheme = plainText(value).replace(AROUND, '').trim().replace(SCHEME, '');
	const text = numberInLink(withoutScheme) ?? withoutScheme;
	if (!FORM.test(text) || !/\d/.test(text)) return { problem: NO_NUMBER };
	if (DECIMAL.test(text)) return { problem: 'is a decimal number' };
	const [start = ''] = START.exec(text) ?? [];
	const withoutStart = text.slice(start.length);
	const [, digitsBefore = '', digitsInside] = (IN_PARENTHESES.exec(withoutStart) ?? []).map(onlyDigits);
	return {
		digits: onlyDigits(withoutStart),
		start: start.replace('(', '') as PhoneText['start'],
		parentheses: digitsInside === undefined ? undefined : { digitsBefore, digitsInside },
	};
}

/** Hosts of links that open a chat with the number in their path or query. */
const LINK_HOST = /^(?:(?:www\.)?wa\.me|(?:(?:www|api|web)\.)?whatsapp\.com|send)$/;

/** Reads a link that opens a chat, whose number has its country code: `wa.me/5511…`, `whatsapp://send?phone=5511…`. */
function numberInLink(text: string): string | undefined {
	if (!/^(?:https?:\/\/|whatsapp:\/\/)?(?:\w+\.)?(?:wa\.me|whatsapp\.com|send)\b/i.test(text)) return undefined;
	const url = parseUrl(text.includes('://') ? text : `https://${text}`);
	if (url === undefined || !LINK_HOST.test(url.hostname)) return undefined;
	const path = url.pathname.replace(/^\/(?:send)?\/?|\/$/g, '');
	const numbers = [path, ...url.searchParams.getAll('phone')].filter(Boolean);
	const [number = ''] = numbers;
	return numbers.length === 1 ? `+${number.trim().replace(/^(?:\+|%2b)/i, '')}` : undefined;
}

const onlyDigits = (text: string): string => text.replace(/\D/g, '');
