import { Allowance, type RequestResult } from '../../../nodes/transport/rateLimit/allowance';

const NOW = 1_000_000;

/** Lets the service refuse a request that is sent now. */
function refuse(allowance: Allowance, given: RequestResult = {}, now = NOW, random = 0.5): void {
	allowance.settle(allowance.grant(now), { status: 429, ...given }, now, random);
}

/** How long nothing may be sent. */
function pauseOf(allowance: Allowance, now = NOW): number {
	const decision = allowance.decide(now);
	return decision.go ? 0 : decision.until - now;
}

const endIn = (seconds: number) => ({ 'x-ratelimit-reset': String(seconds) });

test.each<[string, RequestResult, number, number]>([
	['the requested delay', { retryAfterMs: 20_000, headers: endIn(50) }, 0.5, 20_000],
	['until the announced end', { headers: endIn(30) }, 0.5, 31_000],
	['a backoff instead of an end that is hours away', { headers: endIn(999) }, 0.5, 500],
	['a backoff without any information', {}, 0.5, 500],
	['at least a tenth of a second', {}, 0, 100],
	['two minutes at most, then one request looks', { retryAfterMs: 3_600_000 }, 0.5, 120_000],
])('a pause is %s', (_what, given, random, ms) => {
	const allowance = new Allowance();
	refuse(allowance, given, NOW, random);
	expect(pauseOf(allowance)).toBe(ms);
	expect(allowance.decide(NOW + ms + 25)).toEqual({ go: true });
});

test('a pause grows with each 429 unless the service asks for a second or more', () => {
	const pauses = (retryAfterMs?: number) => {
		const allowance = new Allowance();
		return [1, 2, 3, 4].map((n) => {
			const now = NOW + n * 60_000;
			refuse(allowance, { retryAfterMs }, now);
			return pauseOf(allowance, now);
		});
	};
	expect(pauses()).toEqual([500, 1_000, 2_000, 4_000]);
	expect(pauses(0)).toEqual([0, 1_000, 2_000, 4_000]);
	expect(pauses(1_000)).toEqual([1_000, 1_000, 1_000, 1_000]);
});

test.each([
	[200, 120_000, 500],
	[undefined, 120_000, 2_000],
	[200, 0, 2_000],
])('after two refusals and the status %s of a request that was sent at %i ms, a pause is %i ms', (status, sent, ms) => {
	const allowance = new Allowance();
	refuse(allowance);
	refuse(allowance, {}, NOW + 60_000);
	allowance.settle(allowance.grant(NOW + sent), { status }, NOW + 120_000, 0);
	refuse(allowance, {}, NOW + 180_000);
	expect(pauseOf(allowance, NOW + 180_000)).toBe(ms);
});

test.each([
	[3, 4, 0, 3],
	[3, 2, 0, 2],
	[0, 5, 60, 5],
	[5, 0, -60, 5],
])(
	'of the readings %i and, overtaken, %i with a reset %i s later, %i requests are left',
	(late, early, later, count) => {
		const allowance = new Allowance();
		const [first, second] = [allowance.grant(NOW), allowance.grant(NOW)];
		const settle = (ticket: typeof first, remaining: number, reset: number) =>
			allowance.settle(ticket, { headers: { 'x-ratelimit-remaining': remaining, ...endIn(1e9 + reset) } }, NOW, 0);
		settle(second, late, 0);
		settle(first, early, later);
		let left = 0;
		for (; allowance.decide(NOW).go; left += 1) allowance.grant(NOW);
		expect(left).toBe(count);
	},
);
