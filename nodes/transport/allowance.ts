import { Others } from './others';
import { MINUTE_MS, type Span } from './ownHistory';
import { Pause } from './pause';
import { readRateLimit, type RateLimitReading } from './rateLimit';
import { UnderWay, type Ticket } from './underWay';
import { WindowEnd } from './windowEnd';

/** How a request ended, as far as the allowance is concerned. */
export interface GateAnswer {
	/** Absent = no answer came. */
	status?: number;
	headers?: Record<string, unknown>;
	/** What the server asked for, ms. */
	retryAfterMs?: number;
}

/** What to do with the next request: send it, wait for the limit until then, or for an answer but at most until then. */
export type Decision = { go: true } | { go: false; until: number; because: 'limit' | 'answer' };

/** What the server last said, and about which requests it can have known. */
interface Base {
	remaining: number;
	/** When the request that brought it ended, in the order of events. */
	heardAt: number;
	receivedAt: number;
	refused: boolean;
}

/** A request that has ended, and what its answer says. */
interface Ending {
	ticket: Ticket;
	answer: GateAnswer;
	span: Span;
	reading: RateLimitReading;
	/** When it ended, in the order of events. */
	heardAt: number;
	refused: boolean;
	/** It was under way together with the one that brought the base. */
	crossed: boolean;
	/** Where its reset lies, compared with the last one. */
	moved: 'earlier' | 'same' | 'later';
}

/** For how long one request that is to tell the state of a window keeps the others waiting. */
const PROBE_HOLD_MS = 5_000;

/**
 * The pure core of the gate: what is known about the allowance of a key, and whether one more request fits.
 * It never waits and never looks at a clock; every method takes `now` (ms).
 */
export class Allowance {
	private events = 0;

	private readonly underWay = new UnderWay();

	private base: Base | undefined;

	private limit: number | undefined;

	/** Ends (in the order of events) of requests that the base does not count for sure. */
	private uncounted: number[] = [];

	private readonly window = new WindowEnd();

	private readonly others = new Others();

	private readonly pause = new Pause();

	/** The service sends no rate-limit headers: nothing to pace by. */
	private unpaced = false;

	/** Whether no request is under way and no pause is in force. */
	isQuiet(now: number): boolean {
		return this.underWay.counting(now) === 0 && now >= this.pause.until;
	}

	decide(now: number): Decision {
		if (now < this.pause.until) return { go: false, until: this.pause.until, because: 'limit' };
		const pending = this.underWay.counting(now);
		if (this.base === undefined) return this.unpaced ? { go: true } : this.probe(now, -Infinity);
		const spare = this.base.remaining - this.uncounted.length;
		const over = this.overAt();
		if (now < over) {
			const usable = spare - this.others.margin(this.limit);
			if (usable > pending) return { go: true };
			return { go: false, until: over, because: usable > 0 ? 'answer' : 'limit' };
		}
		// A new window: what was left of the old one is there at least, unless other programs were quicker.
		const fresh = now - over < MINUTE_MS && !this.others.present;
		if (fresh && spare > pending) return { go: true };
		return this.probe(now, over);
	}

	/** Takes one request out of the allowance. Only after `decide` said go. */
	grant(now: number): Ticket {
		const ticket: Ticket = { order: ++this.events, grantedAt: now };
		this.underWay.add(ticket);
		return ticket;
	}

	/** Gives a ticket back that was never used: nothing was sent. */
	revoke(ticket: Ticket): void {
		this.underWay.remove(ticket);
	}

	/**
	 * Takes in how a request ended.
	 * @param random from 0 up to 1, spreads the backoff where the server does not say how long to wait
	 */
	settle(ticket: Ticket, answer: GateAnswer, now: number, random: number): void {
		this.underWay.remove(ticket);
		const span = { sentAt: ticket.grantedAt, receivedAt: now };
		const reading = readRateLimit(answer.headers ?? {}, span.sentAt, span.receivedAt);
		this.window.observeClock(reading, span);
		if (reading.limit !== undefined) this.limit = reading.limit;
		const heardAt = ++this.events;
		const refused = answer.status === 429;
		const crossed = this.base !== undefined && ticket.order < this.base.heardAt;
		const moved = this.window.movedBy(reading);
		const ending: Ending = { ticket, answer, span, reading, heardAt, refused, crossed, moved };
		if (reading.remaining !== undefined) this.absorb(ending, reading.remaining);
		else if (!refused) this.absorbSilence(ending);
		if (refused) this.refuse(ending, random);
		else if (answer.status !== undefined) this.pause.accepted(ticket.order);
	}

	private absorb({ ticket, span, reading, heardAt, refused, crossed, moved }: Ending, remaining: number): void {
		const before = this.base?.remaining ?? 0;
		const descending = remaining < before;
		if (crossed) {
			// Either may be the later word. A later reset is a later window; in the same window the smaller number is the
			// later one.
			const later = moved === 'later' || (moved === 'same' && remaining <= before);
			if (!later) {
				if (!refused) this.window.note(span);
				return;
			}
		} else if (moved === 'same' && descending && !refused) {
			const ours = 1 + this.uncounted.length + this.underWay.size;
			this.others.observe(before - remaining - ours);
		}
		const { limit, underWay } = this;
		const about = { remaining, descending, limit, counted: !refused, others: underWay.size, wasOverAt: this.overAt() };
		this.window.advance(reading, span, about);
		this.base = { remaining, heardAt, receivedAt: span.receivedAt, refused: false };
		this.uncounted = this.uncounted.filter((end) => end > ticket.order);
	}

	/** An answer without headers, or none at all: count on. */
	private absorbSilence({ ticket, answer, span, heardAt }: Ending): void {
		const answered = answer.status !== undefined;
		this.window.note(span);
		if (this.base === undefined) {
			this.unpaced ||= answered;
			return;
		}
		if (!answered || ticket.grantedAt < this.overAt()) {
			this.uncounted.push(heardAt);
			return;
		}
		if (this.limit === undefined) {
			this.base = undefined;
			this.unpaced = true;
			return;
		}
		// It went through in what we took for a new window: reckon with the limit as it was, less our own use of late.
		const remaining = Math.max(0, this.limit - this.window.advanceBlindly(span));
		this.base = { remaining, heardAt, receivedAt: span.receivedAt, refused: false };
		this.uncounted = [];
	}

	private refuse({ ticket, answer, span, reading, heardAt }: Ending, random: number): void {
		const now = span.receivedAt;
		const { retryAfterMs } = answer;
		const announced = this.window.announcedEnd(reading, now);
		this.pause.refused({ askedAt: ticket.order, heardAt, now, retryAfterMs, announced, random });
		this.base = { remaining: 0, heardAt, receivedAt: now, refused: true };
	}

	/** When a request may be sent although the base says that nothing is left, ms. Unknown without a base: never. */
	private overAt(): number {
		if (this.base === undefined) return Infinity;
		// After a 429 the server's own word on when to come back is all that counts.
		return this.base.refused ? this.pause.until : this.window.end(this.base.receivedAt);
	}

	/** One request at a time, to learn the state; another one only if the first does not come back. */
	private probe(now: number, since: number): Decision {
		const { latest } = this.underWay;
		if (latest < since || now >= latest + PROBE_HOLD_MS) return { go: true };
		return { go: false, until: latest + PROBE_HOLD_MS, because: 'answer' };
	}
}
