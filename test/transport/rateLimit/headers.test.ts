import fc from 'fast-check';

import { readRateLimit, readRetryAfter } from '../../../nodes/transport/rateLimit/headers';

const NOW = Date.UTC(2025, 0, 1, 12, 0, 0);
const stamp = NOW / 1000 + 30;
const nothing = { sent: NOW, received: NOW };

function read(headers: Record<string, unknown>, { sent, received } = nothing) {
	return readRateLimit(headers, sent, received);
}

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
	it('reads the three headers in any case', () => {
		const seconds = {
			limit: 60,
			remaining: 12,
			reset: { at: NOW + 30_000, onServer: NOW + 30_000 },
		};
		for (const [limit, remaining, reset] of [
			['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'],
			['X-RateLimit-Limit', 'X-RATELIMIT-REMAINING', 'X-Ratelimit-Reset'],
		] as const) {
			expect(read({ [limit]: '60', [remaining]: '12', [reset]: String(stamp) })).toEqual(seconds);
			expect(read({ [limit]: 60, [remaining]: ['12', 5], [reset]: stamp })).toEqual(seconds);
		}
	});

	it.each([
		['seconds', String(stamp), NOW + 30_000],
		['milliseconds', String(stamp * 1000 + 5), NOW + 30_005],
		['a fraction of seconds', `${stamp}.250`, NOW + 30_250],
		['seconds from now', '30', NOW + 30_000],
		['the most milliseconds from now', '99999999', NOW + 99_999_999],
		['two lines joined', `${stamp}, ${stamp}`, NOW + 30_000],
	])('reads a reset given as %s', (_, text, at) => {
		expect(read({ 'x-ratelimit-reset': text })).toMatchObject({ reset: { at } });
	});

	const unusable = ['-5', 'soon', '', '100000000000000', '1e3', null, {}, NaN, Infinity];
	it.each(unusable)('ignores a reset of %p', (value) => expect(read({ 'x-ratelimit-reset': value })).toEqual({}));

	it('returns the Date of the response, if there is one', () => {
		const date = new Date(NOW).toUTCString();
		expect(read({ date })).toStrictEqual({ serverDate: NOW });
		expect(read({ Date: ` ${date} ` })).toStrictEqual({ serverDate: NOW });
		expect(read({ date: `${date}!` })).toStrictEqual({});
		expect(read({})).toStrictEqual({});
	});

	it('corrects the reset by the Date of the response', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: -86_400_000, max: 86_400_000 }),
				fc.integer({ min: 0, max: 3_000 }),
				fc.integer({ min: 0, max: 60_000 }),
				(ahead, latency, left) => {
					const onServer = NOW + ahead;
					const reset = Math.ceil((onServer + left) / 1000);
					const { reset: found } = read(
						{ date: new Date(onServer).toUTCString(), 'x-ratelimit-reset': String(reset) },
						{ sent: NOW - latency / 2, received: NOW + latency / 2 },
					);
					expect(Math.abs(found!.at - (NOW + left))).toBeLessThanOrEqual(1_500);
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
		['a number written as text', body('7'), {}, 7_000],
		['a delay of zero', body(0), { 'retry-after': '9' }, 0],
		['the header when the body is negative', body(-1), { 'Retry-After': '9' }, 9_000],
		['the header when the body contains no number', body(['7']), { 'retry-after': 9 }, 9_000],
		["a date, by the service's clock", null, { 'retry-after': date(95_000), date: date(90_000) }, 5_000],
		['a date, by our clock', null, { 'retry-after': date(5_000) }, 5_000],
		['nothing', {}, {}, undefined],
		['a header with zero', {}, { 'retry-after': '0' }, 0],
		['milliseconds in the header', {}, { 'retry-after': '60000' }, 60_000],
	])('reads %s', (_, given, headers, expected) => {
		expect(readRetryAfter(given, headers, NOW)).toBe(expected);
	});
	it('never throws, and all numbers are finite and not negative, whatever the service sends', () => {
		fc.assert(
			fc.property(anyHeader, anyHeader, anyHeader, anyHeader, (limit, remaining, reset, date) => {
				const reading = read({
					...{ 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': remaining },
					...{ 'x-ratelimit-reset': reset, date },
				});
				const headers = { 'retry-after': limit, date };
				const waits = [reset, body(reset)].map((given) => readRetryAfter(given, headers, NOW));
				for (const number of [reading.limit, reading.remaining, reading.reset?.at, ...waits]) {
					expect(number ?? 0).toBeGreaterThanOrEqual(0);
					expect(number ?? 0).toBeLessThan(Infinity);
				}
			}),
			{ numRuns: 1_000 },
		);
	});
});
