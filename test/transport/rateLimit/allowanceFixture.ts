import {
	Allowance,
	type Decision,
	type RequestResult,
	type Ticket,
} from '../../../nodes/transport/rateLimit/allowance';

const START = Date.UTC(2025, 0, 1, 12, 0, 0, 0);
export const MINUTE = 60_000;
/** More requests than any allowance of these tests has. */
const MANY = 400;

export type RateLimitHeaders = Record<string, string>;

export interface Settled extends Partial<RequestResult> {
	random?: number;
}

/** A new allowance, driven by hand. All instants are in ms since the test began. */
export function allowanceFixture() {
	const allowance = new Allowance();
	const instant = (): number => START + fixture.now;
	const decide = (): Decision => allowance.decide(instant());
	const fixture = {
		now: 0,

		/** Headers of a response now, with the end of the window. `limit` 0: omitted. */
		headers(remaining: number, reset = MINUTE, limit = 60): RateLimitHeaders {
			return {
				date: new Date(instant()).toUTCString(),
				'x-ratelimit-remaining': String(remaining),
				'x-ratelimit-reset': String(START + reset),
				...(limit > 0 && { 'x-ratelimit-limit': String(limit) }),
			};
		},

		/** Without the server's time, only our requests show when a window ends: a minute after the first one. */
		headersWithoutDate(remaining: number, reset?: number, limit?: number): RateLimitHeaders {
			const { date: _, ...undated } = fixture.headers(remaining, reset, limit);
			return undated;
		},

		/** What the next request waits for, and until when. */
		wait(): { because: 'limit' | 'response'; until: number } | undefined {
			const decision = decide();
			if (decision.go) return undefined;
			const because = decision.announced === undefined ? 'response' : 'limit';
			return { because, until: decision.until - START };
		},

		go(): Ticket {
			expect(decide()).toEqual({ go: true });
			return allowance.grant(instant());
		},

		revoke: (ticket: Ticket): void => allowance.revoke(ticket),

		/** The status is 200 by default. */
		end(ticket: Ticket, headers?: RateLimitHeaders, { random = 0, ...more }: Settled = {}): void {
			allowance.settle(ticket, { status: 200, headers, ...more }, instant(), random);
		},

		requestOnce: (given?: RateLimitHeaders, ending?: Settled): void => fixture.end(fixture.go(), given, ending),

		/** How many more requests may be sent now. */
		capacity(): number {
			const tickets: Ticket[] = [];
			while (tickets.length < MANY && decide().go) tickets.push(allowance.grant(instant()));
			tickets.forEach(fixture.revoke);
			return tickets.length;
		},

		/** Advances to the instant at which the next request may be sent, which is not a millisecond earlier. */
		toNext(): number {
			for (let next = fixture.wait(); next !== undefined; next = fixture.wait()) {
				expect(next.until).toBeGreaterThan(fixture.now);
				fixture.now = next.until - 1;
				expect(fixture.capacity()).toBe(0);
				fixture.now = next.until;
			}
			return fixture.now;
		},

		isQuiet: (): boolean => allowance.isQuiet(instant()),
	};
	return fixture;
}
