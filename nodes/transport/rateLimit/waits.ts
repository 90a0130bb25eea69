// Until when requests wait: for the end of the window, or after a 429.

import { backoffMs } from '../clock';
import type { RateLimitReading, Reset } from './headers';

/** The length of a window: limits are "requests per minute" (reference, section 8). */
export const MINUTE_MS = 60_000;
/** One response cannot stop all requests for longer than this. */
export const MAX_PAUSE_MS = 2 * MINUTE_MS;
/** Covers timers that fire early, clock drift within a minute, and servers that compare with "later than". */
const MARGIN_MS = 25;
/** Resets have whole seconds, or are told apart no better if responses overtake each other. */
const RESOLUTION_MS = 1_000;
/** Resets that the server rounds to whole seconds for each response may differ by one second without having moved. */
const JITTER_MS = 1_500;
/** By how much a reset may seem too late: it and `Date` have whole seconds. */
const ROUNDING_MS = 4_000;

/** When a request was sent and when its response arrived, ms on our clock. */
export interface Span {
	sentAt: number;
	receivedAt: number;
}

/**
 * Determines when the current window has certainly ended: a minute after the response to the oldest of our requests
 * that the service counts, or at the announced reset if that is earlier or clearly later.
 */
export class WindowEnd {
	/** Our requests that may count, oldest response first. */
	private counted: Span[] = [];
	private reset: Reset | undefined;
	/** The latest instant of the reset, ms. */
	private announced: number | undefined;
	/** A reset that is a minute away, as in a new or a sliding window, says nothing that our requests do not say. */
	private isMinuteAway = false;

	recordRequest({ sentAt, receivedAt }: Span): void {
		this.counted.push({ sentAt, receivedAt });
	}

	/** Handles a response without headers in a probably new window at `sentAt`. @returns how many may still count */
	updateWithoutHeaders(sentAt: number): number {
		this.reset = undefined;
		this.announced = undefined;
		// Without a limit there may be thousands, so this looks only at those that it drops.
		this.counted.splice(
			0,
			this.counted.findIndex((span) => span.receivedAt > sentAt - MINUTE_MS),
		);
		return this.counted.length;
	}

	/** Compares the reset of `reading` with the last one. */
	compareReset({ reset }: RateLimitReading): 'earlier' | 'same' | 'later' {
		const moved = distance(this.reset, reset) ?? 0;
		const jitter = JITTER_MS + (this.reset?.latencyMs ?? 0) + (reset?.latencyMs ?? 0);
		if (moved > jitter) return 'later';
		return moved < -jitter ? 'earlier' : 'same';
	}

	/** Whether the reset of `reading` seems later than the last one. */
	isLater({ reset }: RateLimitReading): boolean {
		return (distance(this.reset, reset) ?? 0) > 0;
	}

	/** Applies the newest reading. @param counted how many requests the service counts, if known */
	update(
		reading: RateLimitReading,
		{ sentAt, receivedAt }: Span,
		{ counted, inFlight }: { counted: number | undefined; inFlight: number },
	): void {
		this.counted = this.counted.filter(
			(span) =>
				span.receivedAt > sentAt - MINUTE_MS &&
				// With requests in flight it is unclear which ones the reading counts.
				(inFlight === 0 || span.sentAt > receivedAt - MINUTE_MS),
		);
		if (counted !== undefined) this.counted = counted > 0 ? this.counted.slice(-counted) : [];
		const { reset } = reading;
		const moved = distance(this.reset, reset);
		const latest = latestEnd(reading, receivedAt);
		if (moved === undefined || Math.abs(moved) > JITTER_MS) {
			const tooFar = (latest ?? 0) - receivedAt - MINUTE_MS;
			this.isMinuteAway = tooFar >= 0 && tooFar <= ROUNDING_MS + receivedAt - sentAt;
		}
		this.announced = latest;
		this.reset = reset;
	}

