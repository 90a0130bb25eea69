import { allowanceFixture, type Settled, type RateLimitHeaders } from './support/allowanceFixture';

let { end, requestOnce, go, isQuiet, capacity, headers, time, toNext, headersWithoutDate, wait } =
	allowanceFixture();

beforeEach(() => {
	({ end, requestOnce, go, isQuiet, capacity, headers, time, toNext, headersWithoutDate, wait } =
		allowanceFixture());
});

describe('a 429', () => {
	const refuse = (ending: Settled = {}, given?: RateLimitHeaders) =>
		requestOnce(given, { status: 429, ...ending });

	it('pauses all requests for as long as the server asks, then admits one', () => {
		requestOnce();
		refuse({ retryAfterMs: 7_000 });
		expect(wait()).toEqual({ because: 'limit', until: 7_000 });
		time.now = 6_999;
		expect([wait()?.because, isQuiet()]).toEqual(['limit', false]);
		time.now = 7_000;
		expect(isQuiet()).toBe(true);
		expect(capacity()).toBe(1);
	});

	it.each([
		[0, 100],
		[0.25, 250],
		[0.75, 750],
	])('without a delay or headers pauses for a random time (random = %d)', (random, ms) => {
		refuse({ random });
		expect(wait()).toEqual({ because: 'limit', until: ms });
	});

	it('without a delay but with headers pauses until the window ends', () => {
		refuse({}, headers(0, 30_000));
		expect(wait()?.because).toBe('limit');
		expect(toNext()).toBeGreaterThanOrEqual(30_000);
		expect(time.now).toBeLessThan(32_000);
	});

	it('does not indicate other clients', () => {
		requestOnce(headers(9, 10_000));
		refuse({ retryAfterMs: 1_000 }, headers(0, 10_000));
		toNext();
		requestOnce(headers(20, 70_000));
		expect(capacity()).toBe(20);
	});

	it.each([
		['with', (reset: number) => headers(0, reset)],
		['without', () => undefined],
	])('%s headers does not count as a request', (_what, given) => {
		requestOnce(headers(0, 10_000));
		toNext();
		refuse({ retryAfterMs: 1_000 }, given(10_000));
		toNext();
		requestOnce();
		// The one at the beginning, and the last.
		expect(capacity()).toBe(60 - 2);
	});

	it.each([
		['with', () => headersWithoutDate(9)],
		['without', () => undefined],
	])('%s headers that arrives late does not count as a request', (_what, given) => {
		requestOnce(headersWithoutDate(9));
		const [one, two] = [go(), go()];
		end(two, headersWithoutDate(8));
		end(one, given(), { status: 429, retryAfterMs: 1_000 });
		toNext();
		requestOnce();
		expect(capacity()).toBe(60 - 3);
	});

	it('pauses longer each time until a request succeeds', () => {
		const pauses: number[] = [];
		for (const status of [429, 429, undefined, 429, 200, 429]) {
			const before = toNext();
			requestOnce(undefined, { status, random: 0.5 });
			if (status === 429) pauses.push((wait()?.until ?? 0) - before);
		}
		expect(pauses).toEqual([500, 1_000, 2_000, 500]);
	});

	it('counts as one with the 429s of other requests in flight', () => {
		requestOnce(headers(3));
		const tickets = [go(), go(), go()];
		tickets.forEach((ticket) => end(ticket, undefined, { status: 429, random: 0.5 }));
		expect(wait()?.until).toBe(500);
	});

	it('keeps its pause if a request sent earlier then succeeds', () => {
		requestOnce(headers(3));
		const [one, two] = [go(), go()];
		end(two, undefined, { status: 429, retryAfterMs: 9_000 });
		end(one, headers(30));
		expect(wait()?.until).toBe(9_000);
	});

	it('does not show whether the service sends headers', () => {
		refuse({ retryAfterMs: 1_000 });
		toNext();
		requestOnce();
		expect(capacity()).toBe(2);
	});
});
