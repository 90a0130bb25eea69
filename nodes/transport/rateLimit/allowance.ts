import { header } from '../response';
import { type RateLimitReading, readRateLimit } from './headers';
import { MAX_PAUSE_MS, MINUTE_MS, Pause, type Span, WindowEnd } from './waits';

/** A request that was sent (ms on our clock) and has not ended; `grantedSeq` is the sequence number of the grant. */
export interface Ticket {
	grantedSeq: number;
	sentAt: number;
}

export interface RequestResult {
	status?: number;
	headers?: Record<string, unknown>;
	/** Pause that the server asked for, ms. */
	retryAfterMs?: number;
}

/**
 * Whether the next request may be sent. If not: until when to wait, at most, for a response or, with `announced`, for
 * the limit, which may be announced for longer; then one request looks again at `until`.
 */
export type Decision = { go: true } | { go: false; until: number; announced?: number };

/** A request that has ended; `settledSeq` is the sequence number of its response. */
type SettledRequest = Ticket & Span & { settledSeq: number; rateLimited: boolean };

/** The latest reading of the rate-limit headers. */
type LastReading = Omit<SettledRequest, keyof Ticket> & { remaining: number };

/** How long a request that probes the state of a window holds back the others. */
const PROBE_HOLD_MS = 10_000;

/** What is known about the allowance of an API key, and whether one more request fits. All methods take `now` (ms). */
export class Allowance {
	private sequence = 0;
	private readonly inFlight = new Set<Ticket>();
	private last: LastReading | undefined;
	private limit: number | undefined;
	/** Of a reset that is a duration. */
	private resetUnitMs: number | undefined;
	/** Sequence numbers of responses that the last reading may not count. */
	private uncounted: number[] = [];
	private readonly window = new WindowEnd();
	private readonly pause = new Pause();
	/** How many responses had no headers while nothing else paces: each allows one more in flight, to avoid a burst. */
	private headerless = 0;

	/** Whether no request is in flight and no pause is in force. */
	isQuiet(now: number): boolean {
		return this.inFlight.size === 0 && now >= this.pause.until;
	}

	decide(now: number): Decision {
		if (now < this.pause.until) return waitForLimit(this.pause.until, this.pause.announced);
		const pending = this.inFlight.size;
		if (this.last === undefined)
			return pending > 0 && pending <= this.headerless ? { go: true } : this.probe(now, -Infinity);
		const spare = this.last.remaining - this.uncounted.length;
		const end = this.windowEnd();
		if (now < end) {
			if (spare <= 0) return waitForLimit(end, this.window.end(this.last.receivedAt));
			return spare > pending ? { go: true } : { go: false, until: end };
		}
		// A new window offers at least what was left of the old one.
		if (now - end < MINUTE_MS && spare > pending) return { go: true };
		// A sliding window may offer one more only, which a request in flight may take.
		const holdUntil = end + PROBE_HOLD_MS;
		return pending > spare && now < holdUntil ? { go: false, until: holdUntil } : this.probe(now, end);
	}

	/** Takes one request out of the allowance. Call it only after `decide` returned `go: true`. */
	grant(now: number): Ticket {
		const ticket = { grantedSeq: ++this.sequence, sentAt: now };
		this.inFlight.add(ticket);
		return ticket;
	}

	/** Records how a request ended. @param random from 0 to 1, for the backoff */
	settle(ticket: Ticket, result: RequestResult, now: number, random: number): void {
		this.inFlight.delete(ticket);
		const { status, headers = {}, retryAfterMs } = result;
		const { grantedSeq, sentAt } = ticket;
		const settledSeq = ++this.sequence;
		const rateLimited = status === 429;
		const settled = { grantedSeq, sentAt, receivedAt: now, settledSeq, rateLimited };
		const reading = readRateLimit(headers, sentAt, now, this.resetUnitMs);
		this.limit = reading.limit ?? this.limit;
		this.resetUnitMs = reading.reset?.unitMs ?? this.resetUnitMs;
		if (reading.remaining !== undefined) this.applyReading(settled, reading, reading.remaining);
		else if (!rateLimited) this.applyMissingHeaders(settled, isApiResponse(result));
		if (rateLimited) {
			const announced = this.window.announcedEnd(reading, now);
			this.pause.rateLimited({ grantedSeq, settledSeq, now, retryAfterMs, announced, random });
			this.last = { remaining: 0, settledSeq, receivedAt: now, rateLimited };
		} else if (status !== undefined) this.pause.accepted(grantedSeq);
	}

	private applyReading(settled: SettledRequest, reading: RateLimitReading, remaining: number): void {
		const { grantedSeq, settledSeq, receivedAt, rateLimited } = settled;
		const before = this.last?.remaining ?? 0;
		const moved = this.window.compareReset(reading);
		if (!rateLimited) this.window.recordRequest(settled);
		// It was in flight when the last reading arrived.
		if (this.last !== undefined && grantedSeq < this.last.settledSeq) {
			// Either reading may be the newer one: the one with the later reset or, in the same window, the smaller number.
			const isMore = remaining > before || (remaining === before && !this.window.isLater(reading));
			if (moved === 'earlier' || (moved === 'same' && isMore)) return;
		}
		const counted = this.limit === undefined ? undefined : this.limit - remaining;
		this.window.update(reading, settled, { counted, inFlight: this.inFlight.size });
		this.last = { remaining, settledSeq, receivedAt, rateLimited: false };
		this.uncounted = this.uncounted.filter((end) => end > grantedSeq);
	}

	/** A response without headers, or none at all: counts on from the last reading. */
	private applyMissingHeaders(settled: SettledRequest, isFromApi: boolean): void {
		const { settledSeq, receivedAt } = settled;
		this.window.recordRequest(settled);
		if (this.last === undefined) {
			// Drops the requests of more than a minute ago.
			this.window.updateWithoutHeaders(settled.sentAt);
			if (isFromApi) this.headerless += 1;
		} else if (!isFromApi || settled.sentAt < this.windowEnd()) {
			this.uncounted.push(settledSeq);
		} else if (this.limit === undefined) {
			this.last = undefined;
			this.headerless = 1;
		} else {
			// Accepted in a presumed new window: assume the known limit minus our recent requests.
			const remaining = Math.max(0, this.limit - this.window.updateWithoutHeaders(settled.sentAt));
			this.last = { remaining, settledSeq, receivedAt, rateLimited: false };
			this.uncounted = [];
		}
	}

	/** When the window of the last reading ends, ms; never if there is no reading. */
	private windowEnd(): number {
		if (this.last === undefined) return Infinity;
		const { receivedAt, rateLimited } = this.last;
		// After a 429 only the server's own pause counts.
		if (rateLimited) return this.pause.until;
		return Math.min(this.window.end(receivedAt), receivedAt + MAX_PAUSE_MS);
	}

	/** Sends one request at a time to learn the state; a second one only if the first gets no response. */
	private probe(now: number, since: number): Decision {
		const latest = [...this.inFlight].at(-1)?.sentAt ?? -Infinity;
		if (latest < since || now >= latest + PROBE_HOLD_MS) return { go: true };
		return { go: false, until: latest + PROBE_HOLD_MS };
	}
}

const waitForLimit = (until: number, announced: number): Decision => {
	return { go: false, until, announced: Math.max(until, announced) };
};

/** Whether a response comes from the API itself, rather than from a gateway that knows nothing of its rate limit. */
function isApiResponse({ status, headers = {} }: RequestResult): boolean {
	if (status === undefined || status >= 500 || status === 407) return false;
	return (status < 300 || status >= 400) && !/html/i.test(header(headers, 'content-type') ?? '');
}
