import fc from 'fast-check';

import { Allowance, type Decision, type GateAnswer } from '../../nodes/transport/allowance';
import type { Ticket } from '../../nodes/transport/underWay';

const START = Date.UTC(2025, 0, 1, 12, 0, 0, 0);
const MINUTE = 60_000;
/** Without pacing any number may go; this many is taken for it. */
const ANY = 400;

let allowance: Allowance;
/** Instants here are ms since START. */
let now: number;

beforeEach(() => {
	allowance = new Allowance();
	now = 0;
});

type Said = Record<string, string>;

/** Headers of an answer given now, with the end of the window. `limit` 0: not told. */
function said(remaining: number, reset = MINUTE, limit = 60): Said {
	const headers: Said = {
		date: new Date(START + now).toUTCString(),
		'x-ratelimit-remaining': String(remaining),
		'x-ratelimit-reset': String(START + reset),
	};
	return limit > 0 ? { ...headers, 'x-ratelimit-limit': String(limit) } : headers;
}

/** The same without the server's time, so that only our own requests tell when a window is over: a minute after the first. */
function undated(remaining: number, reset = MINUTE): Said {
	const { date: _, ...headers } = said(remaining, reset);
	return headers;
}

function decide(): Decision {
	return allowance.decide(START + now);
}

/** What holds the next request back, and until when. */
function wait(): { because: 'limit' | 'answer'; until: number } | undefined {
	const decision = decide();
	return decision.go ? undefined : { because: decision.because, until: decision.until - START };
}

function go(): Ticket {
	expect(decide()).toEqual({ go: true });
	return allowance.grant(START + now);
}

interface Ending extends Partial<GateAnswer> {
	random?: number;
}

function end(ticket: Ticket, headers?: Said, { random = 0, ...more }: Ending = {}): void {
	const answer = { status: 200, headers, sentAt: ticket.grantedAt, receivedAt: START + now, ...more };
	allowance.settle(ticket, answer, random);
}

/** One request, answered at once. */
function exchange(headers?: Said, ending?: Ending): void {
	end(go(), headers, ending);
}

/** How many more requests may go now. */
function room(): number {
	const tickets: Ticket[] = [];
	while (tickets.length < ANY && decide().go) tickets.push(allowance.grant(START + now));
	for (const ticket of tickets) allowance.revoke(ticket);
	return tickets.length;
}

/** Goes to the instant at which the next may go, and makes sure that it is not a millisecond earlier. */
function toNext(): number {
	for (let until = wait()?.until; until !== undefined; until = wait()?.until) {
		now = until - 1;
		expect(room()).toBe(0);
		now = until;
	}
	return now;
}

describe('before anything is known', () => {
	it('one goes, and another one only when no answer has come for five seconds', () => {
		go();
		now = 4_999;
		expect(wait()).toEqual({ because: 'answer', until: 5_000 });
		now = 5_000;
		go();
		expect(wait()).toEqual({ because: 'answer', until: 10_000 });
	});

	it('the next goes at once when nothing was sent, or no answer came', () => {
		allowance.revoke(go());
		expect(room()).toBe(1);
		exchange(undefined, { status: undefined });
		expect(room()).toBe(1);
	});

	it('an answer without headers means: not paced', () => {
		exchange();
		expect(room()).toBe(ANY);
		exchange(undefined, { status: undefined });
		expect(room()).toBe(ANY);
	});

	it('headers that come later are paced by', () => {
		exchange();
		exchange(said(3));
		expect(room()).toBe(3);
	});
});

