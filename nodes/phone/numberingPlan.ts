import { PHONE_PLANS } from './phonePlans';

/** ITU-T E.164: the most digits of a number with its country code. */
export const MAX_DIGITS = 15;

/** A digit that mobiles got later, before the other digits; addresses may lack it, or still have it, as in Mexico. */
const LATER_DIGIT = /^(?:(55\d\d)9(?=[6-9]\d{7}$)|(54)9(?=\d{10}$)|(52)1(?=\d{10}$))/;

/** Returns a number, with its country code, without the digit that mobiles got later: both are the same number. */
export const withoutLaterDigit = (digits: string): string => digits.replace(LATER_DIGIT, '$1$2$3');

/** The parts of each plan by its country code, see `PHONE_PLANS`. */
const PARTS = new Map(
	PHONE_PLANS.trim()
		.split('\n')
		.map((line) => line.split(' ').map((part) => (part === '-' ? '' : part)))
		.map(([code = '', ...parts]) => [code, parts]),
);

/** Replaces the letters that stand for digits in a pattern of `PHONE_PLANS`. */
const spelled = (pattern: string): string =>
	pattern.replace(/([a-o])([A-O]?)/g, (_, least: string, most: string) => {
		const [from, to] = [least, most].map((letter) => letter && letter.toLowerCase().charCodeAt(0) - 96);
		return `\\d{${from}${to && `,${to}`}}`;
	});

const wholly = (pattern: string) => new RegExp(`^(?:${spelled(pattern)})$`);
const atStart = (pattern = '') => (pattern === '' ? undefined : new RegExp(`^(?:${spelled(pattern)})`));
const lengthsIn = (list: string) => list.split(',').filter(Boolean).map(Number);

type NumberingPlan = ReturnType<typeof numberingPlan>;

/** Makes the plan of a country code. Numbers are digits without the country code, unless they are called full. */
function numberingPlan(code: string, parts: string[]) {
	const [
		pattern = '',
		otherLengthList = '',
		mobilePattern = '',
		mobileLengthList = '',
		trunkPrefix = '',
		prefixMark = '',
		dialedPattern,
		replacement = '',
	] = parts;
	const [full, mobileNumber] = [wholly(pattern), wholly(mobilePattern)];
	const beforeNumber = atStart(dialedPattern);
	const hasOtherPrefixAbroad = prefixMark !== '';
	const mobileLengths = lengthsIn(mobileLengthList);
	const lengths = [...lengthsIn(otherLengthList), ...mobileLengths];
	const fits = (number: string) => lengths.includes(number.length) && full.test(number);

	const isMobile = (number: string) => mobilePattern !== '' && mobileNumber.test(number);

	/** Whether there may be such a number, with or without the digit that mobiles got later. */
	const isPossible = (number: string) =>
		code.length + number.length <= MAX_DIGITS &&
		(fits(number) || fits(withoutLaterDigit(code + number).slice(code.length)));

	/** Whether a number rather begins with the country code once more. */
	const isRepeated = (number: string) => {
		const afterCode = number.startsWith(code) ? number.slice(code.length) : '';
		return isPossible(afterCode) && (!isPossible(number) || (isMobile(afterCode) && !isMobile(number)));
	};

	/** Removes the digits that are dialed before a number, as libphonenumber does it. */
	const withoutDialed = (digits: string) => {
		const match = beforeNumber?.exec(digits);
		if (!match || !beforeNumber) return digits;
		const start = match.slice(1).at(-1) === undefined ? '' : match[0].replace(beforeNumber, replacement);
		return start + digits.slice(match[0].length);
	};

	/** Returns the possible numbers that are meant by these digits within the country, with or without a trunk prefix. */
	const nationalNumbers = (digits: string) => {
		const withoutPrefixes = [withoutDialed(digits)];
		if (digits.startsWith(trunkPrefix)) withoutPrefixes.push(digits.slice(trunkPrefix.length));
		const numbers = [digits, ...withoutPrefixes.filter((number) => !isRepeated(number))];
		return [...new Set(numbers)].filter(isPossible);
	};

	/** Whether these digits are dialed before a number within the country, and not part of it. */
	const isTrunkPrefix = (digits: string) =>
		digits !== '' && (digits === trunkPrefix || beforeNumber?.exec(digits)?.[0] === digits);

	const longestMobile = Math.max(0, ...mobileLengths);
	const tests = { isMobile, isPossible, isRepeated, isTrunkPrefix };
	return { code, lengths, longestMobile, nationalNumbers, hasOtherPrefixAbroad, ...tests };
}

const plans = new Map<string, NumberingPlan>();

/** Returns the numbering plan of a country code; undefined if there is no such code. */
export function planOf(code: string): NumberingPlan | undefined {
	const parts = PARTS.get(code);
	if (!plans.has(code) && parts !== undefined) plans.set(code, numberingPlan(code, parts));
	return plans.get(code);
}

/** A number that begins with a country code: the plan of the code, and the digits after it, which it may not allow. */
export interface FullNumber {
	plan: NumberingPlan;
	number: string;
}

/** Returns the numbering plan of the country code with which a full number begins, and the rest of the number. */
export function splitFullNumber(digits: string): FullNumber | undefined {
	for (const length of [1, 2, 3]) {
		const plan = planOf(digits.slice(0, length));
		if (plan !== undefined) return { plan, number: digits.slice(length) };
	}
	return undefined;
}

/** Reads digits as a full number; undefined if its plan does not allow it, or if the code is in it twice. */
export function readFullNumber(digits: string): FullNumber | undefined {
	const full = splitFullNumber(digits);
	return full?.plan.isPossible(full.number) && !full.plan.isRepeated(full.number) ? full : undefined;
}

/** With this many digits, a number without "+" may be complete. */
export const COMPLETE_DIGITS = 12;

/** The country codes whose mobiles, without their code, may be as long as a complete number. */
const LONG_MOBILES = [...PARTS].filter(([, [, , , mobileLengthList = '']]) =>
	lengthsIn(mobileLengthList).some((length) => length >= COMPLETE_DIGITS),
);

/** Whether digits that are long enough for a full number may be a mobile without its country code. */
export const isLongMobile = (digits: string): boolean => LONG_MOBILES.some(([code]) => planOf(code)?.isMobile(digits));
