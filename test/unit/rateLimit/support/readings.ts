import type { RateLimitReading, Reset } from '../../../../nodes/transport/rateLimit/window/headers';
import { WindowEnd } from '../../../../nodes/transport/rateLimit/window/windowEnd';

export const NOW = Date.UTC(2025, 0, 1, 12);

/** A request with a response at `ms` after NOW. */
export const at = (ms: number, tookMs = 0) => ({ sentAt: NOW + ms - tookMs, receivedAt: NOW + ms });

/** A reset `ms` after NOW, on the server's clock and on ours, in whole seconds. */
export function announcing(ms: number, more: Partial<Reset> = {}): RateLimitReading {
	return { reset: { at: NOW + ms, onServer: NOW + ms, resolutionMs: 1000, ...more } };
}

/** By default, the server's clock is known to be ahead by 0 to 1,000 ms. */
export function windowEnd({ date = true } = {}): WindowEnd {
	const end = new WindowEnd();
	if (date) end.observeClock({ serverDate: NOW }, at(0));
	return end;
}

export type UpdateContext = Parameters<WindowEnd['update']>[2];

/**
 * Reads a response at `ms` after NOW; `context` overrides that of an ordinary counted request.
 * @returns when the window ends, in ms after NOW
 */
export function endAfter(
	end: WindowEnd,
	reading: RateLimitReading,
	ms: number,
	context: Partial<UpdateContext> = {},
	tookMs = 0,
): number {
	end.update(reading, at(ms, tookMs), {
		remaining: 50,
		limit: 60,
		counted: true,
		descending: true,
		inFlight: 0,
		previousEnd: -Infinity,
		...context,
	});
	return end.end(NOW + ms) - NOW;
}
