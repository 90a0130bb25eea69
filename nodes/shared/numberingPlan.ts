import { PHONE_PLANS } from './phonePlans';

/** ITU-T E.164: the most digits of a number with its country code. */
export const MAX_DIGITS = 15;

/** A digit that mobiles got later, before the other digits; addresses may lack it, or still have it, as in Mexico. */
const LATER_DIGIT = /^(?:(55\d\d)9(?=[6-9]\d{7}$)|(54)9(?=\d{10}$)|(52)1(?=\d{10}$))/;

/** Returns a number, with its country code, without the digit that mobiles got later: both are the same number. */
export function withoutLaterDigit(digits: string): string {
	return digits.replace(LATER_DIGIT, '$1$2$3');
}

/** The numbering plan of a country code. Numbers are digits without the country code, unless they are called full. */
class NumberingPlan {
	private readonly pattern: RegExp;
	private readonly otherLengths: number[];
	private readonly mobiles: Array<{ lengths: number[]; beginning: RegExp }> = [];
	private readonly prefix: string;
	private readonly dialed: RegExp | undefined;
	private readonly replacement: string;
	readonly longestMobile: number;
	readonly lengthRange: [number, number];

	constructor(readonly code: string) {
		const [pattern, lengths = '', mobiles = '', prefix = '', dialed, replacement = ''] =
			PHONE_PLANS[code] ?? [];
		this.pattern = new RegExp(`^(?:${pattern})$`);
		this.otherLengths = numbersOf(lengths);
		const parts = mobiles.split(' ');
		for (let index = 0; index + 1 < parts.length; index += 2) {
			const [list = '', beginning] = parts.slice(index, index + 2);
			this.mobiles.push({ lengths: numbersOf(list), beginning: new RegExp(`^(?:${beginning})`) });
		}
		const mobileLengths = this.mobiles.flatMap((each) => each.lengths);
		this.longestMobile = Math.max(0, ...mobileLengths);
		const all = [...this.otherLengths, ...mobileLengths];
		this.lengthRange = [Math.min(...all), Math.max(...all)];
		this.prefix = prefix;
		this.dialed = dialed === undefined ? undefined : new RegExp(`^(?:${dialed})`);
		this.replacement = replacement;
	}

	isMobile(number: string): boolean {
		return this.mobiles.some(
			({ lengths, beginning }) => lengths.includes(number.length) && beginning.test(number),
		);
	}

	/** Whether a number is a mobile, or a possible one as long as the other numbers. */
	isPlausible(number: string): boolean {
		return (
			this.isMobile(number) || (this.fits(number) && this.otherLengths.includes(number.length))
		);
	}

	/** Whether there may be such a number, with or without the digit that mobiles got later. */
	isPossible(number: string): boolean {
		if (this.code.length + number.length > MAX_DIGITS) return false;
		return (
			this.fits(number) || this.fits(withoutLaterDigit(this.code + number).slice(this.code.length))
		);
	}

	/** Returns the possible numbers that are meant by these digits within the country, with or without a trunk prefix. */
	nationalNumbers(digits: string): string[] {
		const readings = new Set([digits, this.withoutDialed(digits)]);
		if (this.prefix !== '' && digits.startsWith(this.prefix))
			readings.add(digits.slice(this.prefix.length));
		return [...readings].filter((each) => this.isPossible(each));
	}

	/** Whether these digits are dialed before a number within the country, and not part of it. */
	isTrunkPrefix(digits: string): boolean {
		return digits !== '' && (digits === this.prefix || this.dialed?.exec(digits)?.[0] === digits);
	}

	private fits(number: string): boolean {
		const hasLength =
			this.otherLengths.includes(number.length) ||
			this.mobiles.some(({ lengths }) => lengths.includes(number.length));
		return hasLength && this.pattern.test(number);
	}

	/** Removes what is dialed before a number, as libphonenumber does it. */
	private withoutDialed(digits: string): string {
		const match = this.dialed?.exec(digits);
		if (!match) return digits;
		const isReplaced = this.replacement !== '' && match.length > 1 && match.at(-1) !== undefined;
		return (
			(isReplaced ? match[0].replace(this.dialed as RegExp, this.replacement) : '') +
			digits.slice(match[0].length)
		);
	}
}

function numbersOf(list: string): number[] {
	return list.split(',').filter(Boolean).map(Number);
}

const plans = new Map<string, NumberingPlan>();

/** Returns the numbering plan of a country code; undefined if there is no such code. */
export function planOf(code: string): NumberingPlan | undefined {
	let plan = plans.get(code);
	if (plan === undefined && Object.hasOwn(PHONE_PLANS, code)) {
		plan = new NumberingPlan(code);
		plans.set(code, plan);
	}
	return plan;
}

/** Returns the numbering plan of the country code with which a full number begins, and the rest of the number. */
export function splitFullNumber(
	digits: string,
): { plan: NumberingPlan; number: string } | undefined {
	for (let length = 1; length <= 3; length += 1) {
		const plan = planOf(digits.slice(0, length));
		if (plan !== undefined) return { plan, number: digits.slice(length) };
	}
	return undefined;
}

let plansWithLongMobiles: NumberingPlan[] | undefined;

/** Whether digits that are long enough for a full number may be a mobile without its country code. */
export function isLongMobile(digits: string): boolean {
	plansWithLongMobiles ??= Object.keys(PHONE_PLANS)
		.map((code) => planOf(code) as NumberingPlan)
		.filter(({ longestMobile }) => longestMobile >= 12);
	return plansWithLongMobiles.some((plan) => plan.isMobile(digits));
}
