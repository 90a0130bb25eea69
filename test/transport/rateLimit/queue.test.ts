import { CanceledError } from '../../../nodes/transport/clock';
import { rateLimiterFixture, states } from './rateLimiterFixture';
import { settled } from '../../support/simulatedClock';

let limit: ReturnType<typeof rateLimiterFixture>;
beforeEach(() => void (limit = rateLimiterFixture()));

describe('the queue', () => {
	it('has one timer, and ends all waits of a canceled workflow within half a second', async () => {
		const cancel = new AbortController();
		const { signal } = cancel;
		(await limit.acquire({ signal })).release({ status: 429, retryAfterMs: 30_000 });
		const [patient, hasty] = [limit.enter({ signal }), limit.enter({ signal, maxWaitMs: 0 })];
		await settled();
		expect(states([hasty, patient])).toEqual(['failed', 'waiting']);
		const other = new AbortController();
		const another = limit.enter({ signal: other.signal });
		cancel.abort();
		await limit.clock.pass(500);
		expect(states([patient, another])).toEqual(['failed', 'waiting']);
		expect(patient.error).toBeInstanceOf(CanceledError);
		expect(limit.clock.timers).toBe(1);
		other.abort();
		await limit.clock.pass(500);
		expect(limit.clock.timers).toBe(0);
	});
});

describe('a waiting request', () => {
	it('is notified once of each pause, and not of waiting for a response', async () => {
		await limit.pauseFor(30);
		const pauses: number[] = [];
		const onWait = (ms: number) => void pauses.push(ms);
		const options = { onWait, maxWaitMs: 30_000 };
		const waiting = [limit.enter(options), limit.enter(options), limit.enter({ maxWaitMs: 29_999 })];
		await limit.clock.pass(35_000);
		expect(pauses).toEqual([30_000, 30_000]);
		expect(states(waiting)).toEqual(['in', 'waiting', 'failed']);
		expect(waiting[2]?.error).toMatchObject({ waitMs: 30_000 });
	});

	it('is not overtaken by a later one, and a response counts once', async () => {
		const first = await limit.acquire();
		const waiting = limit.enter();
		await settled();
		const result = { status: 200, headers: limit.headers(1, 60) };
		first.release(result);
		first.release({ status: 429 });
		const later = limit.enter();
		await settled();
		expect(states([waiting, later])).toEqual(['in', 'waiting']);
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
});
