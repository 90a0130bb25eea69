/** Returns a number from 0 up to, but not including, 1. */
export type Random = () => number;

/** A small random number generator (mulberry32): the same seed gives the same numbers. */
export function createRandom(seed: number): Random {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

/** An integer from low to high, inclusive. */
export function between(random: Random, low: number, high: number): number {
	return low + Math.floor(random() * (high - low + 1));
}

/** Decimal digits. */
export function digits(random: Random, length: number): string {
	return Array.from({ length }, () => between(random, 0, 9)).join('');
}

/** Lowercase hexadecimal digits. */
export function hex(random: Random, length: number): string {
	return Array.from({ length }, () => between(random, 0, 15).toString(16)).join('');
}

/** A version 4 UUID. */
export function uuid(random: Random): string {
	const text = hex(random, 32);
	const variant = '89ab'[between(random, 0, 3)];
	return `${text.slice(0, 8)}-${text.slice(8, 12)}-4${text.slice(13, 16)}-${variant}${text.slice(17, 20)}-${text.slice(20)}`;
}
