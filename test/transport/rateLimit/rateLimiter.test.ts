import { rateLimiterFor } from '../../../nodes/transport/rateLimit/rateLimiter';
import { settled, SimulatedClock } from '../../support/simulatedClock';
import { rateLimiterFixture, states } from './rateLimiterFixture';

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
		expect(others[0]).toMatchObject({ result: { waitedMs: 100 } });
	});

	const json = { 'content-type': 'application/json' };
	it.each([
		['more after a response of the API without headers', { status: 200, headers: {} }, 2],
		['more after a 404 of the API', { status: 404, headers: json }, 2],
		['one after an internal error', { status: 500, headers: {} }, 1],
	])('allows %s', async (_what, given, count) => {
		await limit.requestOnce(given);
		const others = [1, 2, 3].map(() => limit.enter());
		await settled();
		expect(states(others).filter((state) => state === 'in')).toHaveLength(count);
	});
});

const URL = 'https://service.example/api/v2';

it('a limiter is dropped after ten idle minutes, even if it is paused', async () => {
	const clock = new SimulatedClock();
	const limiterOf = (key: string) => rateLimiterFor(URL, key, clock);
	const [idle, busy, paused] = ['idle', 'busy', 'paused'].map(limiterOf);
	(await paused!.acquire()).release({ status: 429, retryAfterMs: 3_600_000 });
	await clock.pass(9 * 60_000);
	(await busy!.acquire()).release({ status: 200 });
	await clock.pass(60_000);
	expect(limiterOf('idle')).toBe(idle);
	await clock.pass(1);
	expect(limiterOf('idle')).not.toBe(idle);
	await clock.pass(2 * 60_000);
	expect(limiterOf('busy')).toBe(busy);
	expect(limiterOf('paused')).not.toBe(paused);
});
