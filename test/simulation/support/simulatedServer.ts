/** How a service counts. Times in ms. */
export interface ServerSettings {
	limit: number;
	windowMs?: number;
	/**
	 * aligned: windows begin at full minutes of the server's clock; lazy: with the first request after the last one;
	 * sliding: each request counts for the length of a window after it was made.
	 */
	counting?: 'aligned' | 'lazy' | 'sliding';
	/** What X-RateLimit-Reset tells: the end of the window, or always a window from now. */
	reset?: 'end' | 'rolling';
	rounding?: 'floor' | 'ceil';
	/** How far the server's clock is ahead. */
	skewMs?: number;
	/** Whether answer number n carries the rate-limit headers. */
	headers?: (n: number) => boolean;
	date?: boolean;
	retryAfter?: 'floor' | 'ceil' | 'none';
	/** Called before request number n (from 0) of each window of ours is counted; may move the window. */
	meddle?: (server: SimulatedServer, nthOfWindow: number, window: number) => void;
}

export interface ServerAnswer {
	status: number;
	headers: Record<string, string>;
	retryAfterMs?: number;
}

/** A rate limiter as a service might have it, counting what it let through and what it refused. */
export class SimulatedServer {
	readonly settings: Required<ServerSettings>;

	accepted = 0;

	refused = 0;

	/** What other programs got. */
	eaten = 0;

	/** How many windows were opened. */
	windows = 0;

	/** What was accepted, in order, with the window (by start) that counted it. */
	readonly ledger: Array<{ what: unknown; at: number }> = [];

	private answers = 0;

	private opened = -Infinity;

	private used = 0;

	private log: number[] = [];

	constructor(settings: ServerSettings) {
		this.settings = {
			windowMs: 60_000,
			counting: 'lazy',
			reset: 'end',
			rounding: 'ceil',
			skewMs: 0,
			headers: () => true,
			date: true,
			retryAfter: 'ceil',
			meddle: () => undefined,
			...settings,
		};
	}

	/** Changes the limit from now on. */
	set limit(limit: number) {
		this.settings.limit = limit;
	}

	/** Puts the end of the window off, or brings it forward. */
	extend(ms: number): void {
		this.opened += ms;
	}

	/** Another program uses up to `count` requests. */
	eat(trueNow: number, count: number): void {
		const now = trueNow + this.settings.skewMs;
		this.turn(now);
		for (let eaten = 0; eaten < count && this.left() > 0; eaten++) {
			this.take(now);
			this.eaten++;
		}
	}

	handle(trueNow: number, what?: unknown): ServerAnswer {
		const now = trueNow + this.settings.skewMs;
		this.turn(now);
		this.settings.meddle(this, this.used, this.windows);
		const fits = this.left() > 0;
		if (fits) {
			this.take(now);
			this.accepted++;
			this.ledger.push({ what, at: trueNow });
		} else this.refused++;
		return this.answer(now, fits);
	}

	private turn(now: number): void {
		const { counting, windowMs } = this.settings;
		if (counting === 'sliding') {
			while (this.log.length > 0 && this.log[0]! + windowMs <= now) this.log.shift();
		} else if (now >= this.opened + windowMs) {
			this.opened = counting === 'aligned' ? Math.floor(now / windowMs) * windowMs : now;
			this.used = 0;
			this.windows++;
		}
	}

	private left(): number {
		return (
			this.settings.limit - (this.settings.counting === 'sliding' ? this.log.length : this.used)
		);
	}

	private take(now: number): void {
		if (this.settings.counting === 'sliding') this.log.push(now);
		else this.used++;
	}

	private end(now: number): number {
		if (this.settings.counting === 'sliding') return (this.log[0] ?? now) + this.settings.windowMs;
		return this.opened + this.settings.windowMs;
	}

	private answer(now: number, fits: boolean): ServerAnswer {
		const { settings } = this;
		const headers: Record<string, string> = {};
		if (settings.date) headers['date'] = new Date(now).toUTCString();
		if (settings.headers(this.answers++)) {
			const reset = settings.reset === 'rolling' ? now + settings.windowMs : this.end(now);
			headers['x-ratelimit-limit'] = String(settings.limit);
			headers['x-ratelimit-remaining'] = String(Math.max(0, this.left()));
			headers['x-ratelimit-reset'] = String(Math[settings.rounding](reset / 1000));
		}
		if (fits) return { status: 200, headers };
		const wait = this.end(now) - now;
		if (settings.retryAfter === 'none') return { status: 429, headers };
		return { status: 429, headers, retryAfterMs: Math[settings.retryAfter](wait / 1000) * 1000 };
	}
}
