import { getEventListeners } from 'node:events';

import { Canceled } from '../../../../nodes/transport/clock';
import { rateLimiterFixture, states } from '../support/rateLimiterFixture';
import { settled } from '../../../simulation/support/simulatedClock';

let { clock, limiter, answer, said, exhaust, watch } = rateLimiterFixture();

beforeEach(() => {
	({ clock, limiter, answer, said, exhaust, watch } = rateLimiterFixture());
});

describe('who waits', () => {
	it('goes in the order of coming', async () => {
		await exhaust(5);
		const order: number[] = [];
		const all = [0, 1, 2, 3, 4].map(async (n) => {
			const pass = await limiter.acquire();
			order.push(n);
			pass.release(answer(200, { headers: said(50 - n, 60) }));
		});
		await clock.run(Promise.all(all));
		expect(order).toEqual([0, 1, 2, 3, 4]);
	});

	it('is let go within a second of a cancel during an hour, and its timer with it', async () => {
		await exhaust(3600);
		const cancel = new AbortController();
		const waiting = watch(limiter.acquire({ signal: cancel.signal }));
		await clock.pass(1_800_000);
		expect(waiting.state).toBe('waiting');
		const cancelledAt = clock.elapsed;
		cancel.abort();
		await clock.pass(1_000);
		expect(waiting.state).toBe('failed');
		expect(waiting.error).toBeInstanceOf(Canceled);
		expect(waiting.at! - cancelledAt).toBeLessThan(1_000);
		expect(clock.timers).toBe(0);
	});

	it('strands nobody when another one is cancelled', async () => {
		await exhaust(10);
		const cancels = [0, 1, 2, 3].map(() => new AbortController());
		const all = cancels.map(({ signal }) => watch(limiter.acquire({ signal })));
		await clock.pass(1_000);
		cancels[0]!.abort();
		cancels[2]!.abort();
		await clock.pass(10_000);
		expect(states(all)).toEqual(['failed', 'in', 'failed', 'waiting']);
		all[1]!.result!.release(answer(200));
		await clock.pass(1_000);
		expect(all[3]!.state).toBe('in');
	});

	it('is refused at once when cancelled before', async () => {
		await expect(limiter.acquire({ signal: AbortSignal.abort() })).rejects.toBeInstanceOf(Canceled);
		expect((await limiter.acquire()).waitedMs).toBe(0);
	});

	it('is idle only when nothing waits, is under way or paused', async () => {
		const pass = await limiter.acquire();
		await clock.pass(30_000);
		expect(limiter.idleMs()).toBe(0);
		pass.release(answer(200));
		expect(limiter.idleMs()).toBe(0);
		await clock.pass(5_000);
		expect(limiter.idleMs()).toBe(5_000);
		await clock.run(exhaust(30));
		await clock.pass(20_000);
		expect(limiter.idleMs()).toBe(0);
	});

	it('keeps the limiter in use while it waits for the end of a window', async () => {
		(await limiter.acquire()).release(answer(200, { headers: said(0, 60) }));
		const waiting = watch(limiter.acquire());
		await clock.pass(30_000);
		expect([waiting.state, limiter.idleMs()]).toEqual(['waiting', 0]);
	});

	it('sleeps with one timer for all, which goes with the last of them', async () => {
		await exhaust(10);
		const cancel = new AbortController();
		const all = [0, 1, 2].map(() => watch(limiter.acquire({ signal: cancel.signal })));
		await settled();
		expect(clock.timers).toBe(1);
		cancel.abort();
		await settled();
		expect(states(all)).toEqual(['failed', 'failed', 'failed']);
		expect(clock.timers).toBe(0);
	});

	it('needs no timer once all are in', async () => {
		await exhaust(10);
		const pass = await clock.run(limiter.acquire());
		expect(clock.timers).toBe(0);
		pass.release(answer(200));
		await settled();
		expect(clock.timers).toBe(0);
	});

	it('leaves nothing behind at the signal of a workflow, however the wait ends', async () => {
		const cancel = new AbortController();
		const { signal } = cancel;
		(await limiter.acquire({ signal })).release(answer(200));
		expect(getEventListeners(signal, 'abort')).toHaveLength(0);
		await exhaust(30);
		const refused = watch(limiter.acquire({ signal, maxWaitMs: 0 }));
		await settled();
		expect(refused.state).toBe('failed');
		expect(getEventListeners(signal, 'abort')).toHaveLength(0);
		const cancelled = watch(limiter.acquire({ signal }));
		await settled();
		expect(getEventListeners(signal, 'abort')).toHaveLength(1);
		cancel.abort();
		await settled();
		expect(cancelled.state).toBe('failed');
		expect(getEventListeners(signal, 'abort')).toHaveLength(0);
	});

	it('keeps its place when the cancel comes after it was let in', async () => {
		const cancel = new AbortController();
		const entering = limiter.acquire({ signal: cancel.signal });
		cancel.abort();
		await expect(entering).resolves.toMatchObject({ waitedMs: 0 });
		const next = watch(limiter.acquire());
		await settled();
		expect(next.state).toBe('waiting');
	});

	it('goes on at once when a request ends, without waiting for a timer', async () => {
		(await limiter.acquire()).release(answer(200, { headers: said(1, 60) }));
		const pass = await limiter.acquire();
		const next = watch(limiter.acquire());
		await clock.pass(1_234);
		pass.release(answer(200, { headers: said(1, 60) }));
		await settled();
		expect(next).toMatchObject({ state: 'in', result: { waitedMs: 1_234 } });
	});
});
