import { RateLimitWaitTooLong } from '../../../../nodes/transport/rateLimit/rateLimiter';
import { rateLimiterFixture, states } from '../support/rateLimiterFixture';
import { settled } from '../../../simulation/support/simulatedClock';

let { clock, limiter, answer, said, exhaust, watch } = rateLimiterFixture();

beforeEach(() => {
	({ clock, limiter, answer, said, exhaust, watch } = rateLimiterFixture());
});

describe('who waits for a pause', () => {
	it('is refused when the pause is longer than it wants to wait, and tells how long', async () => {
		await exhaust(30);
		const [short, long] = [
			watch(limiter.acquire({ maxWaitMs: 29_000 })),
			watch(limiter.acquire({ maxWaitMs: 31_000 })),
		];
		await settled();
		expect(short.state).toBe('failed');
		expect(short.error).toBeInstanceOf(RateLimitWaitTooLong);
		expect(short.error).toMatchObject({
			name: 'RateLimitWaitTooLong',
			message: 'The rate limit requires a pause of 30 s',
			waitMs: 30_000,
		});
		expect(long.state).toBe('waiting');
		await clock.pass(31_000);
		expect(long.state).toBe('in');
	});

	it('waits for a pause that is just as long as it wants to wait', async () => {
		await exhaust(30);
		const exact = watch(limiter.acquire({ maxWaitMs: 30_000 }));
		await clock.pass(31_000);
		expect(exact.state).toBe('in');
	});

	it('is refused also behind somebody who waits', async () => {
		await exhaust(30);
		const patient = watch(limiter.acquire());
		const hasty = watch(limiter.acquire({ maxWaitMs: 0 }));
		await settled();
		expect(states([patient, hasty])).toEqual(['waiting', 'failed']);
	});

	it('may wait for many pauses, each short enough', async () => {
		const start = clock.elapsed;
		const work = Array.from({ length: 30 }, async () => {
			const pass = await limiter.acquire({ maxWaitMs: 13_000 });
			pass.release(answer(200, { headers: said(0, 10) }));
		});
		await clock.run(Promise.all(work));
		expect(clock.elapsed - start).toBeGreaterThan(290_000);
	});

	it('is told of each pause once', async () => {
		await exhaust(30);
		const told: number[] = [];
		const pass = await clock.run(limiter.acquire({ onWait: (ms) => told.push(ms) }));
		expect(told).toEqual([30_000]);
		expect(pass.waitedMs).toBeGreaterThanOrEqual(30_000);
	});

	it('is told again when the pause becomes longer by a second, and not when by less', async () => {
		const passes = await Promise.all([
			limiter.acquire(),
			...[1, 2].map(async () => await clock.run(limiter.acquire())),
		]);
		passes[0]!.release(answer(429, { retryAfterMs: 30_000 }));
		const told: number[] = [];
		const waiting = watch(limiter.acquire({ onWait: (ms) => told.push(ms) }));
		await settled();
		passes[1]!.release(answer(429, { retryAfterMs: 30_999 }));
		await settled();
		expect(told).toEqual([30_000]);
		passes[2]!.release(answer(429, { retryAfterMs: 31_000 }));
		await settled();
		expect(told).toEqual([30_000, 31_000]);
		await clock.pass(33_000);
		expect(waiting.state).toBe('in');
	});

	it('fails alone when its listener throws', async () => {
		await exhaust(30);
		const broken = watch(
			limiter.acquire({
				onWait: () => {
					throw new Error('broken');
				},
			}),
		);
		const sound = watch(limiter.acquire());
		await clock.pass(31_000);
		expect(states([broken, sound])).toEqual(['failed', 'in']);
	});

	it('does not wait longer because the clock was set back', async () => {
		await exhaust(30);
		const start = clock.elapsed;
		const waiting = watch(limiter.acquire());
		await clock.pass(10_000);
		clock.setBy = -3_600_000;
		const another = watch(limiter.acquire());
		await clock.pass(40_000);
		expect(states([waiting, another])).toEqual(['in', 'in']);
		expect(waiting.at! - start).toBeLessThanOrEqual(41_000);
	});

	it('is told anew of the next pause, although it is just as long', async () => {
		await exhaust(30);
		const ahead = await clock.run(limiter.acquire());
		const told: number[] = [];
		const waiting = watch(limiter.acquire({ onWait: (ms) => told.push(ms) }));
		for (const pass of [ahead, undefined]) {
			(pass ?? (await clock.run(limiter.acquire()))).release(answer(429, { retryAfterMs: 30_000 }));
			await settled();
		}
		expect(told).toEqual([30_000]);
		expect(waiting.state).toBe('in');
	});

	it('neither counts nor is told of the wait for an answer', async () => {
		const first = await limiter.acquire();
		const told: number[] = [];
		const waiting = watch(limiter.acquire({ maxWaitMs: 0, onWait: (ms) => told.push(ms) }));
		await clock.pass(4_000);
		expect(waiting.state).toBe('waiting');
		first.release(answer(200));
		await settled();
		expect([waiting.state, told]).toEqual(['in', []]);
	});

	it.each([
		['an error', new TypeError('broken'), new TypeError('broken')],
		['anything else', 'broken', new Error('broken')],
	])('fails with what its listener throws: %s', async (_what, thrown, expected) => {
		await exhaust(30);
		const broken = watch(
			limiter.acquire({
				onWait: () => {
					throw thrown;
				},
			}),
		);
		await settled();
		expect(broken.error).toEqual(expected);
		expect(broken.error).toBeInstanceOf(expected.constructor);
	});

	it('leaves the limiter in order when all who wait are refused', async () => {
		await exhaust(30);
		const hasty = [1, 2].map(() => watch(limiter.acquire({ maxWaitMs: 0 })));
		await settled();
		expect(states(hasty)).toEqual(['failed', 'failed']);
		expect(clock.timers).toBe(0);
		const patient = watch(limiter.acquire());
		await clock.pass(31_000);
		expect(patient.state).toBe('in');
	});

	it('is let in when it would have been, although the clock is set back while a request is under way', async () => {
		(await limiter.acquire()).release(answer(200, { headers: said(5, 60) }));
		const pass = await limiter.acquire();
		await clock.pass(500);
		clock.setBy = -3_600_000;
		pass.release(answer(200, { headers: said(0, 30) }));
		const next = watch(limiter.acquire());
		await clock.pass(29_000);
		expect(next.state).toBe('waiting');
		await clock.pass(33_000);
		expect(next.state).toBe('in');
	});
});

it('a limiter knows how much time has passed, however often the clock is set back', async () => {
	(await limiter.acquire()).release(answer(200));
	for (const [turn, setBy] of [0, -3_600_000, -3_600_000, -7_200_000].entries()) {
		clock.setBy = setBy;
		expect(limiter.idleMs()).toBe(turn * 5_000);
		await clock.pass(5_000);
		expect(limiter.idleMs()).toBe((turn + 1) * 5_000);
	}
});
