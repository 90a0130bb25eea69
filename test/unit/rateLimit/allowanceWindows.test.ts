import type { Ticket } from '../../../nodes/transport/rateLimit/allowance';
import { MINUTE, allowanceFixture } from './support/allowanceFixture';

let { end, requestOnce, go, revoke, capacity, headers, time, toNext, headersWithoutDate, wait } =
	allowanceFixture();

beforeEach(() => {
	({ end, requestOnce, go, revoke, capacity, headers, time, toNext, headersWithoutDate, wait } =
		allowanceFixture());
});

/** Without a Date from the server, a window ends a minute after our first request in it. */
describe('in a new window', () => {
	it('allows one request, and another after five seconds without a response', () => {
		requestOnce(headers(0));
		const over = toNext();
		expect(over).toBeGreaterThanOrEqual(MINUTE);
		go();
		expect(wait()).toEqual({ because: 'response', until: over + 5_000 });
		time.now = over + 5_000;
		expect(capacity()).toBe(1);
	});

	it('allows as many as the previous window had left for a minute, then one', () => {
		requestOnce(headers(3, 10_000));
		const tickets = [go(), go(), go()];
		const over = toNext();
		tickets.forEach((ticket) => revoke(ticket));
		expect(capacity()).toBe(3);
		time.now = over + MINUTE - 1;
		expect(capacity()).toBe(3);
		time.now = over + MINUTE;
		expect(capacity()).toBe(1);
	});

	it('allows one request even if one from the previous window is in flight', () => {
		requestOnce(headers(1, 2_000));
		time.now = 1_500;
		const ticket = go();
		expect(toNext()).toBeLessThan(5_000);
		expect(capacity()).toBe(1);
		go();
		expect(capacity()).toBe(0);
		end(ticket, headers(0, 2_000));
		expect(capacity()).toBe(0);
	});

	it('uses the first reading even if a response from the previous window arrives later', () => {
		requestOnce(headers(1, 2_000));
		time.now = 1_500;
		const old = go();
		toNext();
		requestOnce(headers(59, time.now + MINUTE));
		end(old, headers(0, 2_000));
		expect(capacity()).toBe(59);
	});
});

describe('in a new window whose first response has no headers', () => {
	it('allows the limit minus our recent requests', () => {
		requestOnce(headers(1));
		requestOnce(headers(0));
		toNext();
		requestOnce();
		expect(capacity()).toBe(59);
	});

	it('allows nothing if the limit was reduced below our recent requests', () => {
		for (let n = 9; n >= 0; n -= 1) {
			requestOnce(headersWithoutDate(n));
			time.now += 1_000;
		}
		toNext();
		requestOnce({ 'x-ratelimit-limit': '5' });
		expect(capacity()).toBe(0);
	});

	it('does not count earlier requests without headers twice', () => {
		requestOnce(headers(2, 30_000));
		requestOnce();
		requestOnce();
		toNext();
		requestOnce();
		expect(capacity()).toBe(60 - 4);
	});

	it('does not pace if the limit is unknown', () => {
		requestOnce(headers(0, MINUTE, 0));
		toNext();
		requestOnce();
		expect(capacity()).toBe(2);
	});

	it.each([
		[
			'a request without a response',
			(ticket: Ticket) => end(ticket, undefined, { status: undefined }),
		],
		['a request that was not sent', (ticket: Ticket) => revoke(ticket)],
	])('still allows one request after %s', (_what, ending) => {
		requestOnce(headers(0));
		toNext();
		ending(go());
		expect(capacity()).toBe(1);
	});

	it('ignores a response to a request from the previous window', () => {
		requestOnce(headers(1, 2_000));
		time.now = 1_500;
		const old = go();
		toNext();
		end(old);
		expect(capacity()).toBe(1);
	});
});

describe('other programs with the same key', () => {
	it.each([
		['none without other requests', [19, 18], 18],
		['none after one other request', [19, 17], 17],
		['one after three other requests', [19, 15], 15 - 1],
		['two after three other requests each time', [29, 25, 21, 17], 17 - 2],
	])('are left a margin: %s', (_what, numbers, left) => {
		for (const number of numbers) requestOnce(headers(number));
		expect(capacity()).toBe(left);
	});

	it('waiting because of their margin counts as waiting for the limit', () => {
		requestOnce(headers(5));
		requestOnce(headers(1));
		expect(wait()?.because).toBe('limit');
	});

	it.each([
		[
			'in flight',
			() => {
				go();
				go();
				go();
			},
			15 - 3,
		],
		[
			'that ended without headers',
			() => {
				requestOnce();
				requestOnce();
				requestOnce();
			},
			15,
		],
		[
			'that got no response',
			() => [1, 2, 3].forEach(() => requestOnce(undefined, { status: undefined })),
			15,
		],
	])('our own requests %s are not counted as theirs', (_what, before, left) => {
		requestOnce(headers(19));
		before();
		requestOnce(headers(15));
		expect(capacity()).toBe(left);
	});

	it('our own requests that ended without headers during another one are not counted as theirs', () => {
		requestOnce(headers(19));
		const ticket = go();
		[1, 2, 3].forEach(() => requestOnce());
		end(ticket, headers(15));
		expect(capacity()).toBe(15 - 3);
	});

	it('a reading of another window says nothing about them', () => {
		requestOnce(headers(19));
		requestOnce(headers(5, 2 * MINUTE));
		expect(capacity()).toBe(5);
	});

	it('a larger remaining number says nothing about them', () => {
		requestOnce(headers(19));
		requestOnce(headers(15));
		for (const more of [17, 18, 18, 19]) requestOnce(headers(more));
		// Once noticed, they are not forgotten because of it.
		expect(capacity()).toBe(19 - 1);
	});

	it('may have used a new window, so it starts with one request', () => {
		requestOnce(headers(9));
		requestOnce(headers(5));
		time.now = MINUTE + 5_000;
		expect(capacity()).toBe(1);
	});
});

/** In a sliding window each request expires after a minute, and the reset may always be a minute away. */
describe('a reset that is always a minute away', () => {
	it('does not override the history: the first request expires after a minute', () => {
		for (const left of [2, 1, 0]) {
			requestOnce(headers(left, time.now + MINUTE, 3));
			time.now += 10_000;
		}
		expect(toNext()).toBeLessThan(MINUTE + 1_000);
	});

	it.each([
		['more', 50],
		['as many', 5],
	])('is not assumed if a response has %s requests left: a new window has begun', (_what, left) => {
		requestOnce(headers(5));
		time.now = 58_000;
		requestOnce(headers(left, time.now + MINUTE));
		time.now = 59_000;
		requestOnce(headers(0, 58_000 + MINUTE));
		expect(toNext()).toBeGreaterThanOrEqual(58_000 + MINUTE);
	});
});
