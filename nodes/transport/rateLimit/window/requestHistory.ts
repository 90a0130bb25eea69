/** The length of a window: limits are "requests per minute" (reference, section 8). */
export const MINUTE_MS = 60_000;

/** When a request was sent and when its response arrived, ms on our clock. */
export interface Span {
	sentAt: number;
	receivedAt: number;
}

/** Our own requests that may count in the current window, oldest response first. */
export class RequestHistory {
	private spans: Span[] = [];

	/** A new window restored the whole limit at once, so windows do not slide. */
	private isFixedWindow = false;

	/** When the oldest response arrived, ms. */
	get oldest(): number | undefined {
		return this.spans[0]?.receivedAt;
	}

	/** Adds a request that counted. */
	add({ sentAt, receivedAt }: Span): void {
		this.spans.push({ sentAt, receivedAt });
	}

	/** Drops requests that do not count if a window began at `since`: certainly by `receivedAt`, perhaps by `sentAt`. */
	expire(since: number, by: keyof Span = 'receivedAt'): void {
		this.spans = this.spans.filter((span) => span[by] > since);
	}

	/**
	 * Drops all but the newest requests: the server counts `counted` now, so no more of ours can count.
	 *
	 * @param since a minute before the response, ms
	 * @param jumped whether the reset moved so far that a new window may have begun
	 */
	trimTo(counted: number, since: number, jumped: boolean): void {
		const recent = this.spans.filter(({ sentAt }) => sentAt > since + 1000).length;
		if (recent > counted + 1) this.isFixedWindow = true;
		// In a sliding window the reset may jump too, from one burst to the next; then exactly our own requests still
		// count.
		const slides = recent <= counted && counted <= this.spans.length;
		const most = jumped && !slides ? 1 : Math.max(0, counted);
		this.spans = this.spans.slice(Math.max(0, this.spans.length - most));
	}

	/** Handles a request that was accepted in a presumed new window without headers. @returns how many may still count */
	trimWithoutHeaders(): number {
		if (this.isFixedWindow) this.spans = this.spans.slice(-1);
		return this.spans.length;
	}
}
