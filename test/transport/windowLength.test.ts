import { WindowLength, type Opening } from '../../nodes/transport/windowLength';

const MINUTE = 60_000;

/** The server's clock; no multiple of any length. */
const START = 1_000_000_777;

/** An opening whose announced end lies `reset` ms after START, and whose window is as long as `about` fits. */
function opening(reset: number, length: number, more: Partial<Opening> = {}): Opening {
	return { reset: START + reset, atLeast: length - 1_000, atMost: length - 500, follows: true, ...more };
}

function after(...openings: Opening[]): number {
	const length = new WindowLength();
	openings.forEach((each) => length.observe(each));
	return length.ms;
}

test('it is the documented minute, and that is not learned', () => {
	const length = new WindowLength();
	expect([length.ms, length.learned]).toEqual([MINUTE, false]);
});

test('one window alone tells nothing, nor do two of which neither follows the other', () => {
	expect(after(opening(0, 10_000))).toBe(MINUTE);
	expect(after(opening(0, 10_000), opening(10_000, 10_000, { follows: false }))).toBe(MINUTE);
});

test.each([30_000, 20_000, 15_000, 10_000, 5_000, 3_000, 2_000, 1_000])('two that follow each other after %i ms tell', (ms) => {
	const length = new WindowLength();
	length.observe(opening(0, ms, { follows: false }));
	length.observe(opening(ms, ms));
	expect([length.ms, length.learned]).toEqual([ms, true]);
});

test('nobody chooses seven seconds: the longest of the usual lengths that fits is taken', () => {
	expect(after(opening(0, 7_000), opening(7_000, 7_000))).toBe(MINUTE);
	const coarse = { atLeast: 1_900, atMost: 3_000 };
	expect(after(opening(0, 3_000, coarse), opening(3_000, 3_000, coarse))).toBe(3_000);
});

describe('what fits thirty seconds', () => {
	const first = opening(0, 30_000);
	test.each([
		['rounded down, and others came first', opening(30_000, 0, { atLeast: 28_000, atMost: 28_501 }), 30_000],
		['too short', opening(30_000, 0, { atLeast: 28_000, atMost: 28_500 }), MINUTE],
		['rounded up', opening(30_000, 0, { atLeast: 30_999, atMost: 32_000 }), 30_000],
		['too long', opening(30_000, 0, { atLeast: 31_000, atMost: 32_000 }), MINUTE],
		['a step a second too short', opening(29_000, 30_000), 30_000],
		['a step more than that too short', opening(28_999, 30_000), MINUTE],
		['a step three seconds too long', opening(33_000, 30_000), 30_000],
		['a step more than that too long', opening(33_001, 30_000), MINUTE],
	])('%s', (_what, second, ms) => expect(after(first, second)).toBe(ms));
});

test('windows that keep to the clock are told by their announced end, so their length is left alone', () => {
	const onTheClock = (reset: number) => opening(reset, 10_000, { reset });
	expect(after(onTheClock(100_000), onTheClock(110_000))).toBe(MINUTE);
	expect(after(onTheClock(100_000), onTheClock(111_000))).toBe(10_000);
});

test('all of the last eight have to fit', () => {
	const odd = opening(-60_000, MINUTE);
	const regular = (count: number) => Array.from({ length: count }, (_, n) => opening(n * 10_000, 10_000));
	expect(after(odd, ...regular(7))).toBe(MINUTE);
	expect(after(odd, ...regular(8))).toBe(10_000);
});

test('only steps between windows that follow each other count', () => {
	const apart = opening(10_000, 10_000, { follows: false });
	expect(after(opening(0, 10_000), apart, opening(50_000, 10_000))).toBe(MINUTE);
	expect(after(opening(0, 10_000), apart, opening(20_000, 10_000))).toBe(10_000);
});

test('what was learned holds over a pause, and is given up when windows turn out otherwise', () => {
	const learned = [opening(0, 10_000), opening(10_000, 10_000)];
	expect(after(...learned, opening(90_000, MINUTE, { follows: false }))).toBe(10_000);
	expect(after(...learned, opening(70_000, MINUTE))).toBe(MINUTE);
});

test('once refuted it stays the minute', () => {
	const length = new WindowLength();
	for (const reset of [0, 10_000]) length.observe(opening(reset, 10_000));
	length.refuted();
	expect([length.ms, length.learned]).toEqual([MINUTE, false]);
	for (const reset of [20_000, 30_000]) length.observe(opening(reset, 10_000));
	expect(length.ms).toBe(MINUTE);
});
