import { PHONE_PLANS } from './phonePlans';
import { textOf } from '../shared/values';

/** ITU-T E.164: the most digits of a number with its country code. */
export const MAX_DIGITS = 15;

/** A digit that mobiles got later, before the other digits; addresses may lack it, or still have it, as in Mexico. */
const LATER_DIGIT = /^(?:(55\d\d)9(?=[6-9]\d{7}$)|(54)9(?=\d{10}$)|(52)1(?=\d{10}$))/;

/** Returns a number, with its country code, without the digit that mobiles got later: both are the same number. */
export const withoutLaterDigit = (digits: string): string => digits.replace(LATER_DIGIT, '$1$2$3');

const numbersOf = (list: string) => list.split(',').filter(Boolean).map(Number);

type NumberingPlan = ReturnType<typeof numberingPlan>;

/** Reads the plan of a country code. Numbers are digits without the country code, unless they are called full. */
function numberingPlan(code: string) {
	const [pattern, others = '', mobiles = '', prefix = '', dialed, replacement = ''] = PHONE_PLANS[code] ?? [];
	const full = new RegExp(`^(?:${pattern})$`);
	const beforeNumber = dialed === undefined ? undefined : new RegExp(`^(?:${dialed})`);
	const mobileKinds = [...mobiles.matchAll(/(\S+) (\S+) ?/gy)].map(([, list = '', beginning]) => ({
		lengths: numbersOf(list),
		beginning: new RegExp(`^(?:${beginning})`),
	}));
	const mobileLengths = mobileKinds.flatMap((each) => each.lengths);
	const otherLengths = numbersOf(others);
	const lengths = [...otherLengths, ...mobileLengths];
	const fits = (number: string) => lengths.includes(number.length) && full.test(number);

	const isMobile = (number: string) =>
		mobileKinds.some((each) => each.lengths.includes(number.length) && each.beginning.test(number));

	/** Whether a number is a mobile, or a possible one as long as the other numbers. */
	const isPlausible = (number: string) => isMobile(number) || (fits(number) && otherLengths.includes(number.length));

	/** Whether there may be such a number, with or without the digit that mobiles got later. */
	const isPossible = (number: string) =>
		code.length + number.length <= MAX_DIGITS &&
		(fits(number) || fits(withoutLaterDigit(code + number).slice(code.length)));

	/** Removes what is dialed before a number, as libphonenumber does it. */
	const withoutDialed = (digits: string) => {
		const match = beforeNumber?.exec(digits);
		if (!match || !beforeNumber) return digits;
		const start = match.slice(1).at(-1) === undefined ? '' : match[0].replace(beforeNumber, replacement);
		return start + digits.slice(match[0].length);
	};

	/** Returns the possible numbers that are meant by these digits within the country, with or without a trunk prefix. */
	const nationalNumbers = (digits: string) => {
		const readings = [digits, withoutDialed(digits)];
		if (digits.startsWith(prefix)) readings.push(digits.slice(prefix.length));
		return [...new Set(readings)].filter(isPossible);
	};

	/** Whether these digits are dialed before a number within the country, and not part of it. */
	const isTrunkPrefix = (digits: string) =>
		digits !== '' && (digits === prefix || beforeNumber?.exec(digits)?.[0] === digits);

	const longestMobile = Math.max(0, ...mobileLengths);
	const tests = { isMobile, isPlausible, isPossible, isTrunkPrefix };
	return { code, lengths, longestMobile, nationalNumbers, ...tests };
}

const plans = new Map<string, NumberingPlan>();

/** Returns the numbering plan of a country code; undefined if there is no such code. */
export function planOf(code: string): NumberingPlan | undefined {
	if (!plans.has(code) && Object.hasOwn(PHONE_PLANS, code)) plans.set(code, numberingPlan(code));
	return plans.get(code);
}

/** Returns the numbering plan of the country code with which a full number begins, and the rest of the number. */
export function splitFullNumber(digits: string) {
	for (const length of [1, 2, 3]) {
		const plan = planOf(digits.slice(0, length));
		if (plan !== undefined) return { plan, number: digits.slice(length) };
	}
	return undefined;
}

/** Whether digits that are long enough for a full number may be a mobile without its country code. */
export const isLongMobile = (digits: string): boolean =>
	Object.keys(PHONE_PLANS).some((code) => planOf(code)?.isMobile(digits));

/** Digits and what people write between them, with a plus sign only at the start. */
const FORM = /^\(?\+?[\d\s()./\p{Pd}\u2212\u00b7]+$/u;

/** Characters that nobody sees, e.g. marks for the direction of text in numbers copied from contact apps. */
const INVISIBLE = /\p{Cf}/gu;

/** Spreadsheets turn numbers into decimals. */
const DECIMAL = /\d{7}\.\s?\d+$|\.\d$/;

/** Digits in parentheses after other digits, and these. */
const IN_PARENTHESES = /^(\D*\d[^(]*)\(([^)]*)\)/;

const LINE_BREAK = /[\n\v\f\r\u2028\u2029]/;

/** Why a text is refused that is no phone number at all. */
export const NO_NUMBER = 'is not a valid phone number';

export const TWO_NUMBERS = 'contains two phone numbers';

export interface PhoneText {
	/** All digits; without "00" at the start. */
	digits: string;
	/** Whether it begins with "+" or "00", so that the country code follows. */
	isInternational: boolean;
	groups: string[];
	/** The digits in parentheses that follow other digits, and these. */
	parentheses?: { before: string; inside: string };
	/** Whether it begins with digits in parentheses. */
	hasAreaCode: boolean;
}

/** Reads a text or a number without what nobody sees, with full-width and Arabic digits as ASCII. */
export function plainText(value: unknown): string {
	const text = textOf(value) ?? '';
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
	if (DECIMAL.test(text)) return { problem: 'is a decimal number' };
	const [start] = /^\(?(?:\+|00)/.exec(text) ?? [];
	const isInternational = start !== undefined;
	const rest = text.slice(start?.length ?? 0);
	if (LINE_BREAK.test(text) || !isSlashHarmless(rest, isInternational)) return { problem: TWO_NUMBERS };
	const [, before = '', inside] = (IN_PARENTHESES.exec(rest) ?? []).map(onlyDigits);
	return {
		digits: onlyDigits(rest),
		isInternational,
		groups: rest.match(/\d+/g) ?? [],
		parentheses: inside === undefined ? undefined : { before, inside },
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

const onlyDigits = (text: string): string => text.replace(/\D/g, '');
