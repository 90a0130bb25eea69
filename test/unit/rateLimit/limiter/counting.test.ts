import { rateLimiterFixture, states } from '../support/rateLimiterFixture';
import { settled } from '../../../simulation/support/simulatedClock';

let { clock, limiter, response, headers, watch } = rateLimiterFixture();

beforeEach(() => {
	({ clock, limiter, response, headers, watch } = rateLimiterFixture());
});

describe('the rate limiter', () => {
	it('counts requests in flight', async () => {
		(await limiter.acquire()).release(response(200, { headers: headers(3, 60) }));
		const permits = [1, 2, 3, 4].map(() => watch(limiter.acquire()));
		await settled();
		expect(states(permits)).toEqual(['in', 'in', 'in', 'waiting']);
	});

	it('counts requests that end without headers or without a response', async () => {
		(await limiter.acquire()).release(response(200, { headers: headers(2, 60) }));
		(await limiter.acquire()).release(response(200));
		(await limiter.acquire()).release(response(undefined));
		const third = watch(limiter.acquire());
		await clock.pass(50_000);
		expect(third.state).toBe('waiting');
	});

	it('gives the permit of a request that was never sent to the next one', async () => {
		(await limiter.acquire()).release(response(200, { headers: headers(1, 60) }));
		const unused = await limiter.acquire();
		const next = watch(limiter.acquire());
		await settled();
		expect(next.state).toBe('waiting');
		unused.release();
		await settled();
		expect(next.state).toBe('in');
	});

	it('uses the smaller remaining number if two responses arrive out of order', async () => {
		(await limiter.acquire()).release(response(200, { headers: headers(4, 60) }));
		const [one, two] = [await limiter.acquire(), await limiter.acquire()];
		two.release(response(200, { headers: headers(1, 60) }));
		one.release(response(200, { headers: headers(3, 60) }));
		const next = [watch(limiter.acquire()), watch(limiter.acquire())];
		await settled();
		expect(states(next)).toEqual(['in', 'waiting']);
	});

	it('treats a negative remaining number as zero', async () => {
		(await limiter.acquire()).release(
			response(200, { headers: { ...headers(0, 60), 'x-ratelimit-remaining': '-7' } }),
		);
		const next = watch(limiter.acquire());
		await clock.pass(30_000);
		expect(next.state).toBe('waiting');
	});

	it('ignores a second release', async () => {
		(await limiter.acquire()).release(response(200, { headers: headers(2, 60) }));
		const permit = await limiter.acquire();
		permit.release(response(200, { headers: headers(1, 60) }));
		permit.release(response(200, { headers: headers(50, 60) }));
		const next = [watch(limiter.acquire()), watch(limiter.acquire())];
		await settled();
		expect(states(next)).toEqual(['in', 'waiting']);
	});

	it('counts a request once, however often it is released', async () => {
		(await limiter.acquire()).release(response(200, { headers: headers(3, 60) }));
		const permit = await limiter.acquire();
		for (let times = 0; times < 3; times++) permit.release(response(200));
		const next = [1, 2, 3].map(() => watch(limiter.acquire()));
		await settled();
		expect(states(next)).toEqual(['in', 'in', 'waiting']);
	});

	it('stops counting requests that never end once their window is long over', async () => {
		(await limiter.acquire()).release(response(200, { headers: headers(2, 60, 3) }));
		await limiter.acquire();
		await limiter.acquire();
		const next = watch(limiter.acquire());
		await clock.pass(62_000);
		expect(next.state).toBe('in');
		next.result!.release(response(200, { headers: headers(2, 60, 3) }));
		const more = [watch(limiter.acquire()), watch(limiter.acquire())];
		await settled();
		expect(states(more)).toEqual(['in', 'in']);
	});

	it('admits one request at a time if nothing is left and the reset has passed', async () => {
		(await limiter.acquire()).release(response(200, { headers: headers(0, -40) }));
		const permits = [watch(limiter.acquire()), watch(limiter.acquire())];
		await clock.pass(100);
		expect(states(permits)).toEqual(['in', 'waiting']);
		permits[0]!.result!.release(response(200, { headers: headers(0, -40) }));
		await clock.pass(100);
		expect(states(permits)).toEqual(['in', 'in']);
	});

	it('waits for the end of a window that is longer than a minute', async () => {
		(await limiter.acquire()).release(response(200, { headers: headers(0, 110) }));
		const next = watch(limiter.acquire());
		await clock.pass(105_000);
		expect(next.state).toBe('waiting');
		await clock.pass(10_000);
		expect(next.state).toBe('in');
	});

	it('looks again after two minutes if the window ends in a year', async () => {
		(await limiter.acquire()).release(response(200, { headers: headers(0, 31_536_000) }));
		const next = [watch(limiter.acquire()), watch(limiter.acquire())];
		await clock.pass(119_000);
		expect(states(next)).toEqual(['waiting', 'waiting']);
		await clock.pass(1_000);
		expect(states(next)).toEqual(['in', 'waiting']);
	});
});
