import type { RateLimitReading, Reset } from '../../../nodes/transport/rateLimit/headers';
import { WindowEnd } from '../../../nodes/transport/rateLimit/windowEnd';

const NOW = Date.UTC(2025, 0, 1, 12);
const MINUTE = 60_000;
/** Added to every end. */
const MARGIN = 25;

/** A reset `ms` after NOW, in whole seconds, of a response whose `Date` is `dated` ms after NOW, if it has one. */
function announcing(ms: number, dated?: number, more: Partial<Reset> = {}): RateLimitReading {
	const reset = { at: NOW + ms, onServer: NOW + ms, resolutionMs: 1000, ...more };
	return { reset, ...(dated === undefined ? {} : { serverDate: NOW + dated }) };
}

/** A new window end, driven by hand. All instants are in ms after NOW. */
function windowEnd() {
	const end = new WindowEnd();
	const span = (ms: number, tookMs = 0) => ({ sentAt: NOW + ms - tookMs, receivedAt: NOW + ms });
	const fixture = {
		/** Our requests that count, each with an immediate response. */
		requests(...instants: number[]) {
			instants.forEach((ms) => end.recordRequest(span(ms)));
			return fixture;
		},
		/** @returns when the window ends after a reading at `ms` */
		read(
			ms: number,
			reading: RateLimitReading,
			{ counted, inFlight = 0, tookMs = 0 }: Record<string, number> = {},
		) {
			end.update(reading, span(ms, tookMs), { counted, inFlight });
			return end.end(NOW + ms) - NOW;
		},
		end,
	};
	return fixture;
}

describe('the end by the headers', () => {
	test.each<[string, RateLimitReading, number]>([
		['a reset in whole seconds, rounded up or down', announcing(30_000, 0), 31_000 + MARGIN],
		['a reset in ms', announcing(30_000, 0, { resolutionMs: 1 }), 30_001 + MARGIN],
		['seconds from now', announcing(30_000, undefined, { onServer: undefined }), 31_000 + MARGIN],
		['a reset on a clock that is ahead', announcing(120_000, 90_000), 31_000 + MARGIN],
		['a response without a reset', {}, MINUTE],
		['a reset on an unknown clock', announcing(30_000), MINUTE],
	])('is the latest instant of %s', (_what, reading, ms) =>
		expect(windowEnd().read(0, reading)).toBe(ms),
	);

	test('is narrowed by further responses that announce the same instant', () => {
		const end = windowEnd();
		// The service wrote `Date` at 900 ms, at 1,100 ms and at 1,900 ms.
		expect(end.read(900, announcing(30_000, 0))).toBe(31_900 + MARGIN);
		expect(end.read(1_100, announcing(30_000, 1_000))).toBe(31_100 + MARGIN);
		expect(end.read(1_900, announcing(30_000, 1_000))).toBe(31_100 + MARGIN);
		expect(end.read(2_000, announcing(30_000))).toBe(31_100 + MARGIN);
	});

	test('is that of the newest reading, and a response without a reset has none', () => {
		const end = windowEnd();
		end.read(0, announcing(30_000, 0));
		expect(end.read(500, announcing(31_000, 0))).toBe(32_500 + MARGIN);
		expect(end.read(600, announcing(30_000, 0))).toBe(31_600 + MARGIN);
		expect(end.read(700, {})).toBe(700 + MINUTE);
		const fromNow = (ms: number) => announcing(ms, undefined, { onServer: undefined });
		end.read(800, fromNow(30_000));
		expect(end.read(900, fromNow(30_000))).toBe(31_000 + MARGIN);
	});
});

describe('the end by our requests', () => {
	test('is a minute after the response to the oldest one that counts', () => {
		expect(
			windowEnd()
				.requests(100, 2_000)
				.end.end(NOW + 3_000),
		).toBe(NOW + 100 + MINUTE + MARGIN);
	});

	test('leaves out those that the service does not count', () => {
		const counting = (counted: number) =>
			windowEnd().requests(0, 1_000, 2_000).read(3_000, {}, { counted });
		expect([4, 3, 2, 1].map(counting)).toEqual(
			[0, 0, 1_000, 2_000].map((ms) => ms + MINUTE + MARGIN),
		);
		// None of ours counts: nothing says when the window ends.
		expect([0, -1].map(counting)).toEqual([3_000 + MINUTE, 3_000 + MINUTE]);
	});

	test('leaves out those that ended a minute before the request', () => {
		const after = (ms: number, tookMs: number) =>
			windowEnd().requests(0, 20_000).read(ms, {}, { tookMs });
		expect(after(MINUTE - 1, 0)).toBe(MINUTE + MARGIN);
		expect(after(MINUTE + 9, 10)).toBe(MINUTE + MARGIN);
		expect(after(MINUTE, 0)).toBe(20_000 + MINUTE + MARGIN);
	});

	test('leaves out those sent a minute before the response if others are in flight', () => {
		const withInFlight = (inFlight: number, ms: number) =>
			windowEnd().requests(100, 20_000).read(ms, {}, { inFlight, tookMs: 10 });
		expect(withInFlight(0, MINUTE + 100)).toBe(100 + MINUTE + MARGIN);
		expect(withInFlight(1, MINUTE + 99)).toBe(100 + MINUTE + MARGIN);
		expect(withInFlight(1, MINUTE + 100)).toBe(20_000 + MINUTE + MARGIN);
	});

	test('counts those that may still count when a new window has no headers', () => {
		const { end } = windowEnd().requests(0, 1_000, 2_000);
		expect(end.updateWithoutHeaders(NOW + 1_000 + MINUTE)).toBe(1);
		expect(end.end(NOW + 1_000 + MINUTE)).toBe(NOW + 2_000 + MINUTE + MARGIN);
	});

	test('replaces that of the headers when a new window has none', () => {
		const fixture = windowEnd();
		fixture.read(0, announcing(30_000, 0));
		expect(fixture.end.updateWithoutHeaders(NOW + 40_000)).toBe(0);
		expect(fixture.end.end(NOW + 40_000)).toBe(NOW + 40_000 + MINUTE);
	});
});

