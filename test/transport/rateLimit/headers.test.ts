import fc from 'fast-check';

import { readRateLimit, readRetryAfter } from '../../../nodes/transport/rateLimit/headers';

const NOW = Date.UTC(2025, 0, 1, 12, 0, 0);
const stamp = NOW / 1000 + 30;
const read = (headers: Record<string, unknown>) => readRateLimit(headers, NOW);

/** Anything that could stand in a header. */
const anyHeader = fc.oneof(
	fc.string(),
	fc.integer().map(String),
	fc.double().map(String),
	fc.integer(),
	fc.double(),
	fc.anything(),
	fc.array(fc.string(), { maxLength: 3 }),
	fc.constantFrom('60, 60', '60;w=60', ' 7 ', '-3', '1e9', '0x10', 'NaN', ''),
);

describe('readRateLimit', () => {
	const date = new Date(NOW).toUTCString();

	it.each<[unknown, unknown, unknown]>([
		['60', '12', String(stamp)],
		[60, ['12', 5], stamp],
	])('reads the limit %j, %j remaining, and the reset %j', (limit, remaining, reset) => {
		const expected = { limit: 60, remaining: 12, reset: NOW + 30_000, end: NOW + 31_000 };
		const headers = { 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': reset };
		expect(read({ date, ...headers })).toEqual(expected);
	});

	it.each([
		['seconds', String(stamp), NOW + 30_000],
		['milliseconds', String(stamp * 1000 + 5), NOW + 30_005],
		['a fraction of seconds', `${stamp}.250`, NOW + 30_250],
		['two lines joined', `${stamp}, ${stamp}`, NOW + 30_000],
	])('reads a reset given as %s, whose end on our clock is known with a Date', (_, text, reset) => {
		expect(read({ 'x-ratelimit-reset': text })).toEqual({ reset });
		expect(read({ 'x-ratelimit-reset': text, date })).toEqual({ reset, end: reset + 1_000 });
	});

	it.each([
		['seconds', '30', NOW + 31_000],
		['milliseconds', '30000', NOW + 31_000],
	])('reads a reset in %s from now', (_, text, end) => {
		expect(read({ 'x-ratelimit-reset': text })).toEqual({ end });
	});

	const unusable = ['-5', 'soon', '', '1e3', null, {}, NaN, Infinity];
	it.each(unusable)('ignores a reset of %p', (value) => expect(read({ 'x-ratelimit-reset': value })).toEqual({}));

	it('a negative limit, which some services send for none, says nothing', () => {
		fc.assert(
			fc.property(fc.integer({ max: -1 }), fc.integer({ max: -1 }), (limit, remaining) => {
				expect(read({ 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': `${remaining}` })).toEqual({});
			}),
		);
	});

	it.each([` ${date} `, `${date}!`])('reads the Date "%s" if it is one', (text) => {
		const { end } = read({ date: text, 'x-ratelimit-reset': stamp });
		expect(end).toBe(text.endsWith('!') ? undefined : NOW + 31_000);
	});

	it('finds an end that is not too early, and at most two seconds and the latency too late', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: -86_400_000, max: 86_400_000 }),
				fc.integer({ min: 0, max: 3_000 }),
				fc.integer({ min: 0, max: 60_000 }),
				(ahead, latency, left) => {
					const onService = NOW + ahead;
					const headers = {
						date: new Date(onService).toUTCString(),
						'x-ratelimit-reset': String(Math.floor((onService + left) / 1000)),
					};
					const late = readRateLimit(headers, NOW + latency).end! - (NOW + left);
					expect(late).toBeGreaterThanOrEqual(latency);
					expect(late).toBeLessThanOrEqual(latency + 2_000);
				},
			),
		);
	});
});

describe('readRetryAfter', () => {
	const date = (ms: number) => new Date(NOW + ms).toUTCString();
	const body = (retryAfter: unknown) => ({ success: false, error: { code: 'RATE_LIMIT_EXCEEDED', retryAfter } });

	it.each<[string, unknown, Record<string, unknown>, number | undefined]>([
		['the body, in seconds', body(7), {}, 7_000],
		['the header when the body contains no number', body(['7']), { 'retry-after': 9 }, 9_000],
		["a date, by the service's clock", null, { 'retry-after': date(95_000), date: date(90_000) }, 5_000],
		['a date, by our clock', null, { 'retry-after': date(5_000) }, 5_000],
		['nothing', {}, {}, undefined],
		['a header with zero', {}, { 'retry-after': '0' }, 0],
		['no wait in more than an hour', body(3_601), {}, undefined],
		['no wait in a time, even of the past', body(1_732_300_000), {}, undefined],
		['no wait in the date of another day', {}, { 'retry-after': date(86_400_000) }, undefined],
	])('reads %s', (_, given, headers, expected) => {
		expect(readRetryAfter(given, headers, NOW)).toBe(expected);
	});
	it('never throws, and all numbers are finite and not negative, whatever the service sends', () => {
		fc.assert(
			fc.property(anyHeader, anyHeader, anyHeader, anyHeader, (limit, remaining, reset, date) => {
				const reading = read({
					'x-ratelimit-limit': limit,
					'x-ratelimit-remaining': remaining,
					'x-ratelimit-reset': reset,
					date,
				});
				const headers = { 'retry-after': limit, date };
				const waits = [reset, body(reset)].map((given) => readRetryAfter(given, headers, NOW));
				for (const number of [reading.limit, reading.remaining, reading.reset, ...waits]) {
					expect(number ?? 0).toBeGreaterThanOrEqual(0);
					expect(number ?? 0).toBeLessThan(Infinity);
				}
			}),
			{ numRuns: 1_000 },
		);
	});
});
