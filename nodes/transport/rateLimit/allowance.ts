import { backoffMs } from '../clock';
import { type RateLimitReading, readRateLimit } from './headers';

/** A request that was sent (ms on our clock) and has not ended. */
export interface Ticket {
	number: number;
	sentAt: number;
}

/** How a request ended; without a status, there was no response. */
export interface RequestResult {
	status?: number;
	headers?: Record<string, unknown>;
	/** Pause that the service asks for, ms. */
	retryAfterMs?: number;
}

/** Whether a request may be sent; if not, when to decide again, and until when the service is known to refuse it. */
export type Decision = { go: true } | { go: false; until: number; refusedUntil?: number };

/** When a request was sent, and when its response arrived. */
type Span = Record<'sentAt' | 'receivedAt', number>;

/** The length of a window: limits are "requests per minute" (reference, section 8). */
const MINUTE_MS = 60_000;
/** One response cannot stop all requests for longer than this: then one request tests whether it still applies. */
const MAX_PAUSE_MS = 2 * MINUTE_MS;
/** Covers timers that fire early, and services that compare with "later than". */
const MARGIN_MS = 25;
/** Resets that the service rounds for each response may differ by a second without having moved. */
const JITTER_MS = 1_500;
/** How long a request that tests whether a new window has begun holds back the others. */
const PROBE_MS = 10_000;

/** What is known about the allowance of an API key, and whether one more request fits. All instants are ms. */
export class Allowance {
	private tickets = 0;
	private readonly inFlight = new Set<Ticket>();
	/** Our requests of about the last minute that may count, in the order of their responses. */
	private readonly counted: Span[] = [];
	private limit: number | undefined;
	/** How many requests the service accepts until the window ends; undefined as long as no response says so. */
	private requestsLeft: number | undefined;
	/** The last reading that counts, and the last request that was sent before it. */
	private reading: RateLimitReading & { lastTicket: number } = { lastTicket: 0 };
	/** How many responses of the API had no headers, as long as none has. */
	private withoutHeaders = 0;
	private readonly pause = { beganAt: -Infinity, until: -Infinity, announcedUntil: -Infinity, steps: 0 };

	decide(now: number): Decision {
		const { requestsLeft, pause, inFlight } = this;
		if (now < pause.until) return { go: false, until: pause.until, refusedUntil: pause.announcedUntil };
		// Unless something is known, each response allows one more request in flight, to avoid a burst.
		const free = requestsLeft ?? this.withoutHeaders + 1;
		if (free > inFlight.size) return { go: true };
		const end = requestsLeft === undefined ? now : this.windowEnd();
		return now < end ? { go: false, until: end, refusedUntil: free > 0 ? undefined : end } : this.decideProbe(now);
	}

	/** Takes one request out of the allowance. Call it only after `decide` returned `go: true`. */
	grant(now: number): Ticket {
		const ticket = { number: (this.tickets += 1), sentAt: now };
		this.inFlight.add(ticket);
		return ticket;
	}

	/** Records how a request ended. @param random from 0 to 1, for the backoff */
	settle(ticket: Ticket, result: RequestResult, now: number, random: number): void {
		const { status, headers = {}, retryAfterMs } = result;
		const reading = readRateLimit(headers, now);
		this.inFlight.delete(ticket);
		this.limit = reading.limit ?? this.limit;
		if (status === 429) {
			const msUntilReset = (reading.end ?? now) - now;
			return this.refuse(
				ticket,
				retryAfterMs ?? (msUntilReset > 0 && msUntilReset < MAX_PAUSE_MS ? msUntilReset : undefined),
				now,
				random,
			);
		}
		if (status !== undefined && ticket.sentAt >= this.pause.until) this.pause.steps = 0;
		const isInWindow = ticket.sentAt < this.windowEnd();
		this.forgetWhile(({ receivedAt }) => receivedAt <= ticket.sentAt - MINUTE_MS);
		this.counted.push({ sentAt: ticket.sentAt, receivedAt: now });
		if (reading.remaining === undefined) this.countWithoutHeaders(isInWindow, (status ?? 500) < 500);
		else if (this.isNewer(ticket, reading, reading.remaining)) this.apply(reading, reading.remaining, now);
	}

