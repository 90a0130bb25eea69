import {
	Allowance,
	type Decision,
	type RateLimitOutcome,
	type Ticket,
} from '../../../../nodes/transport/rateLimit/allowance';

const START = Date.UTC(2025, 0, 1, 12, 0, 0, 0);
export const MINUTE = 60_000;
/** More requests than any allowance of these tests has. */
const MANY = 400;

export type RateLimitHeaders = Record<string, string>;

export interface Settled extends Partial<RateLimitOutcome> {
	random?: number;
}

/** A new allowance, driven by hand. All instants are in ms since the test began. */
export function allowanceFixture() {
	const allowance = new Allowance();
	/** The test's clock. */
	const time = { now: 0 };
	const decide = (): Decision => allowance.decide(START + time.now);

	/** Headers of a response now, with the end of the window. `limit` 0: omitted. */
	function headers(remaining: number, reset = MINUTE, limit = 60): RateLimitHeaders {
		const documented: RateLimitHeaders = {
			date: new Date(START + time.now).toUTCString(),
			'x-ratelimit-remaining': String(remaining),
			'x-ratelimit-reset': String(START + reset),
		};
		return limit > 0 ? { ...documented, 'x-ratelimit-limit': String(limit) } : documented;
	}

	/** The same without the server's time, so that only the request history shows when a window ends: a minute after the first request. */
	function headersWithoutDate(remaining: number, reset = MINUTE, limit = 60): RateLimitHeaders {
		const { date: _, ...undated } = headers(remaining, reset, limit);
		return undated;
	}

	/** What the next request waits for, and until when. */
	function wait(): { because: 'limit' | 'response'; until: number } | undefined {
		const decision = decide();
		return decision.go ? undefined : { because: decision.because, until: decision.until - START };
	}

	function go(): Ticket {
		expect(decide()).toEqual({ go: true });
		return allowance.grant(START + time.now);
	}

	const revoke = (ticket: Ticket): void => allowance.revoke(ticket);

	/** The status is 200 by default. */
	function end(
		ticket: Ticket,
		given?: RateLimitHeaders,
		{ random = 0, ...more }: Settled = {},
	): void {
		allowance.settle(ticket, { status: 200, headers: given, ...more }, START + time.now, random);
	}

	/** One request with an immediate response. */
	const requestOnce = (given?: RateLimitHeaders, ending?: Settled): void =>
		end(go(), given, ending);

	/** How many more requests may be sent now. */
	function capacity(): number {
		const tickets: Ticket[] = [];
		while (tickets.length < MANY && decide().go) tickets.push(allowance.grant(START + time.now));
		tickets.forEach(revoke);
		return tickets.length;
	}

	/** Advances to the instant at which the next request may be sent, and checks that it is not a millisecond earlier. */
	function toNext(): number {
		for (let until = wait()?.until; until !== undefined; until = wait()?.until) {
			expect(until).toBeGreaterThan(time.now);
			time.now = until - 1;
			expect(capacity()).toBe(0);
			time.now = until;
		}
		return time.now;
	}

	return {
		time,
		headers,
		headersWithoutDate,
		wait,
		go,
		revoke,
		end,
		requestOnce,
		capacity,
		toNext,
		isQuiet: (): boolean => allowance.isQuiet(START + time.now),
	};
}