describe('the end', () => {
	const exact = { resolutionMs: 0 };

	test('is the earlier one', () => {
		expect(windowEnd().requests(0).read(0, announcing(30_000, 0))).toBe(31_000 + MARGIN);
		expect(windowEnd().requests(0).read(10_000, announcing(MINUTE, 10_000))).toBe(MINUTE + MARGIN);
	});

	test.each([
		['a postponed window', 10_000, 80_000],
		['a window that is longer than a minute', 0, 120_000],
		['a window that began after requests that seem to count', 50_000, 100_000],
	])('is the announced one of %s', (_what, ms, reset) => {
		expect(
			windowEnd()
				.requests(0)
				.read(ms, announcing(reset, ms, exact)),
		).toBe(reset + MARGIN);
	});

	test('is the earlier one if rounding explains why the announced one is later', () => {
		const end = (late: number) =>
			windowEnd()
				.requests(0)
				.read(10_000, announcing(MINUTE + late, 10_000, exact));
		expect(end(4_000)).toBe(MINUTE + MARGIN);
		expect(end(4_001)).toBe(MINUTE + 4_001 + MARGIN);
	});

	test('is that of our requests if the reset is always a minute away', () => {
		const end = windowEnd().requests(0);
		for (const ms of [0, 1_000, 10_000, 30_000])
			expect(end.read(ms, announcing(ms + MINUTE, ms))).toBe(MINUTE + MARGIN);
	});

	test.each([
		['a minute after the request', 20_000 + MINUTE, 0, true],
		['earlier', 20_000 + MINUTE - 26, 0, false],
		['later than rounding explains', 20_000 + MINUTE + 3_976, 0, false],
		['as late as rounding and latency explain', 20_000 + MINUTE + 3_976, 1, true],
	])('takes a reset for a minute away only if it is: %s', (_what, reset, tookMs, isMinuteAway) => {
		const end = windowEnd()
			.requests(0)
			.read(20_000, announcing(reset, 20_000, exact), { tookMs });
		expect(end).toBe((isMinuteAway ? MINUTE : reset) + MARGIN);
	});

	test('does not take a reset for a minute away because time has passed', () => {
		const end = windowEnd().requests(0);
		end.read(10_000, announcing(80_000, 10_000));
		expect(end.read(20_000, announcing(80_000, 20_000))).toBe(81_000 + MARGIN);
		expect(end.read(20_500, announcing(81_500, 20_500))).toBe(82_500 + MARGIN);
		expect(end.read(22_000, announcing(83_001, 22_000))).toBe(MINUTE + MARGIN);
	});
});

test('compares a reset with the last one', () => {
	const where = (reading: RateLimitReading, first = announcing(30_000)) => {
		const { end, read } = windowEnd();
		read(0, first);
		return end.compareReset(reading);
	};
	const moves = [-1_501, -1_500, 0, 1_500, 1_501];
	const expected = ['earlier', 'same', 'same', 'same', 'later'];
	expect(moves.map((ms) => where(announcing(30_000 + ms)))).toEqual(expected);
	const fromNow = (ms: number) => announcing(ms, undefined, { onServer: undefined });
	expect(moves.map((ms) => where(fromNow(30_000 + ms)))).toEqual(expected);
	// The server's clock counts, whatever the reset is on ours.
	expect(where(announcing(30_000, 0, { at: NOW + 90_000 }))).toBe('same');
	expect(where(announcing(90_000, 0, { at: NOW + 30_000 }))).toBe('later');
	expect(where(announcing(90_000), fromNow(30_000))).toBe('later');
	expect([where({}), windowEnd().end.compareReset(announcing(90_000))]).toEqual(['same', 'same']);
});

describe('the end that a 429 announces', () => {
	const announcedBy = (reading: RateLimitReading, ms: number) =>
		windowEnd().end.announcedEnd(reading, NOW + ms);

	test('is the latest instant of its reset, narrowed by earlier responses', () => {
		expect(announcedBy(announcing(30_000, 900), 900)).toBe(NOW + 31_000 + MARGIN);
		const { end, read } = windowEnd();
		read(1_000, announcing(30_000, 1_000));
		expect(end.announcedEnd(announcing(30_000, 1_000), NOW + 1_900)).toBe(NOW + 31_000 + MARGIN);
	});

	test('is unknown if it is not in the next two minutes', () => {
		const exact = { resolutionMs: 0 };
		const at = (ms: number) => announcedBy(announcing(ms, 0, exact), 0);
		expect([-26, -25, -24].map(at)).toEqual([undefined, undefined, NOW + 1]);
		const last = 2 * MINUTE - MARGIN;
		expect([last - 1, last].map(at)).toEqual([NOW + 2 * MINUTE - 1, undefined]);
		expect(announcedBy({}, 0)).toBeUndefined();
	});
});
