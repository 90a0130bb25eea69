/** The state of a key's rate window after a request. */
export interface RateStatus {
	/** Requests per window. */
	limit: number;
	remaining: number;
	/** When the window ends, in milliseconds of the real clock. */
	endsAt: number;
	/** Whether the request exceeds the limit. */
	isExceeded: boolean;
}

interface RateWindow {
	used: number;
	endsAt: number;
}

/**
 * A fixed window per key. It starts with the first request after the previous one ended. The reference shows only
 * the limits and the headers, so the kind of window is an assumption.
 */
export class RateLimiter {
	private windows = new Map<string, RateWindow>();

	/** @param limit requests per window; null for no limit */
	constructor(
		private limit: number | null,
		private readonly windowMs: number,
	) {}

	/** Counts a request, unless it exceeds the limit. Returns null without a limit. */
	count(key: string, now: number): RateStatus | null {
		if (this.limit === null) return null;
		const window = this.windowOf(key, now);
		const isExceeded = window.used >= this.limit;
		if (!isExceeded) window.used += 1;
		return {
			limit: this.limit,
			remaining: Math.max(0, this.limit - window.used),
			endsAt: window.endsAt,
			isExceeded,
		};
	}

	/** The current windows end as announced. */
	setLimit(limit: number | null): void {
		this.limit = limit;
	}

	clear(): void {
		this.windows.clear();
	}

	private windowOf(key: string, now: number): RateWindow {
		const current = this.windows.get(key);
		if (current !== undefined && now < current.endsAt) return current;
		// The reset header has whole seconds. Windows start at whole seconds, so that it is exact.
		const startsAt = this.windowMs % 1000 === 0 ? Math.floor(now / 1000) * 1000 : now;
		const window = { used: 0, endsAt: startsAt + this.windowMs };
		this.windows.set(key, window);
		return window;
	}
}
