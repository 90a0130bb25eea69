import fc from 'fast-check';

import type { Ticket } from '../../../nodes/transport/rateLimit/allowance';
import { MINUTE, allowanceFixture, type Settled } from './allowanceFixture';

let limit: ReturnType<typeof allowanceFixture>;
beforeEach(() => void (limit = allowanceFixture()));

it('in a window, allows the remaining requests minus those in flight and those not yet counted', () => {
	const some = fc.nat({ max: 8 });
	fc.assert(
		fc.property(fc.nat({ max: 30 }), some, some, some, (left, pending, silent, lost) => {
			const limit = allowanceFixture();
			limit.requestOnce(limit.headers(left));
			const count = Math.min(limit.capacity(), pending + silent + lost);
			const tickets = Array.from({ length: count }, limit.go);
			const end = (ending: Settled) => (ticket: Ticket) => limit.end(ticket, undefined, ending);
			tickets.splice(0, silent).forEach(end({}));
			tickets.splice(0, lost).forEach(end({ status: undefined }));
			expect(limit.capacity()).toBe(Math.max(0, left - pending - silent - lost));
		}),
		{ numRuns: 40 },
	);
});

describe('overlapping responses', () => {
	it.each([
		['the smaller remaining number is newer: it arrives last', [5, MINUTE], [4, MINUTE], 4],
		['the smaller remaining number is newer: it arrives first', [4, MINUTE], [5, MINUTE], 4],
		['a later window counts despite more left: last', [5, MINUTE], [40, 2 * MINUTE], 40],
		['a later window counts despite more left: first', [40, 2 * MINUTE], [5, MINUTE], 40],
		['a reset that moves by a second is the same window', [5, MINUTE], [6, MINUTE + 1_000], 5],
	])('%s', (_rule, first, second, left) => {
		limit.requestOnce(limit.headers(6));
		const [one, two] = [limit.go(), limit.go()];
		limit.end(two, limit.headers(...(first as [number, number])));
		limit.end(one, limit.headers(...(second as [number, number])));
		expect(limit.capacity()).toBe(left);
	});

	it('accepts the newer of two equal readings', () => {
		limit.requestOnce(limit.headers(2));
		const [one, two] = [limit.go(), limit.go()];
		limit.now = 1_000;
		limit.end(two, limit.headers(0, 30_000));
		limit.end(one, limit.headers(0, 31_000));
		// The later of the two resets, and a second more for truncation to whole seconds.
		expect(limit.toNext()).toBeGreaterThanOrEqual(32_000);
	});

	it('an outdated reading still counts as one of our requests', () => {
		// A sliding window: each request expires after a minute.
		const three = (remaining: number) => limit.headersWithoutDate(remaining, limit.now + MINUTE, 3);
		limit.requestOnce(three(2));
		limit.now = 1_000;
		const [one, two] = [limit.go(), limit.go()];
		limit.now = 2_000;
		limit.end(two, three(0));
		limit.now = 3_000;
		limit.end(one, three(1));
		const admittedAt: number[] = [];
		for (let n = 0; n < 3; n += 1) {
			admittedAt.push(limit.toNext() - (limit.toNext() % 1_000));
			limit.requestOnce(three(0));
		}
		expect(admittedAt).toEqual([60_000, 62_000, 63_000]);
	});
});

describe('a 429', () => {
	it.each([
		['with', () => limit.headersWithoutDate(9)],
		['without', () => undefined],
	])('%s headers that arrives late does not count as a request', (_what, given) => {
		limit.requestOnce(limit.headersWithoutDate(9));
		const [one, two] = [limit.go(), limit.go()];
		limit.end(two, limit.headersWithoutDate(8));
		limit.end(one, given(), { status: 429, retryAfterMs: 1_000 });
		limit.toNext();
		limit.requestOnce();
		expect(limit.capacity()).toBe(60 - 3);
	});

	it('pauses longer each time until a request succeeds', () => {
		const pauses: number[] = [];
		for (const status of [429, 429, undefined, 429, 200, 429]) {
			const before = limit.toNext();
			limit.requestOnce(undefined, { status, random: 0.5 });
			if (status === 429) pauses.push((limit.wait()?.until ?? 0) - before);
		}
		expect(pauses).toEqual([500, 1_000, 2_000, 500]);
	});

	it('counts as one with the 429s of other requests in flight', () => {
		limit.requestOnce(limit.headers(3));
		const tickets = [limit.go(), limit.go(), limit.go()];
		tickets.forEach((ticket) => limit.end(ticket, undefined, { status: 429, random: 0.5 }));
		expect(limit.wait()?.until).toBe(500);
	});
});
