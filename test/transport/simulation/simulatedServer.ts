const WINDOW_MS = 60_000;

/** How a service counts. Times in ms. */
export interface ServerSettings {
	limit: number;
	/**
	 * aligned: windows start at full minutes of the server's clock; lazy: with the first request after the previous
	 * window; sliding: each request counts for the length of a window after it was made.
	 */
	counting?: 'aligned' | 'lazy' | 'sliding';
	/** What X-RateLimit-Reset contains: the end of the window, or always a window from now. */
	reset?: 'end' | 'rolling';
	rounding?: 'floor' | 'ceil';
	/** The form of the reset; from now if it is a duration. */
	unit?: 'stamp' | 'msStamp' | 'seconds' | 'ms';
	/** Whether a 429 says how long to wait. */
	retryAfter?: boolean;
	skewMs?: number;
	/** Whether response number n has the rate-limit headers. */
	headers?: (n: number) => boolean;
	date?: boolean;
	/** Called before request number n (from 0) of each window is counted; may move the window. */
	intervene?: (server: SimulatedServer, nthOfWindow: number, window: number) => void;
}

export interface ServerResponse {
	status: number;
	headers: Record<string, string>;
	retryAfterMs?: number;
}

/** The rate limiter of a service, which counts the requests that it accepted and rejected. */
export class SimulatedServer {
	readonly settings: Required<ServerSettings>;

	accepted = 0;
	rejected = 0;

	usedByOthers = 0;

	windows = 0;

	/** The accepted requests, in order, with their times. */
	readonly ledger: Array<{ what: unknown; at: number }> = [];

	private responses = 0;
	private opened = -Infinity;
	private used = 0;
	private log: number[] = [];

	constructor(settings: ServerSettings) {
		this.settings = {
			counting: 'lazy',
			reset: 'end',
			rounding: 'ceil',
			skewMs: 0,
			date: true,
			unit: 'stamp',
			retryAfter: true,
			headers: () => true,
			intervene: () => undefined,
			...settings,
		};
	}

	set limit(limit: number) {
		this.settings.limit = limit;
	}

	extend(ms: number): void {
		this.opened += ms;
	}

	/** Another program uses up to `count` requests. */
	consume(trueNow: number, count: number): void {
		const now = trueNow + this.settings.skewMs;
		this.turn(now);
		for (let usedByOthers = 0; usedByOthers < count && this.left() > 0; usedByOthers++) {
			this.take(now);
			this.usedByOthers++;
		}
	}

	handle(trueNow: number, what?: unknown): ServerResponse {
		const now = trueNow + this.settings.skewMs;
		this.turn(now);
		this.settings.intervene(this, this.used, this.windows);
		const fits = this.left() > 0;
		if (fits) {
			this.take(now);
			this.accepted++;
			this.ledger.push({ what, at: trueNow });
		} else this.rejected++;
		return this.respond(now, fits);
	}

	private turn(now: number): void {
		const { counting } = this.settings;
		if (counting === 'sliding') {
			while (this.log.length > 0 && this.log[0]! + WINDOW_MS <= now) this.log.shift();
		} else if (now >= this.opened + WINDOW_MS) {
			this.opened = counting === 'aligned' ? Math.floor(now / WINDOW_MS) * WINDOW_MS : now;
			this.used = 0;
			this.windows++;
		}
	}

	private left(): number {
		const { limit, counting } = this.settings;
		return limit - (counting === 'sliding' ? this.log.length : this.used);
	}

	private take(now: number): void {
		if (this.settings.counting === 'sliding') this.log.push(now);
		else this.used++;
	}

	private end(now: number): number {
		const start = this.settings.counting === 'sliding' ? (this.log[0] ?? now) : this.opened;
		return start + WINDOW_MS;
	}

	private respond(now: number, fits: boolean): ServerResponse {
		const { settings } = this;
		const headers: Record<string, string> = {};
		if (settings.date) headers['date'] = new Date(now).toUTCString();
		if (settings.headers(this.responses++)) {
			const reset = settings.reset === 'rolling' ? now + WINDOW_MS : this.end(now);
			headers['x-ratelimit-limit'] = String(settings.limit);
			headers['x-ratelimit-remaining'] = String(Math.max(0, this.left()));
			const from = ['stamp', 'msStamp'].includes(settings.unit) ? 0 : now;
			const unitMs = ['stamp', 'seconds'].includes(settings.unit) ? 1000 : 1;
			headers['x-ratelimit-reset'] = String(Math[settings.rounding]((reset - from) / unitMs));
		}
		if (fits) return { status: 200, headers };
		if (!settings.retryAfter) return { status: 429, headers };
		return { status: 429, headers, retryAfterMs: Math.ceil((this.end(now) - now) / 1000) * 1000 };
	}
}
