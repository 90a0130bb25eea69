import {
	isLongMobile,
	MAX_DIGITS,
	NO_NUMBER,
	type PhoneText,
	plainText,
	planOf,
	readPhoneText,
	splitFullNumber,
	TWO_NUMBERS,
} from './numberingPlan';

/** The fewest digits of a number with its country code. */
const MIN_DIGITS = 7;

/** With this many digits, a number without "+" may be complete. */
const COMPLETE_DIGITS = 12;

/** An impossible number that is written in groups and has this many digits is rather two numbers. */
const DOUBTFUL_DIGITS = 14;

/**
 * A phone number's 7 to 15 digits (ITU-T E.164) with its country code; or why it is refused, as the end of a sentence,
 * and whether a default country code may help.
 */
export type PhoneNumber = { digits: string } | { problem: string; lacksCode?: true };

/**
 * Reads a phone number, which is accepted if the numbering plans of the world leave one reading: else, the message may
 * reach a stranger. @param countryCode for numbers without "+" or "00", unless they contain their own; may be empty
 */
export function readPhoneNumber(value: unknown, countryCode = ''): PhoneNumber {
	const text = readPhoneText(value);
	if ('problem' in text) return text;
	if (text.digits.length > MAX_DIGITS) return { problem: text.groups.length > 1 ? TWO_NUMBERS : NO_NUMBER };
	const number = withoutTrunkInParentheses(text) ?? readDigits(text, countryCode);
	return 'digits' in number && areTwo(text, number.digits) ? { problem: TWO_NUMBERS } : number;
}

/** Whether a value is a phone number without "+" or "00", for which the default country code matters. */
export function needsCountryCode(value: unknown): boolean {
	const text = readPhoneText(value);
	return !('problem' in text) && !text.isInternational;
}

/** Digits that are longer than a phone number may still be the ID of a chat. */
const DIGITS_ALONE = /^\d+$/;

/**
 * Reads a number to compare it with the addresses of chats: like a recipient, but digits alone may also be copied from
 * an address. @returns the numbers that are meant; two, if only one of them can be that of a chat
 */
export function readChatNumber(
	value: unknown,
	countryCode: string,
): { numbers: string[] } | Extract<PhoneNumber, { problem: string }> {
	const number = readPhoneNumber(value, countryCode);
	const copied = plainText(value);
	if (!DIGITS_ALONE.test(copied)) return 'digits' in number ? { numbers: [number.digits] } : number;
	if (copied.length > MAX_DIGITS) return { numbers: [copied] };
	const full = splitFullNumber(copied);
	const plan = planOf(countryCode);
	if ('problem' in number) {
		const isFull = plan !== undefined && full?.plan.isMobile(full.number);
		const isNational = plan?.nationalNumbers(copied).some((each) => plan.isPlausible(each));
		return isFull && !isNational ? { numbers: [copied] } : number;
	}
	if (number.digits === copied) return { numbers: [copied] };
	if (full?.plan.isMobile(full.number)) return { problem: `may be +${copied} or +${number.digits}` };
	return { numbers: [number.digits, copied] };
}

/** Reads a number with a trunk prefix after its country code, e.g. "+49 (0)30 …"; undefined if it has none. */
function withoutTrunkInParentheses({ digits, parentheses }: PhoneText): PhoneNumber | undefined {
	if (parentheses === undefined) return undefined;
	const { before, inside } = parentheses;
	const plan = planOf(before);
	if (plan === undefined || (inside !== '0' && !plan.isTrunkPrefix(inside))) return undefined;
	const number = digits.slice(before.length);
	const numbers = [number, number.slice(inside.length)].filter((each) => plan.isPossible(each));
	return numbers.length === 1 ? { digits: before + numbers[0] } : trunkProblem(inside);
}

function readDigits(text: PhoneText, countryCode: string): PhoneNumber {
	if (text.isInternational) return readInternational(text);
	const number = countryCode === '' ? readComplete(text) : readNational(text, countryCode);
	return 'problem' in number && isLongInGroups(text) ? { problem: TWO_NUMBERS } : number;
}

