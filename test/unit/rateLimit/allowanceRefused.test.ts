import { allowanceFixture, type Settled, type RateLimitHeaders } from './support/allowanceFixture';

let limit: ReturnType<typeof allowanceFixture>;
beforeEach(() => void (limit = allowanceFixture()));

describe('a 429', () => {
	const refuse = (ending: Settled = {}, given?: RateLimitHeaders) =>
		limit.requestOnce(given, { status: 429, ...ending });

	it('pauses all requests for as long as the server asks, then admits one', () => {
		limit.requestOnce();
		refuse({ retryAfterMs: 7_000 });
		expect(limit.wait()).toEqual({ because: 'limit', until: 7_000 });
		limit.now = 6_999;
		expect([limit.wait()?.because, limit.isQuiet()]).toEqual(['limit', false]);
		limit.now = 7_000;
		expect(limit.isQuiet()).toBe(true);
		expect(limit.capacity()).toBe(1);
	});

	it('without a delay but with headers pauses until the window ends', () => {
		refuse({}, limit.headers(0, 30_000));
		expect(limit.wait()?.because).toBe('limit');
		expect(limit.toNext()).toBeGreaterThanOrEqual(30_000);
		expect(limit.now).toBeLessThan(32_000);
	});

	it('does not indicate other clients', () => {
		limit.requestOnce(limit.headers(9, 10_000));
		refuse({ retryAfterMs: 1_000 }, limit.headers(0, 10_000));
		limit.toNext();
		limit.requestOnce(limit.headers(20, 70_000));
		expect(limit.capacity()).toBe(20);
	});

	it.each([
		['with', (reset: number) => limit.headers(0, reset)],
		['without', () => undefined],
	])('%s headers does not count as a request', (_what, given) => {
		limit.requestOnce(limit.headers(0, 10_000));
		limit.toNext();
		refuse({ retryAfterMs: 1_000 }, given(10_000));
		limit.toNext();
		limit.requestOnce();
		// The one at the beginning, and the last.
		expect(limit.capacity()).toBe(60 - 2);
	});

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

	it('keeps its pause if a request sent earlier then succeeds', () => {
		limit.requestOnce(limit.headers(3));
		const [one, two] = [limit.go(), limit.go()];
		limit.end(two, undefined, { status: 429, retryAfterMs: 9_000 });
		limit.end(one, limit.headers(30));
		expect(limit.wait()?.until).toBe(9_000);
	});

	it('does not show whether the service sends headers', () => {
		refuse({ retryAfterMs: 1_000 });
		limit.toNext();
		limit.requestOnce();
		expect(limit.capacity()).toBe(2);
	});
});
