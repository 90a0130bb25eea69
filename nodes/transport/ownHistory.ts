/** The length of a window: limits are "requests per minute" (reference, section 8). */
export const MINUTE_MS = 60_000;

/** When a request went out and when its answer came, ms on our clock. */
export interface Span {
	sentAt: number;
	receivedAt: number;
}

/** Our own requests that may count in the current window, oldest answer first. */
export class OwnHistory {
	private spans: Span[] = [];

	/** A new window was seen to give everything back at once, so windows do not slide. */
	private beginsAnew = false;

	/** When the oldest of them was answered, ms. */
	get oldest(): number | undefined {
		return this.spans[0]?.receivedAt;
	}

	/** Adds a request that counted. */
	add({ sentAt, receivedAt }: Span): void {
		this.spans.push({ sentAt, receivedAt });
	}

	/** Forgets what surely no longer counts when `since` is the beginning of a window's length, ms. */
	expire(since: number): void {
		this.spans = this.spans.filter(({ receivedAt }) => receivedAt > since);
	}

	/** Forgets also what may no longer count. */
	expireDoubtful(since: number): void {
		this.spans = this.spans.filter(({ sentAt }) => sentAt > since);
	}

	/**
	 * The server counts `counted` requests now, so no more of ours can. What is older belongs to a window that is over,
	 * or has slid out of it.
	 * @param since the beginning of a window's length that ends when it said so, ms
	 * @param jumped whether the reset moved so far that a new window may have begun
	 */
	keep(counted: number, since: number, jumped: boolean): void {
		const recent = this.spans.filter(({ sentAt }) => sentAt > since + 1000).length;
		if (recent > counted + 1) this.beginsAnew = true;
		// In a sliding window the reset may jump too, from one burst to the next; then exactly our own still count.
		const slides = recent <= counted && counted <= this.spans.length;
		const most = jumped && !slides ? 1 : Math.max(0, counted);
		this.spans = this.spans.slice(Math.max(0, this.spans.length - most));
	}

	/**
	 * The newest request was let through in what we took for a new window, but no header tells.
	 * @returns how many can still count
	 */
	keepBlindly(): number {
		if (this.beginsAnew) this.spans = this.spans.slice(-1);
		return this.spans.length;
	}
}
