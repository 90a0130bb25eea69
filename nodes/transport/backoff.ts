/**
 * Exponential backoff with full jitter: a random delay up to a bound that doubles with each attempt.
 * @returns ms, at most 60,000
 */
export function backoffMs(times: number, firstMs: number, random: number): number {
	return Math.round(random * Math.min(60_000, firstMs * 2 ** Math.min(20, Math.max(0, times - 1))));
}