describe('in a window', () => {
	it('as many may go as are left, less those under way and those whose answers did not count them', () => {
		const some = fc.nat({ max: 8 });
		fc.assert(fc.property(fc.nat({ max: 30 }), some, some, some, (left, pending, silent, lost) => {
			allowance = new Allowance();
			exchange(said(left));
			const tickets = Array.from({ length: Math.min(room(), pending + silent + lost) }, go);
			tickets.splice(0, silent).forEach((ticket) => end(ticket));
			tickets.splice(0, lost).forEach((ticket) => end(ticket, undefined, { status: undefined }));
			expect(room()).toBe(Math.max(0, left - pending - silent - lost));
		}), { numRuns: 40 });
	});

	it.each([
		['answers, while what is left is under way', 2, 2, 'answer'],
		['the end of the window, once nothing is left', 0, 0, 'limit'],
	])('the next waits for %s', (_what, left, pending, because) => {
		exchange(said(left));
		for (let n = 0; n < pending; n += 1) go();
		expect(wait()?.because).toBe(because);
		expect(wait()?.until).toBeGreaterThanOrEqual(MINUTE);
	});

	it('the place of a request from which nothing is heard for a minute is free again', () => {
		exchange(said(1, 60 * MINUTE));
		go();
		now = MINUTE - 1;
		expect([room(), allowance.isQuiet(START + now)]).toEqual([0, false]);
		now = MINUTE;
		expect([room(), allowance.isQuiet(START + now)]).toEqual([1, true]);
	});

	it('a place that was not used is free again', () => {
		exchange(said(1));
		const ticket = go();
		expect(room()).toBe(0);
		allowance.revoke(ticket);
		expect(room()).toBe(1);
	});

	it('the limit is remembered for answers that do not tell it', () => {
		exchange(said(1));
		exchange(said(0, MINUTE, 0));
		toNext();
		exchange();
		expect(room()).toBe(59);
	});
});

describe('requests that ended without a word on what is left', () => {
	it('are taken for counted by the answer to a request that went out after they ended', () => {
		exchange(said(10));
		exchange();
		exchange();
		expect(room()).toBe(8);
		exchange(said(7));
		expect(room()).toBe(7);
	});

	it('are still reckoned with when that answer belongs to one that was under way together with them', () => {
		exchange(said(10));
		const [one, two, three] = [go(), go(), go()];
		end(two);
		end(three, undefined, { status: undefined });
		end(one, said(9));
		expect(room()).toBe(7);
		exchange(said(6));
		expect(room()).toBe(6);
	});
});

describe('answers that crossed each other', () => {
	it.each([
		['the smaller number is the later word: it came last', [5, MINUTE], [4, MINUTE], 4],
		['the smaller number is the later word: it came first', [4, MINUTE], [5, MINUTE], 4],
		['the later window counts, though more is left: it came last', [5, MINUTE], [40, 2 * MINUTE], 40],
		['the later window counts, though more is left: it came first', [40, 2 * MINUTE], [5, MINUTE], 40],
		['a reset that moves by a second is the same window', [5, MINUTE], [6, MINUTE + 1_000], 5],
	])('%s', (_rule, first, second, left) => {
		exchange(said(6));
		const [one, two] = [go(), go()];
		end(two, said(...(first as [number, number])));
		end(one, said(...(second as [number, number])));
		expect(room()).toBe(left);
	});

	it('what the later of two equal words tells is as good', () => {
		exchange(said(2));
		const [one, two] = [go(), go()];
		now = 1_000;
		end(two, said(0, 30_000));
		end(one, said(0, 31_000));
		expect(toNext()).toBeGreaterThanOrEqual(31_000);
	});

	it('one that counts no more for what is left still counts as a request of ours', () => {
		exchange(undated(10));
		const [one, two] = [go(), go()];
		now = 2_000;
		end(two, undated(8));
		now = 3_000;
		end(one, undated(9));
		now = 20_000;
		// Two of ours count, so the one at the start and the one at 2 s do not.
		exchange(undated(0));
		expect(toNext()).toBeGreaterThan(MINUTE);
	});
});

describe('in a new window', () => {
	it('one goes ahead, and another one five seconds later if the first is not answered', () => {
		exchange(said(0));
		const over = toNext();
		expect(over).toBeGreaterThanOrEqual(MINUTE);
		go();
		expect(wait()).toEqual({ because: 'answer', until: over + 5_000 });
		now = over + 5_000;
		expect(room()).toBe(1);
	});

	it('as many may go as were left of the old one, for a minute; then one goes ahead again', () => {
		exchange(said(3, 10_000));
		const tickets = [go(), go(), go()];
		const over = toNext();
		tickets.forEach((ticket) => allowance.revoke(ticket));
		expect(room()).toBe(3);
		now = over + MINUTE - 1;
		expect(room()).toBe(3);
		now = over + MINUTE;
		expect(room()).toBe(1);
	});

	it('a request left over from the old one does not hold the first back', () => {
		exchange(said(1, 2_000));
		now = 1_500;
		const ticket = go();
		expect(toNext()).toBeLessThan(5_000);
		expect(room()).toBe(1);
		go();
		expect(room()).toBe(0);
		end(ticket, said(0, 2_000));
		expect(room()).toBe(0);
	});

	it('what the first is told counts, also where an old answer comes after it', () => {
		exchange(said(1, 2_000));
		now = 1_500;
		const old = go();
		toNext();
		exchange(said(59, now + MINUTE));
		end(old, said(0, 2_000));
		expect(room()).toBe(59);
	});
});

