import type { Ticket } from '../../../nodes/transport/rateLimit/inFlightRequests';
import { ANY, MINUTE, allowanceFixture } from './support/allowanceFixture';

let { end, requestOnce, go, revoke, room, said, time, toNext, undated, wait } = allowanceFixture();

beforeEach(() => {
	({ end, requestOnce, go, revoke, room, said, time, toNext, undated, wait } = allowanceFixture());
});

describe('in a new window', () => {
	it('one goes ahead, and another one five seconds later if the first is not answered', () => {
		requestOnce(said(0));
		const over = toNext();
		expect(over).toBeGreaterThanOrEqual(MINUTE);
		go();
		expect(wait()).toEqual({ because: 'response', until: over + 5_000 });
		time.now = over + 5_000;
		expect(room()).toBe(1);
	});

	it('as many may go as were left of the old one, for a minute; then one goes ahead again', () => {
		requestOnce(said(3, 10_000));
		const tickets = [go(), go(), go()];
		const over = toNext();
		tickets.forEach((ticket) => revoke(ticket));
		expect(room()).toBe(3);
		time.now = over + MINUTE - 1;
		expect(room()).toBe(3);
		time.now = over + MINUTE;
		expect(room()).toBe(1);
	});

	it('a request left over from the old one does not hold the first back', () => {
		requestOnce(said(1, 2_000));
		time.now = 1_500;
		const ticket = go();
		expect(toNext()).toBeLessThan(5_000);
		expect(room()).toBe(1);
		go();
		expect(room()).toBe(0);
		end(ticket, said(0, 2_000));
		expect(room()).toBe(0);
	});

	it('what the first is told counts, also where an old answer comes after it', () => {
		requestOnce(said(1, 2_000));
		time.now = 1_500;
		const old = go();
		toNext();
		requestOnce(said(59, time.now + MINUTE));
		end(old, said(0, 2_000));
		expect(room()).toBe(59);
	});
});

describe('in a new window whose first answer has no headers', () => {
	it('all of the limit is there, less what we used of late', () => {
		requestOnce(said(1));
		requestOnce(said(0));
		toNext();
		requestOnce();
		expect(room()).toBe(59);
	});

	it('nothing is there where the limit was cut to less than we used', () => {
		for (let n = 9; n >= 0; n -= 1) {
			requestOnce(undated(n));
			time.now += 1_000;
		}
		toNext();
		requestOnce({ 'x-ratelimit-limit': '5' });
		expect(room()).toBe(0);
	});

	it('what ended before without a word no longer counts against it', () => {
		requestOnce(said(2, 30_000));
		requestOnce();
		requestOnce();
		toNext();
		requestOnce();
		expect(room()).toBe(60 - 4);
	});

	it('the service is no longer paced where the limit was never told', () => {
		requestOnce(said(0, MINUTE, 0));
		toNext();
		requestOnce();
		expect(room()).toBe(ANY);
	});

	it.each([
		[
			'no answer at all tells nothing',
			(ticket: Ticket) => end(ticket, undefined, { status: undefined }),
		],
		['a request that was not sent tells nothing', (ticket: Ticket) => revoke(ticket)],
	])('%s', (_rule, ending) => {
		requestOnce(said(0));
		toNext();
		ending(go());
		expect(room()).toBe(1);
	});

	it('an answer to a request that went out in the old one tells nothing', () => {
		requestOnce(said(1, 2_000));
		time.now = 1_500;
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
	])('leave them what they usually take: %s', (_what, numbers, left) => {
		for (const number of numbers) requestOnce(said(number));
		expect(room()).toBe(left);
	});

	it('leaving a place to them is waiting for the limit', () => {
		requestOnce(said(5));
		requestOnce(said(1));
		expect(wait()?.because).toBe('limit');
	});

	it.each([
		[
			'under way',
			() => {
				go();
				go();
				go();
			},
			15 - 3,
		],
		[
			'that ended without a word',
			() => {
				requestOnce();
				requestOnce();
				requestOnce();
			},
			15,
		],
		[
			'that got no answer',
			() => [1, 2, 3].forEach(() => requestOnce(undefined, { status: undefined })),
			15,
		],
	])('requests of ours %s are not taken for theirs', (_what, before, left) => {
		requestOnce(said(19));
		before();
		requestOnce(said(15));
		expect(room()).toBe(left);
	});

	it('requests of ours that ended without a word meanwhile are not taken for theirs', () => {
		requestOnce(said(19));
		const ticket = go();
		[1, 2, 3].forEach(() => requestOnce());
		end(ticket, said(15));
		expect(room()).toBe(15 - 3);
	});

	it('what is left in another window tells nothing of them', () => {
		requestOnce(said(19));
		requestOnce(said(5, 2 * MINUTE));
		expect(room()).toBe(5);
	});

	it('more left than before tells nothing of them', () => {
		requestOnce(said(19));
		requestOnce(said(15));
		for (const more of [17, 18, 18, 19]) requestOnce(said(more));
		// Noticed once, they are not forgotten for it.
		expect(room()).toBe(19 - 1);
	});

	it('a new window is not taken for ours: one goes ahead', () => {
		requestOnce(said(9));
		requestOnce(said(5));
		time.now = MINUTE + 5_000;
		expect(room()).toBe(1);
	});
});

/** A window that slides gives each place back a minute after its use, and may always announce the end a minute from now. */
describe('a reset that is always a minute away', () => {
	it('does not put off what our own requests tell: the place of the first is free after a minute', () => {
		for (const left of [2, 1, 0]) {
			requestOnce(said(left, time.now + MINUTE, 3));
			time.now += 10_000;
		}
		expect(toNext()).toBeLessThan(MINUTE + 1_000);
	});

	it.each([
		['more', 50],
		['as many', 5],
	])(
		'is not concluded from an answer that finds %s left: a new window has begun',
		(_what, left) => {
			requestOnce(said(5));
			time.now = 58_000;
			requestOnce(said(left, time.now + MINUTE));
			time.now = 59_000;
			requestOnce(said(0, 58_000 + MINUTE));
			expect(toNext()).toBeGreaterThanOrEqual(58_000 + MINUTE);
		},
	);
});
