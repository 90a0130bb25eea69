import { systemClock } from '../../../../nodes/transport/clock';
import { rateLimiterFor } from '../../../../nodes/transport/rateLimit/rateLimiter';
import { SimulatedClock } from '../../../simulation/support/simulatedClock';

const URL = 'https://service.example/api/v2';

it('there is one rate limiter per API key and service', () => {
	const clock = new SimulatedClock();
	const limiter = rateLimiterFor(URL, 'sk_live_a', clock);
	expect(rateLimiterFor(URL, 'sk_live_a', clock)).toBe(limiter);
	for (const same of [`${URL}/`, `${URL}//`, ` ${URL} `, URL.toUpperCase()])
		expect(rateLimiterFor(same, 'sk_live_a', clock)).toBe(limiter);
	expect(rateLimiterFor(URL, 'sk_live_b', clock)).not.toBe(limiter);
	expect(rateLimiterFor('https://other.example/api/v2', 'sk_live_a', clock)).not.toBe(limiter);
	expect(rateLimiterFor(URL, 'sk_live_a', new SimulatedClock())).not.toBe(limiter);
	expect(rateLimiterFor(URL, 'sk_live_a')).toBe(rateLimiterFor(URL, 'sk_live_a', systemClock));
});

it('a limiter is dropped after ten idle minutes, even if the service announced a longer pause', async () => {
	const clock = new SimulatedClock();
	const old = rateLimiterFor(URL, 'old', clock);
	const busy = rateLimiterFor(URL, 'busy', clock);
	const paused = rateLimiterFor(URL, 'paused', clock);
	(await paused.acquire()).release({ status: 429, retryAfterMs: 3_600_000 });
	await clock.pass(9 * 60_000);
	(await busy.acquire()).release({ status: 200 });
	await clock.pass(2 * 60_000);
	expect(rateLimiterFor(URL, 'busy', clock)).toBe(busy);
	expect(rateLimiterFor(URL, 'paused', clock)).not.toBe(paused);
	expect(rateLimiterFor(URL, 'old', clock)).not.toBe(old);
});

it('an idle limiter is kept for exactly ten minutes', async () => {
	const clock = new SimulatedClock();
	const limiter = rateLimiterFor(URL, 'key', clock);
	await clock.pass(10 * 60_000);
	expect(rateLimiterFor(URL, 'key', clock)).toBe(limiter);
	await clock.pass(1);
	expect(rateLimiterFor(URL, 'key', clock)).not.toBe(limiter);
});

it('a limiter is dropped even if one of its requests never ended', async () => {
	const clock = new SimulatedClock();
	const lost = rateLimiterFor(URL, 'lost', clock);
	await lost.acquire();
	await clock.pass(12 * 60_000);
	expect(rateLimiterFor(URL, 'lost', clock)).not.toBe(lost);
});

it('a limiter does not store the key', () => {
	const clock = new SimulatedClock();
	const limiter = rateLimiterFor(URL, 'sk_live_secret', clock);
	expect(
		JSON.stringify(limiter, (_, value: unknown) => (value instanceof Set ? [...value] : value)),
	).not.toContain('secret');
});
