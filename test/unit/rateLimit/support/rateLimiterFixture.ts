import {
	RateLimiter,
	type RateLimitOutcome,
} from '../../../../nodes/transport/rateLimit/rateLimiter';
import { SimulatedClock } from '../../../simulation/support/simulatedClock';

export interface Watched<Result> {
	state: 'waiting' | 'in' | 'failed';
	at?: number;
	error?: unknown;
	result?: Result;
}

/** A limiter that nobody has used yet, its clock, and what a service may answer to the requests that it lets through. */
export function rateLimiterFixture() {
	const clock = new SimulatedClock();
	const limiter = new RateLimiter(clock);
	return {
		clock,
		limiter,
		answer: (
			status: number | undefined,
			more: Partial<RateLimitOutcome> = {},
		): RateLimitOutcome => ({
			status,
			...more,
		}),
		/** The headers of an answer given now. */
		said: (remaining: number, resetInSeconds: number, limit = 60): Record<string, string> => ({
			date: new Date(clock.elapsed).toUTCString(),
			'x-ratelimit-limit': String(limit),
			'x-ratelimit-remaining': String(remaining),
			'x-ratelimit-reset': String(Math.ceil(clock.elapsed / 1000) + resetInSeconds),
		}),
		/** Uses the limiter up: nothing is left until `seconds` have passed. */
		async exhaust(seconds: number): Promise<void> {
			const pass = await limiter.acquire();
			pass.release({ status: 429, retryAfterMs: seconds * 1000 });
		},
		/** What became of a promise, without waiting for it. */
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

/** What became of each. */
export const states = (watched: Array<Watched<unknown>>) => watched.map(({ state }) => state);
