import {
	Allowance,
	type Decision,
	type RateLimitOutcome,
} from '../../../../nodes/transport/rateLimit/allowance';
import type { Ticket } from '../../../../nodes/transport/rateLimit/inFlightRequests';

const START = Date.UTC(2025, 0, 1, 12, 0, 0, 0);
export const MINUTE = 60_000;
/** Without pacing any number may go; this many is taken for it. */
export const ANY = 400;

export type Said = Record<string, string>;

export interface Settled extends Partial<RateLimitOutcome> {
	random?: number;
}

/** An allowance of which nothing is known yet, asked and told by hand. All instants are ms since the test began. */
export function allowanceFixture() {
	const allowance = new Allowance();
	/** The test's own clock: it says when something happens. */
	const time = { now: 0 };
	const decide = (): Decision => allowance.decide(START + time.now);

	/** Headers of an answer given now, with the end of the window. `limit` 0: not told. */
	function said(remaining: number, reset = MINUTE, limit = 60): Said {
		const headers: Said = {
			date: new Date(START + time.now).toUTCString(),
			'x-ratelimit-remaining': String(remaining),
			'x-ratelimit-reset': String(START + reset),
		};
		return limit > 0 ? { ...headers, 'x-ratelimit-limit': String(limit) } : headers;
	}

	/** The same without the server's time, so that only our own requests tell when a window is over: a minute after the first. */
	function undated(remaining: number, reset = MINUTE, limit = 60): Said {
		const { date: _, ...headers } = said(remaining, reset, limit);
		return headers;
	}

	/** What holds the next request back, and until when. */
	function wait(): { because: 'limit' | 'response'; until: number } | undefined {
		const decision = decide();
		return decision.go ? undefined : { because: decision.because, until: decision.until - START };
	}

	function go(): Ticket {
		expect(decide()).toEqual({ go: true });
		return allowance.grant(START + time.now);
	}

	const revoke = (ticket: Ticket): void => allowance.revoke(ticket);

	/** Answered by 200 unless told otherwise. */
	function end(ticket: Ticket, headers?: Said, { random = 0, ...more }: Settled = {}): void {
		allowance.settle(ticket, { status: 200, headers, ...more }, START + time.now, random);
	}

	/** One request, answered at once. */
	const requestOnce = (headers?: Said, ending?: Settled): void => end(go(), headers, ending);

	/** How many more requests may go now. */
	function room(): number {
		const tickets: Ticket[] = [];
		while (tickets.length < ANY && decide().go) tickets.push(allowance.grant(START + time.now));
		tickets.forEach(revoke);
		return tickets.length;
	}

	/** Goes to the instant at which the next may go, and makes sure that it is not a millisecond earlier. */
	function toNext(): number {
		for (let until = wait()?.until; until !== undefined; until = wait()?.until) {
			expect(until).toBeGreaterThan(time.now);
			time.now = until - 1;
			expect(room()).toBe(0);
			time.now = until;
		}
		return time.now;
	}

	return {
		time,
		said,
		undated,
		wait,
		go,
		revoke,
		end,
		requestOnce,
		room,
		toNext,
		isQuiet: (): boolean => allowance.isQuiet(START + time.now),
	};
}