	/** When the window of the last reading, received at `receivedAt`, has certainly ended (ms). */
	end(receivedAt: number): number {
		const { announced } = this;
		const oldest = this.counted[0]?.receivedAt;
		if (oldest === undefined) return announced ?? receivedAt + MINUTE_MS;
		const ours = oldest + MINUTE_MS + MARGIN_MS;
		if (announced === undefined) return ours;
		// A window that was postponed, is longer than a minute, or began after requests that seem to count.
		if (announced > ours + ROUNDING_MS && !this.isMinuteAway) return announced;
		return Math.min(announced, ours);
	}

	/** The end that the headers of a 429 announce, if it is plausible (ms). */
	announcedEnd(reading: RateLimitReading, now: number): number | undefined {
		const latest = latestEnd(reading, now) ?? 0;
		return latest > now && latest < now + MAX_PAUSE_MS ? latest : undefined;
	}
}

/** The latest instant of the reset of a response received at `receivedAt`, ms; unknown without the server's clock. */
function latestEnd({ reset, serverDate }: RateLimitReading, receivedAt: number) {
	if (reset === undefined) return undefined;
	const { at, onServer } = reset;
	if (onServer === undefined) return at + RESOLUTION_MS + MARGIN_MS;
	// `Date` was written before the response arrived, and is truncated.
	if (serverDate === undefined) return undefined;
	return onServer - serverDate + receivedAt + RESOLUTION_MS + MARGIN_MS;
}

/** How far a reset is from the last one, ms. */
function distance(last: Reset | undefined, reset: Reset | undefined): number | undefined {
	if (last === undefined || reset === undefined) return undefined;
	if (last.onServer === undefined || reset.onServer === undefined) return reset.at - last.at;
	return reset.onServer - last.onServer;
}

/** Sequence numbers of a request and its 429, our clock, and a random number from 0 to 1. */
type RateLimited = Record<'grantedSeq' | 'settledSeq' | 'now' | 'random', number> &
	/** What the server asks for, and the end of the window by the headers. */
	Partial<Record<'retryAfterMs' | 'announced', number>>;

/** The pause that a 429 imposes on all requests. Instants are ms on our clock. */
export class Pause {
	/** No request may be sent before this instant. */
	until = -Infinity;
	/** The end that the server announced; `until` is at most `MAX_PAUSE_MS` after the response. */
	announced = -Infinity;
	private lastRateLimitedSeq = 0;
	private backoffSteps = 0;

	/** Records that the request granted at `grantedSeq` did not get a 429. */
	accepted(grantedSeq: number): void {
		if (grantedSeq <= this.lastRateLimitedSeq) return;
		this.backoffSteps = 0;
		this.announced = -Infinity;
	}

	/** Extends the pause after a 429: as the server asks, else until the announced end, else by a random backoff. */
	rateLimited(response: RateLimited): void {
		const { grantedSeq, settledSeq, now, retryAfterMs, announced, random } = response;
		// Requests in flight together get their 429 together: that is one step of the backoff.
		const isLater = grantedSeq > this.lastRateLimitedSeq;
		if (isLater) this.backoffSteps++;
		this.lastRateLimitedSeq = settledSeq;
		let until = announced ?? now + Math.max(100, backoffMs(this.backoffSteps, 1000, random));
		if (retryAfterMs !== undefined) {
			until = now + retryAfterMs;
			// Whole seconds may fall just short of the end that the headers give more exactly.
			if (announced && announced > until && announced < until + 1500) until = announced;
			// The server said "at once" but sent another 429, so wait longer each time.
			if (until < now + 1000 && this.backoffSteps > 1) until += backoffMs(this.backoffSteps - 1, 500, random);
		}
		this.announced = isLater ? until : Math.max(this.announced, until);
		this.until = Math.max(this.until, Math.min(until, now + MAX_PAUSE_MS));
	}
}