describe('in a new window whose first answer has no headers', () => {
	it('all of the limit is there, less what we used of late', () => {
		exchange(said(1));
		exchange(said(0));
		toNext();
		exchange();
		expect(room()).toBe(59);
	});

	it('nothing is there where the limit was cut to less than we used', () => {
		for (let n = 9; n >= 0; n -= 1) {
			exchange(undated(n));
			now += 1_000;
		}
		toNext();
		exchange({ 'x-ratelimit-limit': '5' });
		expect(room()).toBe(0);
	});

	it('what ended before without a word no longer counts against it', () => {
		exchange(said(2, 30_000));
		exchange();
		exchange();
		toNext();
		exchange();
		expect(room()).toBe(60 - 4);
	});

	it('the service is no longer paced where the limit was never told', () => {
		exchange(said(0, MINUTE, 0));
		toNext();
		exchange();
		expect(room()).toBe(ANY);
	});

	it.each([
		['no answer at all tells nothing', (ticket: Ticket) => end(ticket, undefined, { status: undefined })],
		['a request that was not sent tells nothing', (ticket: Ticket) => allowance.revoke(ticket)],
	])('%s', (_rule, ending) => {
		exchange(said(0));
		toNext();
		ending(go());
		expect(room()).toBe(1);
	});

	it('an answer to a request that went out in the old one tells nothing', () => {
		exchange(said(1, 2_000));
		now = 1_500;
		const old = go();
		toNext();
		end(old);
		expect(room()).toBe(1);
	});
});

describe('other programs with the same key', () => {
	it.each([
		['nobody was quicker than we', [19, 18], 18],
		['one request between two of ours: not yet', [19, 17], 17],
		['three requests between two of ours', [19, 15], 15 - 1],
		['three each time', [29, 25, 21, 17], 17 - 2],
		['a new window in between', [5, 4, 3], 3],
	])('leave them what they usually take: %s', (_what, numbers, left) => {
		for (const number of numbers) exchange(said(number));
		expect(room()).toBe(left);
	});

	it('leaving a place to them is waiting for the limit', () => {
		exchange(said(5));
		exchange(said(1));
		expect(wait()?.because).toBe('limit');
	});

	it.each([
		['under way', () => { go(); go(); go(); }, 15 - 3],
		['that ended without a word', () => { exchange(); exchange(); exchange(); }, 15],
		['that got no answer', () => [1, 2, 3].forEach(() => exchange(undefined, { status: undefined })), 15],
	])('requests of ours %s are not taken for theirs', (_what, before, left) => {
		exchange(said(19));
		before();
		exchange(said(15));
		expect(room()).toBe(left);
	});

	it('requests of ours that ended without a word meanwhile are not taken for theirs', () => {
		exchange(said(19));
		const ticket = go();
		[1, 2, 3].forEach(() => exchange());
		end(ticket, said(15));
		expect(room()).toBe(15 - 3);
	});

	it('what is left in another window tells nothing of them', () => {
		exchange(said(19));
		exchange(said(5, 2 * MINUTE));
		expect(room()).toBe(5);
	});

	it('more left than before tells nothing of them', () => {
		exchange(said(19));
		exchange(said(15));
		exchange(said(17));
		// Noticed once, they are not forgotten for it.
		expect(room()).toBe(17 - 1);
	});

	it('a new window is not taken for ours: one goes ahead', () => {
		exchange(said(9));
		exchange(said(5));
		now = MINUTE + 5_000;
		expect(room()).toBe(1);
	});
});

