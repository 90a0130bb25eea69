/** How fast two clocks may drift apart: 100 ms in 1,000 seconds. */
const DRIFT = 1e-4;

/**
 * How far the server's clock is ahead of ours. Each `Date` header is truncated to whole seconds and was written between
 * sending and receiving, so it only gives bounds, which every further response narrows.
 */
export class ServerClock {
	private low = 0;

	private high = 0;

	private seenAt: number | undefined;

	/** Whether any response had a `Date` header. */
	get known(): boolean {
		return this.seenAt !== undefined;
	}

	/** Records a `Date` header, ms. Its response was sent and received at these instants on our clock. */
	observe(date: number, sentAt: number, receivedAt: number): void {
		const low = date - receivedAt;
		const high = date + 1000 - sentAt;
		const drift = Math.max(0, receivedAt - (this.seenAt ?? receivedAt)) * DRIFT;
		const narrowedLow = Math.max(low, this.low - drift);
		const narrowedHigh = Math.min(high, this.high + drift);
		// If the bounds contradict each other, one of the clocks was set, so only the newest response counts.
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
