import { RateLimitWaitError } from '../../../../nodes/transport/rateLimit/rateLimiter';
import { rateLimiterFixture, states } from '../support/rateLimiterFixture';
import { settled } from '../../../simulation/support/simulatedClock';

let limit: ReturnType<typeof rateLimiterFixture>;
beforeEach(() => void (limit = rateLimiterFixture()));

describe('a waiting request', () => {
	it('is rejected, with the length of the pause, if the pause exceeds maxWaitMs', async () => {
		await limit.pauseFor(30);
		const all = [30_000, 29_999, 31_000].map((maxWaitMs) => limit.enter({ maxWaitMs }));
		await settled();
		expect(states(all)).toEqual(['waiting', 'failed', 'waiting']);
		const { error } = all[1]!;
		expect(error).toBeInstanceOf(RateLimitWaitError);
		expect(error).toMatchObject({
			name: 'RateLimitWaitError',
			message: 'The rate limit requires a pause of 30 s',
			waitMs: 30_000,
		});
	});

	it('waits for any number of pauses that do not exceed maxWaitMs', async () => {
		const start = limit.clock.elapsed;
		const work = Array.from({ length: 30 }, async () => {
			const permit = await limit.acquire({ maxWaitMs: 13_000 });
			permit.release({ status: 200, headers: limit.headers(0, 10) });
		});
		await limit.clock.run(Promise.all(work));
		expect(limit.clock.elapsed - start).toBeGreaterThan(290_000);
	});

	it('is notified again if the pause grows by a second, but not if it grows by less', async () => {
		const permits = await Promise.all([
			limit.acquire(),
			...[1, 2].map(async () => await limit.clock.run(limit.acquire())),
		]);
		permits[0]!.release({ status: 429, retryAfterMs: 30_000 });
		const pauses: number[] = [];
		const waiting = limit.enter({ onWait: (ms) => pauses.push(ms) });
		await settled();
		permits[1]!.release({ status: 429, retryAfterMs: 30_999 });
		await settled();
		expect(pauses).toEqual([30_000]);
		permits[2]!.release({ status: 429, retryAfterMs: 31_000 });
		await settled();
		expect(pauses).toEqual([30_000, 31_000]);
		await limit.clock.pass(33_000);
		expect(waiting.state).toBe('in');
	});

	it('does not wait longer if the clock is set back', async () => {
		await limit.pauseFor(30);
		const start = limit.clock.elapsed;
		const waiting = limit.enter();
		await limit.clock.pass(10_000);
		limit.clock.setBy = -3_600_000;
		const another = limit.enter();
		await limit.clock.pass(40_000);
		expect(states([waiting, another])).toEqual(['in', 'in']);
		expect(waiting.at! - start).toBeLessThanOrEqual(41_000);
	});

	it('is notified once of a new pause that is as long as the previous one', async () => {
		await limit.pauseFor(30);
		const ahead = await limit.clock.run(limit.acquire());
		const pauses: number[] = [];
		const waiting = limit.enter({ onWait: (ms) => pauses.push(ms) });
		for (const permit of [ahead, undefined]) {
			(permit ?? (await limit.clock.run(limit.acquire()))).release({
				status: 429,
				retryAfterMs: 30_000,
			});
			await settled();
		}
		expect(pauses).toEqual([30_000]);
		expect(waiting.state).toBe('in');
	});

	it('is not notified of the wait for a response, which does not count towards maxWaitMs', async () => {
		const first = await limit.acquire();
		const pauses: number[] = [];
		const waiting = limit.enter({ maxWaitMs: 0, onWait: (ms) => pauses.push(ms) });
		await limit.clock.pass(4_000);
		expect(waiting.state).toBe('waiting');
		first.release({ status: 200 });
		await settled();
		expect([waiting.state, pauses]).toEqual(['in', []]);
	});

	it.each([
		['an error', new TypeError('broken'), new TypeError('broken')],
		['anything else', 'broken', new Error('broken')],
	])('fails alone, with what its listener throws: %s', async (_what, thrown, expected) => {
		await limit.pauseFor(30);
		const broken = limit.enter({
			onWait: () => {
				throw thrown;
			},
		});
		const sound = limit.enter();
		await limit.clock.pass(31_000);
		expect(states([broken, sound])).toEqual(['failed', 'in']);
		expect(broken.error).toEqual(expected);
		expect(broken.error).toBeInstanceOf(expected.constructor);
	});

	it('does not block later requests if all waiting requests are rejected', async () => {
		await limit.pauseFor(30);
		const sleep = jest.spyOn(limit.clock, 'sleep');
		const hasty = [1, 2].map(() => limit.enter({ maxWaitMs: 0 }));
		await settled();
		expect(states(hasty)).toEqual(['failed', 'failed']);
		expect(sleep).not.toHaveBeenCalled();
		const patient = limit.enter();
		await limit.clock.pass(31_000);
		expect(patient.state).toBe('in');
	});
});
