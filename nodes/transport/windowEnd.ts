import { MINUTE_MS, OwnHistory, type Span } from './ownHistory';
import type { RateLimitReading } from './rateLimit';
import { ServerClock } from './serverClock';

/** Covers timers that fire early, clocks that drift within a minute, and servers that compare with "later than". */
const MARGIN_MS = 25;
/** Resets in whole seconds, computed anew for each answer, may differ by one without having moved. */
const JITTER_MS = 1_500;

/**
 * When the current window surely is over. Two sources, and the earlier wins:
 * - the headers: the announced reset on our clock, taken as late as its rounding and the clocks' difference allow;
 * - our own history: a window that held a request of ours ends at most a minute after that request was answered.
 *   This needs no clock of the server's, and it is exact where a window opens with its first request, or slides.
 */
export class WindowEnd {
	private readonly clock = new ServerClock();

	private reset: RateLimitReading | undefined;

	private resetReceivedAt = 0;

	private readonly history = new OwnHistory();

	/** The reset is always announced as a minute from now, as sliding windows do. */
	private rolling = false;

	/** The window is longer than a minute, so that our own history says nothing about its end. */
	private long = false;

	observeClock(reading: RateLimitReading, { sentAt, receivedAt }: Span): void {
		if (reading.serverDate !== undefined) this.clock.observe(reading.serverDate, sentAt, receivedAt);
	}

	/** A request that counted was answered. */
	note(span: Span): void {
		this.history.add(span);
	}

	/**
	 * An answer without headers to a request that was sent into what we took for a new window.
	 * @returns how many of our requests can still count
	 */
	advanceBlindly({ sentAt }: Span): number {
		this.reset = undefined;
		this.history.expire(sentAt - MINUTE_MS);
		return this.history.keepBlindly();
	}

	/** Where the reset of `reading` lies compared with the last one. */
	movedBy(reading: RateLimitReading): 'earlier' | 'same' | 'later' {
		const moved = this.distance(reading) ?? 0;
		if (moved > JITTER_MS) return 'later';
		return moved < -JITTER_MS ? 'earlier' : 'same';
	}

	/** Takes in the newest reading. */
	advance(
		reading: RateLimitReading,
		span: Span,
		about: {
			remaining: number;
			limit: number | undefined;
			counted: boolean;
			descending: boolean;
			/** How many requests are still under way. */
			others: number;
			wasOverAt: number | undefined;
		},
	): void {
		const moved = this.distance(reading);
		const elapsed = span.receivedAt - this.resetReceivedAt;
		const early = about.wasOverAt !== undefined && span.sentAt < about.wasOverAt;
		if (moved !== undefined && early && about.descending && elapsed > 0) {
			if (moved >= 500 && Math.abs(moved - elapsed) <= JITTER_MS) this.rolling = true;
			else if (moved === 0 && elapsed > 2 * JITTER_MS) this.rolling = false;
		}
		if (about.counted) this.note(span);
		this.history.expire(span.sentAt - MINUTE_MS);
		// With others under way it is unclear which of ours the server counted. Then whatever may have slid out by
		// then is taken for gone, as the reading may have given its place back already.
		if (about.others > 0) this.history.expireDoubtful(span.receivedAt - MINUTE_MS);
		if (about.limit !== undefined) {
			const jumped = !this.rolling && (moved ?? 0) > MINUTE_MS / 2;
			this.history.keep(about.limit - about.remaining, span.receivedAt - MINUTE_MS, jumped);
		}
		this.reset = reading.resetAt === undefined ? undefined : reading;
		this.resetReceivedAt = span.receivedAt;
		const horizon = this.earliest(reading) - span.receivedAt;
		this.long = this.clockKnown(reading) && horizon > MINUTE_MS + JITTER_MS;
	}

	/** When the window of the last reading, received at `receivedAt`, surely is over (ms). */
	end(receivedAt: number): number {
		const headers = this.byHeaders();
		const history = this.byHistory();
		if (headers === undefined) return history ?? receivedAt + MINUTE_MS;
		if (history === undefined) return headers;
		// A reset that was put off contradicts the history; one that always is a minute away does not.
		if (headers > history + 2 * JITTER_MS && !this.rolling) return headers;
		return Math.min(headers, history);
	}

	/** The end that the headers of a 429 announce, if it is a sensible one (ms). */
	announcedEnd(reading: RateLimitReading, now: number): number | undefined {
		if (!this.clockKnown(reading)) return undefined;
		const end = this.latest(reading);
		return end > now && end < now + 2 * MINUTE_MS ? end : undefined;
	}

	private distance(reading: RateLimitReading): number | undefined {
		if (this.reset?.resetAt === undefined || reading.resetAt === undefined) return undefined;
		if (reading.resetOnServer !== undefined && this.reset.resetOnServer !== undefined) {
			return reading.resetOnServer - this.reset.resetOnServer;
		}
		return reading.resetAt - this.reset.resetAt;
	}

	private byHeaders(): number | undefined {
		if (this.reset === undefined || !this.clockKnown(this.reset)) return undefined;
		return this.latest(this.reset);
	}

	private byHistory(): number | undefined {
		const { oldest } = this.history;
		return oldest === undefined || this.long ? undefined : oldest + MINUTE_MS + MARGIN_MS;
	}

	/** Whether a reset can be told on our clock at all. */
	private clockKnown(reading: RateLimitReading): boolean {
		return reading.resetAt !== undefined && (reading.resetOnServer === undefined || this.clock.known);
	}

	private latest(reading: RateLimitReading): number {
		const resolution = reading.resetResolutionMs ?? 1000;
		const at = reading.resetOnServer;
		const here = at === undefined || !this.clock.known ? reading.resetAt ?? 0 : this.clock.latestHere(at);
		return here + resolution + MARGIN_MS;
	}

	private earliest(reading: RateLimitReading): number {
		const at = reading.resetOnServer;
		const here = at === undefined ? reading.resetAt ?? 0 : this.clock.earliestHere(at);
		return here - (reading.resetResolutionMs ?? 1000);
	}
}
