import type { RequestResult } from '../../../nodes/transport/rateLimit/allowance';
import { RateLimiter } from '../../../nodes/transport/rateLimit/rateLimiter';
import { SimulatedClock } from '../../support/simulatedClock';

export interface Watched<Result> {
	state: 'waiting' | 'in' | 'failed';
	at?: number;
	error?: unknown;
	result?: Result;
}

export function rateLimiterFixture() {
	const clock = new SimulatedClock();
	const limiter = new RateLimiter(clock);
	const fixture = {
		clock,
		limiter,
		acquire: async (options?: Parameters<RateLimiter['acquire']>[0]) => await limiter.acquire(options),
		/** One request with an immediate response. */
		async requestOnce(outcome: RequestResult): Promise<void> {
			(await limiter.acquire()).release(outcome);
		},
		/** A request whose state can be seen without waiting for it. */
		enter: (options?: Parameters<RateLimiter['acquire']>[0]) => watch(clock, limiter.acquire(options)),
		/** Headers of a response now. */
		headers: (remaining: number, resetInSeconds: number, limit = 60): Record<string, string> => ({
			date: new Date(clock.elapsed).toUTCString(),
			'x-ratelimit-limit': String(limit),
			'x-ratelimit-remaining': String(remaining),
			'x-ratelimit-reset': String(Math.ceil(clock.elapsed / 1000) + resetInSeconds),
		}),
		pauseFor: async (seconds: number): Promise<void> =>
			await fixture.requestOnce({ status: 429, retryAfterMs: seconds * 1000 }),
	};
	return fixture;
}

function watch<Result>(clock: SimulatedClock, promise: Promise<Result>): Watched<Result> {
	const seen: Watched<Result> = { state: 'waiting' };
	promise.then(
		(result) => Object.assign(seen, { state: 'in', at: clock.elapsed, result }),
		(error: unknown) => Object.assign(seen, { state: 'failed', at: clock.elapsed, error }),
	);
	return seen;
}

export const states = (watched: Array<Watched<unknown>>) => watched.map(({ state }) => state);
