interface Window {
	used: number;
	endsAt: number;
}

export interface Allowance {
	limit: number;
	remaining: number;
	/** Milliseconds of the real clock. */
	endsAt: number;
	exceeded: boolean;
}

/** A fixed window per key. It starts with the first request after the previous one ended. */
export class RateLimiter {
	private windows = new Map<string, Window>();

	constructor(
		private limit: number | null,
		private windowMs: number,
	) {}

	/** Counts a request and returns what remains; null without a limit. A rejected request does not count. */
	take(key: string, now: number): Allowance | null {
		if (this.limit === null) return null;
		const window = this.windowOf(key, now);
		const exceeded = window.used >= this.limit;
		if (!exceeded) window.used += 1;
		return { limit: this.limit, remaining: Math.max(0, this.limit - window.used), endsAt: window.endsAt, exceeded };
	}

	/** Uses up n requests, like another program with the same key. */
	consume(key: string, now: number, n: number): void {
		this.windowOf(key, now).used += n;
	}

	change(limit: number | null, windowMs: number): void {
		// The current window ends as announced, unless its length changes.
		if (windowMs !== this.windowMs) this.clear();
		this.limit = limit;
		this.windowMs = windowMs;
	}

	clear(): void {
		this.windows.clear();
	}

	private windowOf(key: string, now: number): Window {
		const known = this.windows.get(key);
		if (known !== undefined && now < known.endsAt) return known;
		// The reset header has whole seconds. Windows start at whole seconds, so that it is exact.
		const beginsAt = this.windowMs % 1000 === 0 ? Math.floor(now / 1000) * 1000 : now;
		const window = { used: 0, endsAt: beginsAt + this.windowMs };
		this.windows.set(key, window);
		return window;
	}
}
