import { rateLimiterFor } from '../../../nodes/transport/rateLimit/rateLimiter';
import { SimulatedClock } from '../../support/simulatedClock';

const URL = 'https://service.example/api/v2';

it('there is one rate limiter per API key and service', () => {
	const clock = new SimulatedClock();
	const limiter = rateLimiterFor(URL, 'sk_live_a', clock);
	expect(rateLimiterFor(URL, 'sk_live_a', clock)).toBe(limiter);
	expect(rateLimiterFor(URL, 'sk_live_b', clock)).not.toBe(limiter);
	expect(rateLimiterFor('https://other.example/api/v2', 'sk_live_a', clock)).not.toBe(limiter);
	expect(rateLimiterFor(URL, 'sk_live_a', new SimulatedClock())).not.toBe(limiter);
});

it('a limiter is dropped after ten idle minutes, even if it is paused or a request never ended', async () => {
	const clock = new SimulatedClock();
	const limiterOf = (key: string) => rateLimiterFor(URL, key, clock);
	const [idle, busy, paused, lost] = ['idle', 'busy', 'paused', 'lost'].map(limiterOf);
	(await paused!.acquire()).release({ status: 429, retryAfterMs: 3_600_000 });
	await lost!.acquire();
	await clock.pass(9 * 60_000);
	(await busy!.acquire()).release({ status: 200 });
	await clock.pass(60_000);
	expect(limiterOf('idle')).toBe(idle);
	await clock.pass(1);
	expect(limiterOf('idle')).not.toBe(idle);
	await clock.pass(2 * 60_000);
	expect(limiterOf('busy')).toBe(busy);
	expect(limiterOf('paused')).not.toBe(paused);
	expect(limiterOf('lost')).not.toBe(lost);
});

it('a limiter remembers a minute of requests without headers, and not the key', async () => {
	const clock = new SimulatedClock();
	const limiter = rateLimiterFor(URL, 'sk_live_secret', clock);
	for (let n = 0; n < 100; n += 1) {
		(await limiter.acquire()).release({ status: 200 });
		await clock.pass(10_000);
	}
	const asSeen = (_: string, value: unknown) => (value instanceof Set ? [...value] : value);
	expect(JSON.stringify(limiter, asSeen).match(/sentAt/g)!.length).toBeLessThan(10);
	expect(JSON.stringify(limiter, asSeen)).not.toContain('secret');
});
