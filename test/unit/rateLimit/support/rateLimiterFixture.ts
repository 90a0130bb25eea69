import type { RateLimitOutcome } from '../../../../nodes/transport/rateLimit/allowance';
import { RateLimiter } from '../../../../nodes/transport/rateLimit/rateLimiter';
import { SimulatedClock } from '../../../simulation/support/simulatedClock';

export interface Watched<Result> {
	state: 'waiting' | 'in' | 'failed';
	at?: number;
	error?: unknown;
	result?: Result;
}

/** A new limiter, its clock, and possible responses to its requests. */
export function rateLimiterFixture() {
	const clock = new SimulatedClock();
	const limiter = new RateLimiter(clock);
	return {
		clock,
		limiter,
		response: (
			status: number | undefined,
			more: Partial<RateLimitOutcome> = {},
		): RateLimitOutcome => ({
			status,
			...more,
		}),
		/** Headers of a response now. */
		headers: (remaining: number, resetInSeconds: number, limit = 60): Record<string, string> => ({
			date: new Date(clock.elapsed).toUTCString(),
			'x-ratelimit-limit': String(limit),
			'x-ratelimit-remaining': String(remaining),
			'x-ratelimit-reset': String(Math.ceil(clock.elapsed / 1000) + resetInSeconds),
		}),
		/** Pauses the limiter for `seconds`. */
		async pauseFor(seconds: number): Promise<void> {
			const permit = await limiter.acquire();
			permit.release({ status: 429, retryAfterMs: seconds * 1000 });
		},
		/** The state of a promise, without waiting for it. */
		watch<Result>(promise: Promise<Result>): Watched<Result> {
			const seen: Watched<Result> = { state: 'waiting' };
			promise.then(
				(result) => Object.assign(seen, { state: 'in', at: clock.elapsed, result }),
				(error: unknown) => Object.assign(seen, { state: 'failed', at: clock.elapsed, error }),
			);
			return seen;
		},
	};
}

/** The state of each. */
export const states = (watched: Array<Watched<unknown>>) => watched.map(({ state }) => state);
