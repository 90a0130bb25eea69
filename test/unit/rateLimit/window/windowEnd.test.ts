import type { RateLimitReading } from '../../../../nodes/transport/rateLimit/window/headers';
import { announcing, at, NOW, endAfter, windowEnd } from '../support/readings';

const MINUTE = 60_000;

describe('the end by the headers', () => {
	const alone = { counted: false };
	test.each<[string, RateLimitReading, number]>([
		['a reset in whole seconds, rounded up or down', announcing(30_000), 31_025],
		['a reset in milliseconds', announcing(30_000, { resolutionMs: 1 }), 30_026],
		['a reset in seconds from now', announcing(30_000, { onServer: undefined }), 31_025],
		['a response without a reset', {}, MINUTE],
	])('reads %s', (_what, reading, ms) => expect(endAfter(windowEnd(), reading, 0, alone)).toBe(ms));

	test('ignores a reset if the server clock is unknown', () => {
		expect(endAfter(windowEnd({ date: false }), announcing(30_000), 0, alone)).toBe(MINUTE);
		expect(
			endAfter(windowEnd({ date: false }), announcing(30_000, { onServer: undefined }), 0, alone),
		).toBe(31_025);
	});

	test('allows for the uncertainty of the Date header', () => {
		const end = windowEnd();
		end.observeClock({ serverDate: NOW + 5_000 }, at(10));
		// 4,990 ms at least, as 5,000 were shown ten ms from NOW.
		expect(endAfter(end, announcing(35_000), 10, alone)).toBeCloseTo(31_035, 0);
	});

	test('a response without Date does not change the clock', () => {
		const end = windowEnd();
		end.observeClock({}, at(10));
		expect(endAfter(end, announcing(30_000), 10, alone)).toBe(31_025);
	});

	test('the newest reading counts; one without a reset removes the last reset', () => {
		const end = windowEnd();
		endAfter(end, announcing(30_000), 0, alone);
		expect(endAfter(end, announcing(40_000), 0, alone)).toBe(41_025);
		expect(endAfter(end, {}, 0, alone)).toBe(MINUTE);
	});
});

describe('the end by the request history', () => {
	test('is a minute after the response to the oldest counted request', () => {
		const end = windowEnd();
		end.recordRequest(at(100));
		end.recordRequest(at(2_000));
		expect(end.end(NOW + 3_000) - NOW).toBe(100 + MINUTE + 25);
	});

	test('a rejected request does not count', () => {
		expect(endAfter(windowEnd(), {}, 0, { counted: false })).toBe(MINUTE);
		expect(endAfter(windowEnd(), {}, 0)).toBe(MINUTE + 25);
	});

	test('requests older than a minute no longer count', () => {
		const end = windowEnd();
		end.recordRequest(at(0));
		end.recordRequest(at(20_000));
		expect(endAfter(end, {}, MINUTE - 1)).toBe(MINUTE + 25);
		expect(endAfter(end, {}, MINUTE)).toBe(20_000 + MINUTE + 25);
	});

	test('with requests in flight, those sent a minute before the response no longer count either', () => {
		const inFlight = (inFlight: number, tookMs: number) => {
			const end = windowEnd();
			end.recordRequest(at(100, 100));
			return endAfter(end, {}, MINUTE, { inFlight }, tookMs);
		};
		expect(inFlight(0, 10)).toBe(100 + MINUTE + 25);
		expect(inFlight(1, 10)).toBe(MINUTE + MINUTE + 25);
	});

	test('if the server counts fewer requests, older ones belong to an earlier window', () => {
		const counted = (remaining: number) => {
			const end = windowEnd();
			[0, 1_000, 2_000].forEach((ms) => end.recordRequest(at(ms)));
			return endAfter(end, { limit: 60, remaining }, 3_000, { remaining });
		};
		expect([56, 57, 58, 59].map(counted)).toEqual(
			[0, 1_000, 2_000, 3_000].map((ms) => ms + MINUTE + 25),
		);
	});

	test.each([
		['so far that a new window may have begun: only this one counts', 30_001, 58, 5_000],
		['less far', 30_000, 58, 1_000],
		['so far, but in a sliding window, where exactly ours still count', 30_001, 57, 0],
		['so far, but the limit is unknown', 30_001, undefined, 0],
	])('the reset jumped %s', (_what, jump, remaining, oldest) => {
		// Without a Date, the reset only shows that it moved.
		const end = windowEnd({ date: false });
		endAfter(end, announcing(20_000), 0, { counted: false });
		[0, 1_000].forEach((ms) => end.recordRequest(at(ms)));
		expect(
			endAfter(
				end,
				announcing(20_000 + jump),
				5_000,
				remaining === undefined ? { limit: undefined } : { remaining },
			),
		).toBe(oldest + MINUTE + 25);
	});
});

