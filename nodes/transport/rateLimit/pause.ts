import { backoffMs } from '../clock';

/** Sequence numbers of a request and its 429, our clock, and a random number from 0 to 1. */
type RateLimited = Record<'grantedSeq' | 'settledSeq' | 'now' | 'random', number> &
	/** What the server asks for, and the end of the window by the headers. */
	Partial<Record<'retryAfterMs' | 'announced', number>>;

/** The pause that a 429 imposes on all requests. Instants are ms on our clock. */
export class Pause {
	/** No request may be sent before this instant. */
	until = -Infinity;
	/** The end that the server announced; `until` is at most `maxMs` after the response. */
	announced = -Infinity;
	private lastRateLimitedSeq = 0;
	private backoffSteps = 0;

	/** @param maxMs the longest pause after one response */
	constructor(private readonly maxMs: number) {}

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
		this.until = Math.max(this.until, Math.min(until, now + this.maxMs));
	}
}
