import { MINUTE_MS, OwnHistory, type Span } from './ownHistory';
import type { RateLimitReading } from './rateLimit';
import { ServerClock } from './serverClock';
import { WindowLength } from './windowLength';

/** Covers timers that fire early, clocks that drift within a minute, and servers that compare with "later than". */
const MARGIN_MS = 25;
/** Resets in whole seconds, computed anew for each answer, may differ by one without having moved. */
const JITTER_MS = 1_500;
const CAUTION_STEP_MS = 100;
const DISTRUST_MS = 10 * MINUTE_MS;

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

	private readonly length = new WindowLength();

	/** The reset is always announced as a minute from now, as sliding windows do. */
	private rolling = false;

	/** Until when our own history is not believed, because a request sent by it was refused. */
	private distrustedUntil = -Infinity;

	private distrusted = false;

	/** Added to what the history tells, having been a little early before. */
	private caution = 0;

	/** The window is longer than a minute, so that our own history says nothing about its end. */
	private long = false;

	/** How much later than announced windows turned out to end. */
	private lag = 0;

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
		this.history.expire(sentAt - this.length.ms);
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
			/** What was left before, if anything was known. */
			before: number | undefined;
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
		if (about.limit !== undefined && about.counted) {
			this.opened(reading, span, about.remaining / about.limit, (about.before ?? 0) / about.limit);
		}
		if (about.counted) this.note(span);
		this.history.expire(span.sentAt - this.length.ms);
		// With others under way it is unclear which of ours the server counted. Then whatever may have slid out by
		// then is taken for gone, as the reading may have given its place back already.
		if (about.others > 0) this.history.expireDoubtful(span.receivedAt - this.length.ms);
		if (about.limit !== undefined) {
			const jumped = !this.rolling && (moved ?? 0) > this.length.ms / 2;
			this.history.keep(about.limit - about.remaining, span.receivedAt - this.length.ms, jumped);
		}
		this.reset = reading.resetAt === undefined ? undefined : reading;
		this.resetReceivedAt = span.receivedAt;
		const horizon = this.earliest(reading) - span.receivedAt;
		this.distrusted = span.receivedAt < this.distrustedUntil;
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

	/** Which of the two sources the end rests on at the moment. */
	trusting(): 'history' | 'headers' {
		return this.end(0) === this.byHeaders() ? 'headers' : 'history';
	}

	/** The end that the headers of a 429 announce, if it is a sensible one (ms). */
	announcedEnd(reading: RateLimitReading, now: number): number | undefined {
		if (!this.clockKnown(reading)) return undefined;
		const end = this.latest(reading);
		return end > now && end < now + 2 * MINUTE_MS ? end : undefined;
	}

	/** A request was refused at `now` although we took the window for over; it ends at `until` instead (ms). */
	contradicted(trusting: 'history' | 'headers' | undefined, now: number, until: number): void {
		const end = trusting === 'history' ? this.byHistory() : this.byHeaders();
		if (trusting === undefined || end === undefined || until <= end) return;
		if (trusting === 'history' && this.length.learned) {
			this.length.refuted();
		} else if (trusting === 'headers') {
			// By more it is another window, which others that share the key were quicker to use up.
			if (until - end < this.length.ms / 2) this.lag = Math.min(MINUTE_MS, this.lag + until - end);
		} else if (until - end < 2 * JITTER_MS && this.caution < 1000) {
			// How early it was is known no better than to a second, as `retryAfter` is in whole seconds.
			this.caution += CAUTION_STEP_MS;
		} else {
			this.distrustedUntil = now + DISTRUST_MS;
			this.distrusted = true;
		}
	}

	/** Learns from an answer that opened a window: nearly all is there again, at once; so it does not slide. */
	private opened(reading: RateLimitReading, span: Span, left: number, leftBefore: number): void {
		const reset = reading.resetOnServer;
		if (reset === undefined || !this.clock.known || left < 0.75 || leftBefore > 0.25) return;
		const follows = (this.distance(reading) ?? 0) >= 1000;
		const atLeast = this.clock.earliestHere(reset) - span.receivedAt;
		this.length.observe({ reset, atLeast, atMost: this.clock.latestHere(reset) - span.sentAt, follows });
	}

	private distance(reading: RateLimitReading): number | undefined {
		if (this.reset?.resetAt === undefined || reading.resetAt === undefined) return undefined;
		if (reading.resetOnServer !== undefined && this.reset.resetOnServer !== undefined) {
			return reading.resetOnServer - this.reset.resetOnServer;
		}
		return reading.resetAt - this.reset.resetAt;
	}

	private byHeaders(): number | undefined {
		if (this.reset === undefined || (!this.clockKnown(this.reset) && !this.distrusted)) return undefined;
		return this.latest(this.reset) + this.lag;
	}

	private byHistory(): number | undefined {
		const { oldest } = this.history;
		if (oldest === undefined || this.distrusted || this.long) return undefined;
		return oldest + this.length.ms + MARGIN_MS + this.caution;
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