describe('the end', () => {
	test('is the earlier one', () => {
		expect(endAfter(windowEnd(), announcing(30_000), 0)).toBe(31_025);
		expect(endAfter(windowEnd(), announcing(MINUTE), 0)).toBe(MINUTE + 25);
	});

	test('is the end by the headers if that is later by more than rounding', () => {
		expect(endAfter(windowEnd(), announcing(MINUTE + 2_000), 0)).toBe(MINUTE + 25);
		expect(endAfter(windowEnd(), announcing(MINUTE + 2_001), 0)).toBe(MINUTE + 3_026);
	});

	test('is the end by the headers if windows are longer than a minute', () => {
		const exact = { resolutionMs: 1 };
		// The server's clock may be ahead by a second, and the reset by a ms: then this is 61,500 ms away.
		expect(endAfter(windowEnd(), announcing(62_501, exact), 0)).toBe(MINUTE + 25);
		expect(endAfter(windowEnd(), announcing(62_502, exact), 0)).toBe(62_528);
		const fromNow = (ms: number) => announcing(ms, { ...exact, onServer: undefined });
		expect(endAfter(windowEnd(), fromNow(61_501), 0)).toBe(MINUTE + 25);
		expect(endAfter(windowEnd(), fromNow(61_502), 0)).toBe(61_528);
	});
});

describe('a reset that is always a minute away, as in sliding windows', () => {
	/**
	 * Two readings, `gap` ms apart, whose reset moves by `moved`; then a later reading that does not change the result.
	 */
	const rolls = (gap: number, moved: number, more = {}) => {
		const end = windowEnd();
		endAfter(end, announcing(MINUTE), 0);
		endAfter(end, announcing(MINUTE + moved), gap, { previousEnd: NOW + MINUTE, ...more });
		const last = Math.max(6_000, gap + moved);
		return endAfter(end, announcing(MINUTE + last), last, { descending: false }) === MINUTE + 25;
	};
	test.each([
		['moves with time', 2_000, 2_000, {}, true],
		['moves with time, except for rounding up', 2_000, 3_500, {}, true],
		['moves with time, except for rounding down', 2_000, 500, {}, true],
		['moves more', 2_000, 3_501, {}, false],
		['moves less', 3_000, 1_499, {}, false],
		['hardly moves', 499, 499, {}, false],
		['moves by half a second', 500, 500, {}, true],
		['moves while more requests are left than before', 2_000, 2_000, { descending: false }, false],
		['moves with a request of the next window', 2_000, 2_000, { previousEnd: NOW + 2_000 }, false],
		['moves with a request right before it', 2_000, 2_000, { previousEnd: NOW + 2_001 }, true],
		['moves only by rounding, at the same instant', 0, 1_000, {}, false],
	])('is recognized only if it moves with time: one that %s', (_what, gap, moved, more, expected) =>
		expect(rolls(gap, moved, more)).toBe(expected),
	);

	test('is no longer assumed once it stands still for longer than rounding explains', () => {
		const standing = (ms: number, reading = {}, more = {}) => {
			const end = windowEnd();
			endAfter(end, announcing(MINUTE), 0);
			endAfter(end, announcing(MINUTE + 2_000), 2_000, { previousEnd: NOW + MINUTE });
			endAfter(end, { ...announcing(MINUTE + 2_000), ...reading }, 2_000 + ms, {
				previousEnd: NOW + MINUTE,
				...more,
			});
			return (
				endAfter(end, announcing(MINUTE + 6_000), 6_000, { descending: false }) === MINUTE + 25
			);
		};
		expect([standing(3_000), standing(3_001)]).toEqual([true, false]);
		expect(standing(3_001, {}, { descending: false })).toBe(true);
		expect(standing(3_001, announcing(MINUTE + 2_001))).toBe(true);
		expect(standing(3_001, { reset: undefined })).toBe(true);
	});
});

test('compares a reset with the last one', () => {
	const where = (reading: RateLimitReading, first = announcing(30_000)) => {
		const end = windowEnd();
		endAfter(end, first, 0);
		return end.compareReset(reading);
	};
	const moves = [-1_501, -1_500, 0, 1_500, 1_501];
	const expected = ['earlier', 'same', 'same', 'same', 'later'];
	expect(moves.map((ms) => where(announcing(30_000 + ms)))).toEqual(expected);
	expect(moves.map((ms) => where(announcing(30_000 + ms, { onServer: undefined })))).toEqual(
		expected,
	);
	// The server's clock counts, whatever the reset is on ours.
	expect(where(announcing(30_000, { at: NOW + 90_000 }))).toBe('same');
	expect(where(announcing(90_000, { at: NOW + 30_000 }))).toBe('later');
	expect(where(announcing(90_000), announcing(30_000, { onServer: undefined }))).toBe('later');
	expect([where({}), windowEnd().compareReset(announcing(90_000))]).toEqual(['same', 'same']);
});
