import { getEventListeners } from 'node:events';

import { CanceledError } from '../../../../nodes/transport/clock';
import { rateLimiterFixture, states } from '../support/rateLimiterFixture';
import { settled } from '../../../simulation/support/simulatedClock';

let limit: ReturnType<typeof rateLimiterFixture>;
beforeEach(() => void (limit = rateLimiterFixture()));

describe('the queue', () => {
	it('admits requests in order of arrival', async () => {
		await limit.pauseFor(5);
		const order: number[] = [];
		const all = [0, 1, 2, 3, 4].map(async (n) => {
			const permit = await limit.acquire();
			order.push(n);
			permit.release({ status: 200, headers: limit.headers(50 - n, 60) });
		});
		await limit.clock.run(Promise.all(all));
		expect(order).toEqual([0, 1, 2, 3, 4]);
	});

	it('is not blocked by canceled requests', async () => {
		await limit.pauseFor(10);
		const cancels = [0, 1, 2, 3].map(() => new AbortController());
		const all = cancels.map(({ signal }) => limit.enter({ signal }));
		await limit.clock.pass(1_000);
		cancels[0]!.abort();
		cancels[2]!.abort();
		await limit.clock.pass(10_000);
		expect(states(all)).toEqual(['failed', 'in', 'failed', 'waiting']);
		all[1]!.result!.release({ status: 200 });
		await limit.clock.pass(1_000);
		expect(all[3]!.state).toBe('in');
	});

	it('rejects a request that is already canceled at once', async () => {
		const canceled = limit.acquire({ signal: AbortSignal.abort() });
		await expect(canceled).rejects.toBeInstanceOf(CanceledError);
		expect((await limit.acquire()).waitedMs).toBe(0);
	});

	it('is idle only when nothing waits, is in flight or pauses', async () => {
		const permit = await limit.acquire();
		await limit.clock.pass(30_000);
		expect(limit.limiter.idleMs()).toBe(0);
		permit.release({ status: 200 });
		expect(limit.limiter.idleMs()).toBe(0);
		await limit.clock.pass(5_000);
		expect(limit.limiter.idleMs()).toBe(5_000);
		await limit.clock.run(limit.pauseFor(30));
		await limit.clock.pass(20_000);
		expect(limit.limiter.idleMs()).toBe(0);
	});

	it('is not idle while a request waits for the end of a window', async () => {
		await limit.requestOnce({ status: 200, headers: limit.headers(0, 60) });
		const waiting = limit.enter();
		await limit.clock.pass(30_000);
		expect([waiting.state, limit.limiter.idleMs()]).toEqual(['waiting', 0]);
	});

	it('is free if nothing waits and the next request may be sent', async () => {
		expect(limit.limiter.isFree()).toBe(true);
		await limit.requestOnce({ status: 200, headers: limit.headers(0, 60) });
		expect(limit.limiter.isFree()).toBe(false);
		limit.enter();
		await limit.clock.pass(58_000);
		// The waiting request will be next, although the clock has been set past the end of the window.
		limit.clock.setBy = 60_000;
		expect(limit.limiter.isFree()).toBe(false);
	});

	it('uses one timer for all requests, and clears it with the last of them', async () => {
		await limit.pauseFor(10);
		const cancel = new AbortController();
		const all = [0, 1, 2].map(() => limit.enter({ signal: cancel.signal }));
		await settled();
		expect(limit.clock.timers).toBe(1);
		cancel.abort();
		await settled();
		expect(states(all)).toEqual(['failed', 'failed', 'failed']);
		expect(all[0]!.error).toBeInstanceOf(CanceledError);
		expect(limit.clock.timers).toBe(0);
	});

	it("removes its listener from the workflow's signal, however the wait ends", async () => {
		const cancel = new AbortController();
		const { signal } = cancel;
		(await limit.acquire({ signal })).release({ status: 200 });
		expect(getEventListeners(signal, 'abort')).toHaveLength(0);
		await limit.pauseFor(30);
		const rejected = limit.enter({ signal, maxWaitMs: 0 });
		await settled();
		expect(rejected.state).toBe('failed');
		expect(getEventListeners(signal, 'abort')).toHaveLength(0);
		const canceled = limit.enter({ signal });
		await settled();
		expect(getEventListeners(signal, 'abort')).toHaveLength(1);
		cancel.abort();
		await settled();
		expect(canceled.state).toBe('failed');
		expect(getEventListeners(signal, 'abort')).toHaveLength(0);
	});

	it('ends all waits of a canceled workflow, also after one of them ended', async () => {
		await limit.pauseFor(30);
		const cancel = new AbortController();
		const { signal } = cancel;
		const [patient, hasty] = [limit.enter({ signal }), limit.enter({ signal, maxWaitMs: 0 })];
		const other = limit.enter({ signal: new AbortController().signal });
		await settled();
		expect(states([hasty, patient])).toEqual(['failed', 'waiting']);
		cancel.abort();
		await settled();
		expect(states([patient, other])).toEqual(['failed', 'waiting']);
		expect(getEventListeners(signal, 'abort')).toHaveLength(0);
	});

	it('counts a request that is canceled after its admission', async () => {
		const cancel = new AbortController();
		const entering = limit.acquire({ signal: cancel.signal });
		cancel.abort();
		await expect(entering).resolves.toMatchObject({ waitedMs: 0 });
		const next = limit.enter();
		await settled();
		expect(next.state).toBe('waiting');
	});

	it('admits the next request as soon as one ends, without waiting for a timer', async () => {
		await limit.requestOnce({ status: 200, headers: limit.headers(1, 60) });
		const permit = await limit.acquire();
		const next = limit.enter();
		await limit.clock.pass(1_234);
		permit.release({ status: 200, headers: limit.headers(1, 60) });
		await settled();
		expect(next).toMatchObject({ state: 'in', result: { waitedMs: 1_234 } });
	});
});
