import type { RateLimitReading, Reset } from '../../../nodes/transport/rateLimit/headers';
import { WindowEnd } from '../../../nodes/transport/rateLimit/windowEnd';

/** All instants are in ms after NOW. */
const NOW = Date.UTC(2025, 0, 1, 12);
const MINUTE = 60_000;
/** Added to an end that something shows. */
const MARGIN = 25;

/** A reset in whole seconds, of a response whose `Date` is `dated`, if it has one. */
function announcing(ms: number, dated?: number, more: Partial<Reset> = {}): RateLimitReading {
	const reset = { at: NOW + ms, onServer: NOW + ms, resolutionMs: 1000, ...more };
	return { reset, ...(dated === undefined ? {} : { serverDate: NOW + dated }) };
}

/** A reset of a response without `Date`, in seconds from now. */
const fromNow = (ms: number) => announcing(ms, undefined, { onServer: undefined });
/** A reset whose instant is exact, in a response of the same instant. */
const exactly = (reset: number, ms: number) => announcing(reset, ms, { resolutionMs: 0 });

const span = (ms: number, tookMs = 0) => ({ sentAt: NOW + ms - tookMs, receivedAt: NOW + ms });

/** A response at an instant, how long it took, and what is known of our requests. */
type Response = [
	ms: number,
	reading: RateLimitReading,
	more?: { counted?: number; inFlight?: number; tookMs?: number },
];

/** The end after our requests at these instants, which count, and these further responses. */
function endAfter(requests: number[], ...responses: Response[]) {
	const end = new WindowEnd();
	for (const ms of requests) end.recordRequest(span(ms));
	const ends = responses.map(([ms, reading, { tookMs, counted, inFlight = 0 } = {}]) => {
		end.update(reading, span(ms, tookMs), { counted, inFlight });
		return end.end(NOW + ms) - NOW;
	});
	return { end, ends };
}

const announced30 = 31_000 + MARGIN;
const ofFirst = MINUTE + MARGIN;

/** Our requests, further responses, and the end after each of them. */
test.each<[string, number[], Response[], number[]]>([
	['a reset in whole seconds, rounded up or down', [], [[0, announcing(30_000, 0)]], [announced30]],
	['a reset in ms', [], [[0, announcing(30_000, 0, { resolutionMs: 1 })]], [30_001 + MARGIN]],
	['seconds from now', [], [[0, fromNow(30_000)]], [announced30]],
	['a reset on a clock that is ahead', [], [[0, announcing(120_000, 90_000)]], [announced30]],
	['nothing, without a reset', [], [[0, {}]], [MINUTE]],
	['nothing, on an unknown clock', [], [[0, announcing(30_000)]], [MINUTE]],
	[
		'responses that announce the same instant, whose Date was 900, 100 and 900 ms old',
		[],
		[
			[900, announcing(30_000, 0)],
			[1_100, announcing(30_000, 1_000)],
			[1_900, announcing(30_000, 1_000)],
			[2_000, announcing(30_000)],
		],
		[31_900, 31_100, 31_100, 31_100].map((ms) => ms + MARGIN),
	],
	[
		'the newest reading, and a response without a reset has none',
		[],
		[
			[0, announcing(30_000, 0)],
			[500, announcing(31_000, 0)],
			[600, announcing(30_000, 0)],
			[700, {}],
			[800, fromNow(30_000)],
			[900, fromNow(30_000)],
		],
		[announced30, 32_500 + MARGIN, 31_600 + MARGIN, 700 + MINUTE, announced30, announced30],
	],
	['the response to our oldest request', [100, 2_000], [[3_000, {}]], [100 + ofFirst]],
	['an earlier reset than our request', [0], [[0, announcing(30_000, 0)]], [announced30]],
	['an earlier request than the reset', [0], [[10_000, announcing(MINUTE, 10_000)]], [ofFirst]],
	['the reset of a postponed window', [0], [[10_000, exactly(80_000, 10_000)]], [80_000 + MARGIN]],
	['the reset of a longer window', [0], [[0, exactly(120_000, 0)]], [120_000 + MARGIN]],
	['a reset that rounding explains', [0], [[10_000, exactly(64_000, 10_000)]], [ofFirst]],
	['a later reset', [0], [[10_000, exactly(64_001, 10_000)]], [64_001 + MARGIN]],
	[
		'our request, if the reset is always a minute away',
		[0],
		[0, 10_000, 30_000].map((ms): Response => [ms, announcing(ms + MINUTE, ms)]),
		[ofFirst, ofFirst, ofFirst],
	],
	['a reset a minute after the request', [0], [[20_000, exactly(80_000, 20_000)]], [ofFirst]],
	['one a little earlier', [0], [[20_000, exactly(79_974, 20_000)]], [79_974 + MARGIN]],
	['one later than rounding', [0], [[20_000, exactly(83_976, 20_000)]], [83_976 + MARGIN]],
	['one as late as rounding and latency explain', [0], [[20_000, exactly(83_976, 20_000), { tookMs: 1 }]], [ofFirst]],
	[
		'a reset that is a minute away only because time has passed',
		[0],
		[
			[10_000, announcing(80_000, 10_000)],
			[20_000, announcing(80_000, 20_000)],
			[20_500, announcing(81_500, 20_500)],
			[22_000, announcing(83_001, 22_000)],
		],
		[81_000 + MARGIN, 81_000 + MARGIN, 82_500 + MARGIN, ofFirst],
	],
])('the end of the window is shown by %s', (_what, requests, responses, ends) => {
	expect(endAfter(requests, ...responses).ends).toEqual(ends);
});

