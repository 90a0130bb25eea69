import { MINUTE, allowanceFixture } from './support/allowanceFixture';

let limit: ReturnType<typeof allowanceFixture>;
beforeEach(() => void (limit = allowanceFixture()));

/** Without a Date from the server, a window ends a minute after our first request in it. */
describe('in a new window', () => {
	it('allows one request, and another after five seconds without a response', () => {
		limit.requestOnce(limit.headers(0));
		const over = limit.toNext();
		expect(over).toBeGreaterThanOrEqual(MINUTE);
		limit.go();
		expect(limit.wait()).toEqual({ because: 'response', until: over + 5_000 });
		limit.now = over + 5_000;
		expect(limit.capacity()).toBe(1);
	});

	it('allows as many as the previous window had left for a minute, then one', () => {
		limit.requestOnce(limit.headers(3, 10_000));
		const tickets = [limit.go(), limit.go(), limit.go()];
		const over = limit.toNext();
		tickets.forEach((ticket) => limit.revoke(ticket));
		expect(limit.capacity()).toBe(3);
		limit.now = over + MINUTE - 1;
		expect(limit.capacity()).toBe(3);
		limit.now = over + MINUTE;
		expect(limit.capacity()).toBe(1);
	});

	it('allows one request even if one from the previous window is in flight', () => {
		limit.requestOnce(limit.headers(1, 2_000));
		limit.now = 1_500;
		const ticket = limit.go();
		expect(limit.toNext()).toBeLessThan(5_000);
		expect(limit.capacity()).toBe(1);
		limit.go();
		expect(limit.capacity()).toBe(0);
		limit.end(ticket, limit.headers(0, 2_000));
		expect(limit.capacity()).toBe(0);
	});

	it('uses the first reading even if a response from the previous window arrives later', () => {
		limit.requestOnce(limit.headers(1, 2_000));
		limit.now = 1_500;
		const old = limit.go();
		limit.toNext();
		limit.requestOnce(limit.headers(59, limit.now + MINUTE));
		limit.end(old, limit.headers(0, 2_000));
		expect(limit.capacity()).toBe(59);
	});
});

describe('in a new window whose first response has no headers', () => {
	it('does not count earlier requests without headers twice', () => {
		limit.requestOnce(limit.headers(2, 30_000));
		limit.requestOnce();
		limit.requestOnce();
		limit.toNext();
		limit.requestOnce();
		expect(limit.capacity()).toBe(60 - 4);
	});

	it('does not pace if the limit is unknown', () => {
		limit.requestOnce(limit.headers(0, MINUTE, 0));
		limit.toNext();
		limit.requestOnce();
		expect(limit.capacity()).toBe(2);
	});
});

describe('other programs with the same key', () => {
	it.each([
		['none without other requests', [19, 18], 18],
		['none after one other request', [19, 17], 17],
		['one after three other requests', [19, 15], 15 - 1],
		['two after three other requests each time', [29, 25, 21, 17], 17 - 2],
	])('are left a margin: %s', (_what, numbers, left) => {
		for (const number of numbers) limit.requestOnce(limit.headers(number));
		expect(limit.capacity()).toBe(left);
	});

	it('are left their margin for a second; then what they did not take is sent one by one', () => {
		limit.requestOnce(limit.headers(9));
		limit.requestOnce(limit.headers(2));
		expect(limit.wait()).toEqual({ because: 'response', until: 1_000 });
		limit.now = 1_000;
		expect(limit.capacity()).toBe(1);
		const ticket = limit.go();
		expect(limit.wait()?.because).toBe('response');
		limit.end(ticket, limit.headers(1));
		expect(limit.wait()).toEqual({ because: 'response', until: 2_000 });
		limit.now = 2_000;
		limit.requestOnce(limit.headers(0));
		expect(limit.wait()?.because).toBe('limit');
	});

	it.each([
		['in flight', () => limit.go(), 15 - 3],
		['that ended without headers', () => limit.requestOnce(), 15],
		['without a response', () => limit.requestOnce(undefined, { status: undefined }), 15],
	])('our own requests %s are not counted as theirs', (_what, request, left) => {
		limit.requestOnce(limit.headers(19));
		[1, 2, 3].forEach(request);
		limit.requestOnce(limit.headers(15));
		expect(limit.capacity()).toBe(left);
	});

	it('a reading of another window says nothing about them', () => {
		limit.requestOnce(limit.headers(19));
		limit.requestOnce(limit.headers(5, 2 * MINUTE));
		expect(limit.capacity()).toBe(5);
	});

	it('a larger remaining number says nothing about them', () => {
		limit.requestOnce(limit.headers(19));
		limit.requestOnce(limit.headers(15));
		for (const more of [17, 18, 18, 19]) limit.requestOnce(limit.headers(more));
		// Once noticed, they are not forgotten because of it.
		expect(limit.capacity()).toBe(19 - 1);
	});
});
