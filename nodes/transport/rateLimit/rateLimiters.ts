import { createHash } from 'crypto';
import { systemClock, type Clock } from '../clock';
import { RateLimiter } from './rateLimiter';
import { trimEnd } from '../../shared/text';

const IDLE_MS = 10 * 60_000;

/** By clock, so that tests with their own clock do not share rate limiters. */
const registries = new WeakMap<Clock, Map<string, RateLimiter>>();

/**
 * Returns the rate limiter of an API key, shared by all executions in this process. Only a hash of the key is stored.
 * Rate limiters idle for ten minutes are dropped at the next call, so no timer is needed.
 */
export function rateLimiterFor(
	baseUrl: string,
	apiKey: string,
	clock: Clock = systemClock,
): RateLimiter {
	let limiters = registries.get(clock);
	if (limiters === undefined) registries.set(clock, (limiters = new Map()));
	for (const [name, limiter] of limiters) if (limiter.idleMs() > IDLE_MS) limiters.delete(name);
	const name = nameOf(baseUrl, apiKey);
	let limiter = limiters.get(name);
	if (limiter === undefined) limiters.set(name, (limiter = new RateLimiter(clock)));
	return limiter;
}

/** How many rate limiters exist for a clock. Used by tests. */
export function rateLimiterCount(clock: Clock = systemClock): number {
	return registries.get(clock)?.size ?? 0;
}

function nameOf(baseUrl: string, apiKey: string): string {
	const service = trimEnd(baseUrl.trim(), '/').toLowerCase();
	return createHash('sha256').update(`${service}\n${apiKey}`).digest('hex');
}