describe('the end by our requests leaves out', () => {
	const by = (requests: number[], ...response: Response) => endAfter(requests, response).ends[0];

	test('those that the service does not count', () => {
		const counting = (counted: number) => by([0, 1_000, 2_000], 3_000, {}, { counted });
		expect([4, 3, 2, 1].map(counting)).toEqual([0, 0, 1_000, 2_000].map((ms) => ms + ofFirst));
		// None of ours counts: nothing says when the window ends.
		expect([0, -1].map(counting)).toEqual([3_000 + MINUTE, 3_000 + MINUTE]);
	});

	test('those that ended a minute before the request', () => {
		const after = (ms: number, tookMs: number) => by([0, 20_000], ms, {}, { tookMs });
		expect(after(MINUTE - 1, 0)).toBe(ofFirst);
		expect(after(MINUTE + 9, 10)).toBe(ofFirst);
		expect(after(MINUTE, 0)).toBe(20_000 + ofFirst);
	});

	test('those sent a minute before the response if others are in flight', () => {
		const during = (inFlight: number, ms: number) => by([100, 20_000], ms, {}, { inFlight, tookMs: 10 });
		expect(during(0, MINUTE + 100)).toBe(100 + ofFirst);
		expect(during(1, MINUTE + 99)).toBe(100 + ofFirst);
		expect(during(1, MINUTE + 100)).toBe(20_000 + ofFirst);
	});
});

test('if a new window has no headers, the requests that may still count show its end, or none', () => {
	const { end } = endAfter([0, 1_000, 2_000]);
	expect(end.updateWithoutHeaders(NOW + 1_000 + MINUTE)).toBe(1);
	expect(end.end(NOW + 1_000 + MINUTE)).toBe(NOW + 2_000 + ofFirst);
	const { end: announced } = endAfter([], [0, announcing(30_000, 0)]);
	expect(announced.updateWithoutHeaders(NOW + 40_000)).toBe(0);
	expect(announced.end(NOW + 40_000)).toBe(NOW + 40_000 + MINUTE);
});

test('compares a reset with the last one', () => {
	const where = (reading: RateLimitReading, first = announcing(30_000)) =>
		endAfter([], [0, first]).end.compareReset(reading);
	const moves = [-1_501, -1_500, 0, 1_500, 1_501];
	const expected = ['earlier', 'same', 'same', 'same', 'later'];
	expect(moves.map((ms) => where(announcing(30_000 + ms)))).toEqual(expected);
	expect(moves.map((ms) => where(fromNow(30_000 + ms)))).toEqual(expected);
	// The server's clock counts, whatever the reset is on ours.
	expect(where(announcing(30_000, 0, { at: NOW + 90_000 }))).toBe('same');
	expect(where(announcing(90_000, 0, { at: NOW + 30_000 }))).toBe('later');
	expect(where(announcing(90_000), fromNow(30_000))).toBe('later');
	expect([where({}), new WindowEnd().compareReset(announcing(90_000))]).toEqual(['same', 'same']);
});

test('a 429 announces the latest instant of its reset, if it is in the next two minutes', () => {
	const { end } = endAfter([], [1_000, announcing(30_000, 1_000)]);
	// Narrowed by the response before.
	expect(end.announcedEnd(announcing(30_000, 1_000), NOW + 1_900)).toBe(NOW + announced30);
	const by = (reading: RateLimitReading, ms = 0) => new WindowEnd().announcedEnd(reading, NOW + ms);
	expect(by(announcing(30_000, 900), 900)).toBe(NOW + announced30);
	const at = (ms: number) => by(exactly(ms, 0));
	expect([-26, -25, -24].map(at)).toEqual([undefined, undefined, NOW + 1]);
	const last = 2 * MINUTE - MARGIN;
	expect([last - 1, last].map(at)).toEqual([NOW + 2 * MINUTE - 1, undefined]);
	expect(by({})).toBeUndefined();
});
