import { rateLimiterFixture, states } from '../support/rateLimiterFixture';
import { settled } from '../../../simulation/support/simulatedClock';

let limit: ReturnType<typeof rateLimiterFixture>;
beforeEach(() => void (limit = rateLimiterFixture()));

describe('before anything is known', () => {
	it('sends one request, and the others wait for its response', async () => {
		const first = await limit.acquire();
		const others = [1, 2, 3].map(() => limit.enter());
		await limit.clock.pass(100);
		expect(states(others)).toEqual(['waiting', 'waiting', 'waiting']);
		first.release({ status: 200, headers: limit.headers(2, 60) });
		await settled();
		expect(states(others)).toEqual(['in', 'in', 'waiting']);
	});

	it('does not pace a service without headers', async () => {
		const start = limit.clock.elapsed;
		const requests = Array.from(
			{ length: 500 },
			async () => await limit.requestOnce({ status: 200, headers: {} }),
		);
		await Promise.all(requests);
		expect(limit.clock.elapsed).toBe(start);
		expect(limit.clock.timers).toBe(0);
	});

	it.each([200, 400, 404])('allows more after a %i of the API without headers', async (status) => {
		await limit.requestOnce({ status, headers: {} });
		const others = [1, 2, 3].map(() => limit.enter());
		await settled();
		expect(states(others)).toEqual(['in', 'in', 'waiting']);
	});

	it.each([
		['an internal error', { status: 500, headers: {} }],
		['no response', { status: undefined }],
		['a web page of a gateway', { status: 502, headers: { 'content-type': 'text/html' } }],
		['a 404 page of a proxy', { status: 404, headers: { 'content-type': 'text/html' } }],
		['a 503 without headers', { status: 503, headers: {} }],
		['a redirect', { status: 302, headers: {} }],
		['a proxy that requires a password', { status: 407, headers: {} }],
	])('keeps the limit after %s, which says nothing about the API', async (_what, given) => {
		await limit.requestOnce(given);
		const others = [1, 2, 3].map(() => limit.enter());
		await settled();
		expect(states(others)).toEqual(['in', 'waiting', 'waiting']);
	});

	it('sends another request if the first gets no response', async () => {
		await limit.acquire();
		const start = limit.clock.elapsed;
		const second = await limit.clock.run(limit.acquire());
		expect(second.waitedMs).toBe(limit.clock.elapsed - start);
		expect(second.waitedMs).toBeLessThanOrEqual(10_000);
	});
});

describe('a 429', () => {
	it('pauses all requests for as long as the server asks, then admits one', async () => {
		const start = limit.clock.elapsed;
		await limit.pauseFor(20);
		const waiting = [1, 2, 3].map(() => limit.enter());
		await limit.clock.pass(19_999);
		expect(states(waiting)).toEqual(['waiting', 'waiting', 'waiting']);
		await limit.clock.pass(1);
		expect(states(waiting)).toEqual(['in', 'waiting', 'waiting']);
		expect(waiting[0]!.at! - start).toBe(20_000);
		waiting[0]!.result!.release({ status: 200, headers: limit.headers(40, 60) });
		await settled();
		expect(states(waiting)).toEqual(['in', 'in', 'in']);
	});

	it('pauses longer each time if the server sends no delay', async () => {
		const pauses: number[] = [];
		for (let times = 1; times <= 8; times++) {
			const permit = await limit.clock.run(limit.acquire());
			pauses.push(permit.waitedMs);
			permit.release({ status: 429 });
		}
		expect(Math.max(...pauses)).toBeGreaterThan(1_000);
	});

	it('of an hour admits one request every two minutes, and ends with the first success', async () => {
		await limit.pauseFor(3600);
		const waiting = [1, 2, 3].map(() => limit.enter());
		await limit.clock.pass(119_999);
		expect(states(waiting)).toEqual(['waiting', 'waiting', 'waiting']);
		await limit.clock.pass(1);
		expect(states(waiting)).toEqual(['in', 'waiting', 'waiting']);
		waiting[0]!.result!.release({ status: 429, retryAfterMs: 3_480_000 });
		await limit.clock.pass(120_000);
		expect(states(waiting)).toEqual(['in', 'in', 'waiting']);
		waiting[1]!.result!.release({ status: 200, headers: limit.headers(10, 60) });
		await settled();
		expect(states(waiting)).toEqual(['in', 'in', 'in']);
	});

	it('of an hour is forgotten once a later 429 announces a shorter one', async () => {
		await limit.pauseFor(3600);
		await limit.clock.pass(120_000);
		(await limit.acquire({ maxWaitMs: 300_000 })).release({ status: 429, retryAfterMs: 5_000 });
		const next = limit.enter({ maxWaitMs: 300_000 });
		await limit.clock.pass(5_000);
		expect(next.state).toBe('in');
	});

	it('of an hour is too long for a request that may wait less', async () => {
		await limit.pauseFor(3600);
		await expect(limit.acquire({ maxWaitMs: 300_000 })).rejects.toMatchObject({
			waitMs: 3_600_000,
		});
	});
});

describe('with headers', () => {
	it('gives the permit of a request that was never sent to the next one', async () => {
		await limit.requestOnce({ status: 200, headers: limit.headers(1, 60) });
		const unused = await limit.acquire();
		const next = limit.enter();
		await settled();
		expect(next.state).toBe('waiting');
		unused.release();
		await settled();
		expect(next.state).toBe('in');
	});

	it('ignores a second release', async () => {
		await limit.requestOnce({ status: 200, headers: limit.headers(2, 60) });
		const permit = await limit.acquire();
		permit.release({ status: 200, headers: limit.headers(1, 60) });
		permit.release({ status: 200, headers: limit.headers(50, 60) });
		const next = [limit.enter(), limit.enter()];
		await settled();
		expect(states(next)).toEqual(['in', 'waiting']);
	});

	it('counts a request once, however often it is released', async () => {
		await limit.requestOnce({ status: 200, headers: limit.headers(3, 60) });
		const permit = await limit.acquire();
		for (let times = 0; times < 3; times++) permit.release({ status: 200 });
		const next = [1, 2, 3].map(() => limit.enter());
		await settled();
		expect(states(next)).toEqual(['in', 'in', 'waiting']);
	});

	it('admits one request at a time if nothing is left and the reset has passed', async () => {
		await limit.requestOnce({ status: 200, headers: limit.headers(0, -40) });
		const permits = [limit.enter(), limit.enter()];
		await limit.clock.pass(100);
		expect(states(permits)).toEqual(['in', 'waiting']);
		permits[0]!.result!.release({ status: 200, headers: limit.headers(0, -40) });
		await limit.clock.pass(100);
		expect(states(permits)).toEqual(['in', 'in']);
	});

	it('looks again after two minutes if the window ends in a year', async () => {
		await limit.requestOnce({ status: 200, headers: limit.headers(0, 31_536_000) });
		const next = [limit.enter(), limit.enter()];
		await limit.clock.pass(119_000);
		expect(states(next)).toEqual(['waiting', 'waiting']);
		await limit.clock.pass(1_000);
		expect(states(next)).toEqual(['in', 'waiting']);
	});
});
