import type { RateLimitReading } from '../../../../nodes/transport/rateLimit/window/headers';
import { WindowEnd } from '../../../../nodes/transport/rateLimit/window/windowEnd';

export const NOW = Date.UTC(2025, 0, 1, 12);

/** A request answered `ms` after NOW. */
export const at = (ms: number, tookMs = 0) => ({ sentAt: NOW + ms - tookMs, receivedAt: NOW + ms });

/** A reset `ms` after NOW, on the server's clock and on ours, in whole seconds. */
export function announcing(ms: number, more: Partial<RateLimitReading> = {}): RateLimitReading {
	return { resetAt: NOW + ms, resetOnServer: NOW + ms, resetResolutionMs: 1000, ...more };
}

/** Knows, unless told otherwise, that the server's clock is ahead by none to 1,000 ms. */
export function windowEnd({ date = true } = {}): WindowEnd {
	const end = new WindowEnd();
	if (date) end.observeClock({ serverDate: NOW }, at(0));
	return end;
}

export type About = Parameters<WindowEnd['update']>[2];

/**
 * An answer that came `ms` after NOW; about it, what differs from a request among others that took a place of ten.
 * @returns when the window ends, in ms after NOW
 */
export function heard(
	end: WindowEnd,
	reading: RateLimitReading,
	ms: number,
	about: Partial<About> = {},
	tookMs = 0,
): number {
	end.update(reading, at(ms, tookMs), {
		remaining: 50,
		limit: 60,
		counted: true,
		descending: true,
		inFlight: 0,
		previousEnd: undefined,
		...about,
	});
	return end.end(NOW + ms) - NOW;
}
