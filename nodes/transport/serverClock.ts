/** How far two clocks may drift apart, as a share of the time that passes: 100 ms in a thousand seconds. */
const DRIFT = 1e-4;

/**
 * How far the server's clock is ahead of ours. Each `Date` header is cut to whole seconds and was written at some
 * instant between sending and receiving, so it only gives bounds; every further answer narrows them.
 */
export class ServerClock {
	private low = 0;

	private high = 0;

	private seenAt: number | undefined;

	/** Whether any answer carried a `Date` yet. */
	get known(): boolean {
		return this.seenAt !== undefined;
	}

	/**
	 * Takes a `Date` header in.
	 * @param date ms on the server's clock, cut to whole seconds
	 * @param sentAt ms on our clock
	 * @param receivedAt ms on our clock
	 */
	observe(date: number, sentAt: number, receivedAt: number): void {
		const low = date - receivedAt;
		const high = date + 1000 - sentAt;
		const drift = Math.max(0, receivedAt - (this.seenAt ?? receivedAt)) * DRIFT;
		const narrowedLow = Math.max(low, this.low - drift);
		const narrowedHigh = Math.min(high, this.high + drift);
		// Bounds that contradict each other: one of the clocks was set. Only the newest answer counts then.
		const usable = this.seenAt !== undefined && narrowedLow <= narrowedHigh;
		this.low = usable ? narrowedLow : low;
		this.high = usable ? narrowedHigh : high;
		this.seenAt = receivedAt;
	}

	/** The latest instant on our clock (ms) at which the server's clock reaches `onServer` (ms). */
	latestHere(onServer: number): number {
		return onServer - this.low;
	}

	/** The earliest instant on our clock (ms) at which the server's clock reaches `onServer` (ms). */
	earliestHere(onServer: number): number {
		return onServer - this.high;
	}
}
