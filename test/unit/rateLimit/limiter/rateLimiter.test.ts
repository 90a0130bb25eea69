import type { Permit } from '../../../../nodes/transport/rateLimit/rateLimiter';
import { rateLimiterFixture, states } from '../support/rateLimiterFixture';
import { settled } from '../../../simulation/support/simulatedClock';

let { clock, limiter, answer, said, exhaust, watch } = rateLimiterFixture();

beforeEach(() => {
	({ clock, limiter, answer, said, exhaust, watch } = rateLimiterFixture());
});

describe('before anything is known', () => {
	it('lets one request ahead and the others follow its answer', async () => {
		const first = await limiter.acquire();
		const others = [1, 2, 3].map(() => watch(limiter.acquire()));
		await clock.pass(100);
		expect(states(others)).toEqual(['waiting', 'waiting', 'waiting']);
		first.release(answer(200, { headers: said(2, 60) }));
		await settled();
		expect(states(others)).toEqual(['in', 'in', 'waiting']);
	});

	it('does not pace a service without headers', async () => {
		(await limiter.acquire()).release(answer(200, { headers: {} }));
		const others = Array.from({ length: 500 }, () => watch(limiter.acquire()));
		await settled();
		expect(others.every(({ state }) => state === 'in')).toBe(true);
		expect(clock.timers).toBe(0);
	});

	it('lets another one try when the first never comes back', async () => {
		await limiter.acquire();
		const start = clock.elapsed;
		const second = await clock.run(limiter.acquire());
		expect(second.waitedMs).toBe(clock.elapsed - start);
		expect(second.waitedMs).toBeLessThanOrEqual(10_000);
	});

	it('starts to pace once headers come', async () => {
		(await limiter.acquire()).release(answer(200));
		(await limiter.acquire()).release(answer(200, { headers: said(0, 30) }));
		const next = watch(limiter.acquire());
		await clock.pass(29_000);
		expect(next.state).toBe('waiting');
		await clock.pass(3_000);
		expect(next.state).toBe('in');
	});
});

describe('a 429', () => {
	it('pauses everybody for as long as the server asks, then one goes ahead', async () => {
		const start = clock.elapsed;
		await exhaust(20);
		const waiting = [1, 2, 3].map(() => watch(limiter.acquire()));
		await clock.pass(19_999);
		expect(states(waiting)).toEqual(['waiting', 'waiting', 'waiting']);
		await clock.pass(1);
		expect(states(waiting)).toEqual(['in', 'waiting', 'waiting']);
		expect(waiting[0]!.at! - start).toBe(20_000);
		waiting[0]!.result!.release(answer(200, { headers: said(40, 60) }));
		await settled();
		expect(states(waiting)).toEqual(['in', 'in', 'in']);
	});

	it('backs off further each time when the server says nothing, and starts over after a success', async () => {
		const pauses: number[] = [];
		for (let times = 1; times <= 8; times++) {
			const pass: Permit = await clock.run(limiter.acquire());
			pauses.push(pass.waitedMs);
			pass.release(answer(429));
		}
		pauses.slice(1).forEach((ms, n) => {
			expect(ms).toBeGreaterThanOrEqual(100);
			expect(ms).toBeLessThanOrEqual(Math.min(60_000, 1000 * 2 ** n));
		});
		expect(Math.max(...pauses)).toBeGreaterThan(1_000);
		(await clock.run(limiter.acquire())).release(answer(200));
		(await clock.run(limiter.acquire())).release(answer(429));
		expect((await clock.run(limiter.acquire())).waitedMs).toBeLessThanOrEqual(1_000);
	});

	it('counts those refused together as one', async () => {
		(await limiter.acquire()).release(answer(200));
		const passes = await Promise.all([1, 2, 3, 4, 5, 6].map(async () => await limiter.acquire()));
		for (const pass of passes) pass.release(answer(429));
		expect((await clock.run(limiter.acquire())).waitedMs).toBeLessThanOrEqual(1_000);
	});

	it('is not shortened by an answer that was under way', async () => {
		(await limiter.acquire()).release(answer(200, { headers: said(10, 60) }));
		const [slow, refused] = [await limiter.acquire(), await limiter.acquire()];
		refused.release(answer(429, { retryAfterMs: 30_000 }));
		slow.release(answer(200, { headers: said(9, 60) }));
		const next = watch(limiter.acquire());
		await clock.pass(29_000);
		expect(next.state).toBe('waiting');
	});
});
