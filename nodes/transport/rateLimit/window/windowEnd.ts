import type { RateLimitReading, Reset } from './headers';
import { MINUTE_MS, RequestHistory, type Span } from './requestHistory';
import { ServerClock } from './serverClock';

/** Covers timers that fire early, clock drift within a minute, and servers that compare with "later than". */
const MARGIN_MS = 25;
/** Resets that the server rounds to whole seconds for each response may differ by one second without having moved. */
const JITTER_MS = 1_500;

/**
 * Determines when the current window has certainly ended. Of two sources the earlier wins:
 * - the headers: the announced reset on our clock, at the latest instant that rounding and clock skew allow;
 * - the request history: a window that counted one of our requests ends at most a minute after its response.
 *   This needs no server clock, and it is exact if a window opens with its first request, or slides.
 */
export class WindowEnd {
	private readonly clock = new ServerClock();

	private reset: Reset | undefined;

	private resetReceivedAt = 0;

	private readonly history = new RequestHistory();

	/** The announced reset is always a minute away, as with sliding windows. */
	private isRolling = false;

	/** The window is longer than a minute, so the request history says nothing about its end. */
	private isLongerThanMinute = false;

	/** Learns the clock skew from the `Date` header. */
	observeClock(reading: RateLimitReading, { sentAt, receivedAt }: Span): void {
		if (reading.serverDate !== undefined)
			this.clock.observe(reading.serverDate, sentAt, receivedAt);
	}

	/** Records a request that counts against the limit. */
	recordRequest(span: Span): void {
		this.history.add(span);
	}

	/** Handles a response without headers in a probably new window at `sentAt`. @returns how many may still count */
	updateWithoutHeaders(sentAt: number): number {
		this.reset = undefined;
		this.history.expire(sentAt - MINUTE_MS);
		return this.history.trimWithoutHeaders();
	}

	/** Compares the reset of `reading` with the last one. */
	compareReset(reading: RateLimitReading): 'earlier' | 'same' | 'later' {
		const moved = this.distance(reading) ?? 0;
		if (moved > JITTER_MS) return 'later';
		return moved < -JITTER_MS ? 'earlier' : 'same';
	}

	/** Applies the newest reading. */
	update(
		reading: RateLimitReading,
		span: Span,
		context: {
			remaining: number;
			limit: number | undefined;
			counted: boolean;
			descending: boolean;
			/** How many requests are still in flight. */
			inFlight: number;
			/** When the previous window was expected to end. */
			previousEnd: number;
		},
	): void {
		const moved = this.distance(reading);
		const elapsed = span.receivedAt - this.resetReceivedAt;
		const early = span.sentAt < context.previousEnd;
		if (moved !== undefined && early && context.descending && elapsed > 0) {
			if (moved >= 500 && Math.abs(moved - elapsed) <= JITTER_MS) this.isRolling = true;
			else if (moved === 0 && elapsed > 2 * JITTER_MS) this.isRolling = false;
		}
		if (context.counted) this.recordRequest(span);
		this.history.expire(span.sentAt - MINUTE_MS);
		// With requests in flight it is unclear which ones the reading counts, so treat those that may have expired as
		// expired.
		if (context.inFlight > 0) this.history.expire(span.receivedAt - MINUTE_MS, 'sentAt');
		if (context.limit !== undefined) {
			const jumped = !this.isRolling && (moved ?? 0) > MINUTE_MS / 2;
			this.history.trimTo(context.limit - context.remaining, span.receivedAt - MINUTE_MS, jumped);
		}
		this.reset = reading.reset;
		this.resetReceivedAt = span.receivedAt;
		const { earliest = -Infinity } = this.onOurClock(reading.reset);
		this.isLongerThanMinute = earliest > span.receivedAt + MINUTE_MS + JITTER_MS;
	}

	/** When the window of the last reading, received at `receivedAt`, has certainly ended (ms). */
	end(receivedAt: number): number {
		const { latest: headers } = this.onOurClock(this.reset);
		const { oldest = Infinity } = this.isLongerThanMinute ? {} : this.history;
		const history = oldest + MINUTE_MS + MARGIN_MS;
		if (headers === undefined) return history === Infinity ? receivedAt + MINUTE_MS : history;
		// A reset that moved later contradicts the history, unless it is always a minute away.
		if (headers > history + 2 * JITTER_MS && !this.isRolling) return headers;
		return Math.min(headers, history);
	}

	/** The end that the headers of a 429 announce, if it is plausible (ms). */
	announcedEnd({ reset }: RateLimitReading, now: number): number | undefined {
		const { latest = 0 } = this.onOurClock(reset);
		return latest > now && latest < now + 2 * MINUTE_MS ? latest : undefined;
	}

	/** How far a reset is from the last one, ms. */
	private distance({ reset }: RateLimitReading): number | undefined {
		if (this.reset === undefined || reset === undefined) return undefined;
		if (reset.onServer === undefined || this.reset.onServer === undefined)
			return reset.at - this.reset.at;
		return reset.onServer - this.reset.onServer;
	}

	/** When a window may end at the earliest and at the latest, ms; unknown without the server's clock. */
	private onOurClock(reset: Reset | undefined): { earliest?: number; latest?: number } {
		if (reset === undefined) return {};
		const { at, onServer, resolutionMs } = reset;
		if (onServer !== undefined && !this.clock.known) return {};
		const earliest = onServer === undefined ? at : this.clock.earliestHere(onServer);
		const latest = onServer === undefined ? at : this.clock.latestHere(onServer);
		return { earliest: earliest - resolutionMs, latest: latest + resolutionMs + MARGIN_MS };
	}
}