describe('a 429', () => {
	const refuse = (ending: Ending = {}, headers?: Said) => exchange(headers, { status: 429, ...ending });

	it('holds all back for as long as the server asks; then one goes ahead', () => {
		exchange();
		refuse({ retryAfterMs: 7_000 });
		expect(wait()).toEqual({ because: 'limit', until: 7_000 });
		now = 6_999;
		expect([wait()?.because, allowance.isQuiet(START + now)]).toEqual(['limit', false]);
		now = 7_000;
		expect(allowance.isQuiet(START + now)).toBe(true);
		// It leaves the first place to those who got nothing, a tenth of a second at least.
		expect(wait()).toEqual({ because: 'answer', until: 7_100 });
		now = 7_100;
		expect(room()).toBe(1);
	});

	it.each([[0, 100], [0.25, 250], [0.75, 750]])('with nothing said is waited out at random: %d of a second', (random, ms) => {
		refuse({ random });
		expect(wait()).toEqual({ because: 'limit', until: ms });
	});

	it('without a word on how long lasts until the window ends', () => {
		refuse({}, said(0, 30_000));
		expect(wait()?.because).toBe('limit');
		expect(toNext()).toBeGreaterThanOrEqual(30_000);
		expect(now).toBeLessThan(32_000);
	});

	it('is not counted as used, nor a sign of others', () => {
		exchange(said(9, 10_000));
		refuse({ retryAfterMs: 1_000 }, said(0, 10_000));
		toNext();
		exchange(said(20, 70_000));
		expect(room()).toBe(20);
	});

	it('grows from one to the next, until a request is answered otherwise', () => {
		const pauses: number[] = [];
		for (const status of [429, 429, undefined, 429, 200, 429]) {
			const before = toNext();
			exchange(undefined, { status, random: 0.5 });
			if (status === 429) pauses.push((wait()?.until ?? 0) - before);
		}
		expect(pauses).toEqual([500, 1_000, 2_000, 500]);
	});

	it('is one for all that were under way together, whatever order they end in', () => {
		exchange(said(3));
		const tickets = [go(), go(), go()];
		tickets.forEach((ticket) => end(ticket, undefined, { status: 429, random: 0.5 }));
		expect(wait()?.until).toBe(500);
	});

	it('does not end because a request that went out before it is answered otherwise', () => {
		exchange(said(3));
		const [one, two] = [go(), go()];
		end(two, undefined, { status: 429, retryAfterMs: 9_000 });
		end(one, said(30));
		expect(wait()?.until).toBe(9_000);
	});

	it('says nothing of whether the service has headers', () => {
		refuse({ retryAfterMs: 1_000 });
		toNext();
		exchange();
		expect(room()).toBe(ANY);
	});
});

/** Windows are over a minute after our first request in them, as long as the server sends no time of its own. */
describe('a 429 right after the end of a window', () => {
	/** How much later than a minute after its first request the next window is taken for over. */
	function margin(): number {
		now += 2 * MINUTE;
		exchange(undated(0, now + MINUTE));
		const first = now;
		return toNext() - first - MINUTE;
	}

	const refuse = (retryAfterMs = 1_000, headers?: Said) => exchange(headers, { status: 429, retryAfterMs });

	function afterwards(): number {
		toNext();
		return margin();
	}

	it('makes us a little later from then on', () => {
		const before = margin();
		refuse();
		expect(afterwards()).toBe(before + 100);
	});

	it.each([
		['only the first of several in a row', () => { refuse(); toNext(); refuse(); }, 100],
		['not in a window in which others were quicker', () => refuse(1_000, undated(0, now + MINUTE)), 0],
		['not when nothing was sent', () => allowance.revoke(go()), 0],
	])('%s', (_rule, happens, later) => {
		const before = margin();
		happens();
		expect(afterwards()).toBe(before + later);
	});

	it('not where others are about', () => {
		const before = margin();
		exchange(undated(59, now + MINUTE));
		exchange(undated(49, now + MINUTE));
		toNext();
		refuse();
		expect(afterwards()).toBe(before);
	});

	it('not for a request that went out before the end', () => {
		const before = margin();
		now += 2 * MINUTE;
		exchange(undated(1, now + MINUTE));
		now += 30_000;
		const ticket = go();
		toNext();
		end(ticket, undefined, { status: 429, retryAfterMs: 1_000 });
		expect(afterwards()).toBe(before);
	});

	it('not when another answer has told of the new window meanwhile', () => {
		const before = margin();
		now += 2 * MINUTE;
		exchange(undated(2, now + MINUTE));
		now += MINUTE + before;
		const [one, two] = [go(), go()];
		end(one, undated(59, now + MINUTE));
		end(two, undefined, { status: 429, retryAfterMs: 1_000 });
		expect(afterwards()).toBe(before);
	});
});