	/** Whether a reading is newer than the last one; if its request was in flight then, either may be. */
	private isNewer({ number }: Ticket, { reset }: RateLimitReading, remaining: number): boolean {
		const { reading, requestsLeft = Infinity } = this;
		if (number > reading.lastTicket) return true;
		const moved = reset === undefined || reading.reset === undefined ? 0 : reset - reading.reset;
		// In the same window, the one with fewer requests left is newer.
		return moved > JITTER_MS || (moved >= -JITTER_MS && remaining <= requestsLeft);
	}

	private apply(reading: RateLimitReading, remaining: number, now: number): void {
		this.reading = { ...reading, lastTicket: this.tickets };
		this.requestsLeft = remaining;
		// With requests in flight, it is unclear which ones the reading counts: at least none that is a minute old.
		if (this.inFlight.size > 0) this.forgetWhile(({ sentAt }) => sentAt <= now - MINUTE_MS);
		// Older requests do not count any more.
		const requestsUsed = Math.max(1, (this.limit ?? Infinity) - remaining);
		this.forgetWhile(() => this.counted.length > requestsUsed);
	}

	/** Removes the oldest requests. Only the oldest is ever read, and a copy for each response would be slow. */
	private forgetWhile(isOver: (request: Span) => boolean): void {
		while (this.counted[0] && isOver(this.counted[0])) this.counted.shift();
	}

	/** Counts a request since the last reading whose response had no headers, or that got no response at all. */
	private countWithoutHeaders(isInWindow: boolean, isOfApi: boolean): void {
		if (this.requestsLeft === undefined) this.withoutHeaders += isOfApi ? 1 : 0;
		else if (isInWindow || !isOfApi) this.requestsLeft -= 1;
		else {
			// Accepted in what must be a new window.
			this.requestsLeft = this.limit === undefined ? undefined : Math.max(0, this.limit - this.counted.length);
			this.reading = { lastTicket: this.tickets };
			this.withoutHeaders = 1;
		}
	}

	/** When the window has certainly ended: a minute after the oldest request that counts, or when the service says. */
	private windowEnd(): number {
		const oldest = this.counted[0]?.receivedAt ?? -Infinity;
		return Math.min(oldest + MINUTE_MS, this.reading.end ?? Infinity) + MARGIN_MS;
	}

	/** Lets one request test whether a new window has begun, and another one only if that gets no response. */
	private decideProbe(now: number): Decision {
		const lastSentAt = [...this.inFlight].at(-1)?.sentAt ?? -Infinity;
		return now >= lastSentAt + PROBE_MS ? { go: true } : { go: false, until: lastSentAt + PROBE_MS };
	}

	/** Pauses all requests after a 429: as the service asks, else until the window ends, else by a random backoff. */
	private refuse({ sentAt }: Ticket, retryAfterMs: number | undefined, now: number, random: number): void {
		const { pause } = this;
		// Requests in flight together are refused together: that is one step.
		const isNext = sentAt > pause.beganAt;
		if (isNext) pause.steps += 1;
		const backoff = Math.max(100, backoffMs(pause.steps, 1000, random));
		// A service that says "at once" and refuses again gets more time each time.
		const ms = retryAfterMs === undefined || (retryAfterMs < 1000 && pause.steps > 1) ? backoff : retryAfterMs;
		pause.announcedUntil = isNext ? now + ms : Math.max(pause.announcedUntil, now + ms);
		pause.until = Math.max(pause.until, now + Math.min(ms, MAX_PAUSE_MS));
		pause.beganAt = now;
		this.requestsLeft = 0;
		this.reading = { end: pause.until, lastTicket: this.tickets };
	}
}