/** Reads a number after "+" or "00". It may be one that the numbering plans do not contain yet. */
function readInternational(text: PhoneText): PhoneNumber {
	const { digits } = text;
	if (digits.startsWith('0')) return { problem: 'begins with 0, which no country code does' };
	if (digits.length < MIN_DIGITS) return { problem: NO_NUMBER };
	const { plan, number = '' } = splitFullNumber(digits) ?? {};
	if (plan === undefined || plan.isPossible(number)) return { digits };
	const isTwice = number.startsWith(plan.code) && plan.isPossible(number.slice(plan.code.length));
	if (isTwice) return { problem: 'contains the country code twice' };
	const [national] = plan.nationalNumbers(number);
	if (national !== undefined) return trunkProblem(number.slice(0, -national.length));
	if (text.parentheses?.inside.startsWith('0')) return trunkProblem('0');
	return isLongInGroups(text) ? { problem: TWO_NUMBERS } : { digits };
}

const trunkProblem = (prefix: string): PhoneNumber => ({ problem: `contains a ${prefix} in front of the area code` });

/** Reads a number without "+" if there is no default country code. */
function readComplete(text: PhoneText): PhoneNumber {
	const { digits } = text;
	const lacksCode = true;
	const { plan, number = '' } = splitFullNumber(digits) ?? {};
	if (digits.length >= COMPLETE_DIGITS && plan?.isPossible(number) && !isLongMobile(digits)) {
		const inOwnCountry = readNational(text, plan.code);
		if ('digits' in inOwnCountry && inOwnCountry.digits === digits) return { digits };
	}
	if (digits.length < MIN_DIGITS) return { problem: 'is too short' };
	if (digits.startsWith('0')) return { problem: 'begins with 0, which no country code does', lacksCode };
	if (digits.length < 10) return { problem: 'is too short for a country code', lacksCode };
	return { problem: 'may lack its country code', lacksCode };
}

/** Reads a number without "+": one of the default country, with or without its code, or else one of another country. */
function readNational(text: PhoneText, code: string): PhoneNumber {
	const { digits } = text;
	const plan = planOf(code);
	const [national, other] = plan?.nationalNumbers(digits) ?? [];
	if (other !== undefined) return { problem: `may be two numbers of the country code ${code}` };
	const full = splitFullNumber(digits);
	const isFull = full?.plan.isPossible(full.number) ?? false;
	const isFullMobile = isFull && full?.plan.isMobile(full.number);
	if (plan === undefined || national === undefined) {
		// Shorter digits may lack an area code, and others of a national length a digit.
		const isShort = plan?.lengths.every((length) => digits.length < length);
		const isLonger = plan?.lengths.every((length) => digits.length > length) ?? true;
		if (isFull && (full?.plan === plan || isLonger)) return { digits };
		if (isFullMobile && !isShort) return { digits };
		return { problem: isShort ? 'is too short' : `is not a number of the country code ${code}` };
	}
	const completed = { digits: code + national };
	if (full === undefined || !isFull || completed.digits === digits) return completed;
	const isForeign = full.plan !== plan;
	// Some plans allow landlines with more digits than mobiles, but hardly anybody has one.
	const isLong = national.length > plan.longestMobile;
	if (isLong && isFullMobile && !isForeign) return { digits };
	const isDialed = text.hasAreaCode || plan.isTrunkPrefix(text.parentheses?.before ?? '');
	const isMobileOnlyInFull = isFullMobile && !plan.isMobile(national) && !isDialed;
	if (isForeign && !isLong && !isMobileOnlyInFull) return completed;
	return { problem: `may already contain the country code ${full.plan.code}` };
}

const isLongInGroups = ({ digits, groups }: PhoneText): boolean =>
	groups.length > 1 && digits.length >= DOUBTFUL_DIGITS;

/** Whether a possible number is rather two shorter ones of a country, one after the other. */
function areTwo({ digits, groups }: PhoneText, read: string): boolean {
	const { plan, number = '' } = splitFullNumber(read) ?? {};
	if (plan === undefined || plan.isMobile(number)) return false;
	const skipped = read === digits ? plan.code.length : 0;
	const isNumber = (part: string) => part.length >= 6 && plan.nationalNumbers(part).length > 0;
	let length = 0;
	return groups.some((group) => {
		length += group.length;
		const [first, second] = [digits.slice(skipped, length), digits.slice(length)];
		return isNumber(first) && isNumber(second);
	});
}
