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
		const idleAfter = async (ms: number) => {
			await limit.clock.pass(ms);
			return limit.limiter.idleMs();
		};
		const permit = await limit.acquire();
		expect(await idleAfter(30_000)).toBe(0);
		permit.release({ status: 200, headers: limit.headers(0, 60) });
		expect(await idleAfter(0)).toBe(0);
		expect(await idleAfter(5_000)).toBe(5_000);
		const waiting = limit.enter();
		expect(await idleAfter(30_000)).toBe(0);
		await limit.clock.pass(30_000);
		waiting.result!.release({ status: 429, retryAfterMs: 30_000 });
		expect(await idleAfter(20_000)).toBe(0);
	});

	it('knows its idle time however often the clock is set back', async () => {
		await limit.requestOnce({ status: 200 });
		for (const [turn, setBy] of [0, -3_600_000, -3_600_000, -7_200_000].entries()) {
			limit.clock.setBy = setBy;
			expect(limit.limiter.idleMs()).toBe(turn * 5_000);
			await limit.clock.pass(5_000);
			expect(limit.limiter.idleMs()).toBe((turn + 1) * 5_000);
		}
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

	it('has one timer, and ends all waits of a canceled workflow, also after one of them ended', async () => {
		const cancel = new AbortController();
		const { signal } = cancel;
		(await limit.acquire({ signal })).release({ status: 429, retryAfterMs: 30_000 });
		const [patient, hasty] = [limit.enter({ signal }), limit.enter({ signal, maxWaitMs: 0 })];
		await settled();
		expect(states([hasty, patient])).toEqual(['failed', 'waiting']);
		expect(getEventListeners(signal, 'abort')).toHaveLength(1);
		const other = new AbortController();
		const another = limit.enter({ signal: other.signal });
		cancel.abort();
		await settled();
		expect(states([patient, another])).toEqual(['failed', 'waiting']);
		expect(patient.error).toBeInstanceOf(CanceledError);
		expect(limit.clock.timers).toBe(1);
		other.abort();
		await settled();
		expect(limit.clock.timers).toBe(0);
		for (const each of [signal, other.signal])
			expect(getEventListeners(each, 'abort')).toHaveLength(0);
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
