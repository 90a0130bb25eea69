import type { Permit } from '../../../../nodes/transport/rateLimit/rateLimiter';
import { rateLimiterFixture, states } from '../support/rateLimiterFixture';
import { settled } from '../../../simulation/support/simulatedClock';

let { clock, limiter, response, headers, pauseFor, watch } = rateLimiterFixture();

beforeEach(() => {
	({ clock, limiter, response, headers, pauseFor, watch } = rateLimiterFixture());
});

describe('before anything is known', () => {
	it('sends one request, and the others wait for its response', async () => {
		const first = await limiter.acquire();
		const others = [1, 2, 3].map(() => watch(limiter.acquire()));
		await clock.pass(100);
		expect(states(others)).toEqual(['waiting', 'waiting', 'waiting']);
		first.release(response(200, { headers: headers(2, 60) }));
		await settled();
		expect(states(others)).toEqual(['in', 'in', 'waiting']);
	});

	it('does not pace a service without headers', async () => {
		const start = clock.elapsed;
		const requests = Array.from({ length: 500 }, async () =>
			(await limiter.acquire()).release(response(200, { headers: {} })),
		);
		await Promise.all(requests);
		expect(clock.elapsed).toBe(start);
		expect(clock.timers).toBe(0);
	});

	it('sends more requests at a time with each response without headers, so that there is no burst', async () => {
		const requests = Array.from({ length: 100 }, () => watch(limiter.acquire()));
		const inFlight = () => requests.filter(({ state }) => state === 'in');
		await settled();
		for (const count of [1, 2, 3, 4]) {
			expect(inFlight()).toHaveLength(2 * count - 1);
			inFlight()[count - 1]!.result!.release(response(200, { headers: {} }));
			await settled();
		}
		inFlight()[4]!.result!.release(response(200, { headers: headers(0, 60) }));
		await settled();
		expect(inFlight()).toHaveLength(9);
	});

	it.each([
		['a web page of a gateway', response(502, { headers: { 'content-type': 'text/html' } })],
		['a 404 page of a proxy', response(404, { headers: { 'content-type': 'text/html' } })],
		['a 503 without headers', response(503, { headers: {} })],
		['a redirect', response(302, { headers: {} })],
		['a proxy that requires a password', response(407, { headers: {} })],
	])('keeps the limit after %s, which says nothing about the API', async (_what, given) => {
		(await limiter.acquire()).release(given);
		const others = [1, 2, 3].map(() => watch(limiter.acquire()));
		await settled();
		expect(states(others)).toEqual(['in', 'waiting', 'waiting']);
	});

	it('sends another request if the first gets no response', async () => {
		await limiter.acquire();
		const start = clock.elapsed;
		const second = await clock.run(limiter.acquire());
		expect(second.waitedMs).toBe(clock.elapsed - start);
		expect(second.waitedMs).toBeLessThanOrEqual(10_000);
	});

	it('paces once headers arrive', async () => {
		(await limiter.acquire()).release(response(200));
		(await limiter.acquire()).release(response(200, { headers: headers(0, 30) }));
		const next = watch(limiter.acquire());
		await clock.pass(29_000);
		expect(next.state).toBe('waiting');
		await clock.pass(3_000);
		expect(next.state).toBe('in');
	});
});

describe('a 429', () => {
	it('pauses all requests for as long as the server asks, then admits one', async () => {
		const start = clock.elapsed;
		await pauseFor(20);
		const waiting = [1, 2, 3].map(() => watch(limiter.acquire()));
		await clock.pass(19_999);
		expect(states(waiting)).toEqual(['waiting', 'waiting', 'waiting']);
		await clock.pass(1);
		expect(states(waiting)).toEqual(['in', 'waiting', 'waiting']);
		expect(waiting[0]!.at! - start).toBe(20_000);
		waiting[0]!.result!.release(response(200, { headers: headers(40, 60) }));
		await settled();
		expect(states(waiting)).toEqual(['in', 'in', 'in']);
	});

	it('pauses longer each time if the server sends no delay, and starts over after a success', async () => {
		const pauses: number[] = [];
		for (let times = 1; times <= 8; times++) {
			const permit: Permit = await clock.run(limiter.acquire());
			pauses.push(permit.waitedMs);
			permit.release(response(429));
		}
		pauses.slice(1).forEach((ms, n) => {
			expect(ms).toBeGreaterThanOrEqual(100);
			expect(ms).toBeLessThanOrEqual(Math.min(60_000, 1000 * 2 ** n));
		});
		expect(Math.max(...pauses)).toBeGreaterThan(1_000);
		(await clock.run(limiter.acquire())).release(response(200));
		(await clock.run(limiter.acquire())).release(response(429));
		expect((await clock.run(limiter.acquire())).waitedMs).toBeLessThanOrEqual(1_000);
	});

	it('counts as one with the 429s of other requests in flight', async () => {
		(await limiter.acquire()).release(response(200, { headers: headers(10, 60) }));
		const permits = await Promise.all([1, 2, 3, 4, 5, 6].map(async () => await limiter.acquire()));
		for (const permit of permits) permit.release(response(429));
		expect((await clock.run(limiter.acquire())).waitedMs).toBeLessThanOrEqual(1_000);
	});

	it('of an hour admits one request every two minutes, and ends with the first success', async () => {
		await pauseFor(3600);
		const waiting = [1, 2, 3].map(() => watch(limiter.acquire()));
		await clock.pass(119_999);
		expect(states(waiting)).toEqual(['waiting', 'waiting', 'waiting']);
		await clock.pass(1);
		expect(states(waiting)).toEqual(['in', 'waiting', 'waiting']);
		waiting[0]!.result!.release(response(429, { retryAfterMs: 3_480_000 }));
		await clock.pass(120_000);
		expect(states(waiting)).toEqual(['in', 'in', 'waiting']);
		waiting[1]!.result!.release(response(200, { headers: headers(10, 60) }));
		await settled();
		expect(states(waiting)).toEqual(['in', 'in', 'in']);
	});

	it('of an hour is forgotten once a later 429 announces a shorter one', async () => {
		await pauseFor(3600);
		await clock.pass(120_000);
		(await limiter.acquire({ maxWaitMs: 300_000 })).release(response(429, { retryAfterMs: 5_000 }));
		const next = watch(limiter.acquire({ maxWaitMs: 300_000 }));
		await clock.pass(5_000);
		expect(next.state).toBe('in');
	});

	it('of an hour is too long for a request that may wait less', async () => {
		await pauseFor(3600);
		await expect(limiter.acquire({ maxWaitMs: 300_000 })).rejects.toMatchObject({
			waitMs: 3_600_000,
		});
	});

	it('keeps its pause if a request sent earlier then succeeds', async () => {
		(await limiter.acquire()).release(response(200, { headers: headers(10, 60) }));
		const [slow, refused] = [await limiter.acquire(), await limiter.acquire()];
		refused.release(response(429, { retryAfterMs: 30_000 }));
		slow.release(response(200, { headers: headers(9, 60) }));
		const next = watch(limiter.acquire());
		await clock.pass(29_000);
		expect(next.state).toBe('waiting');
	});
});
