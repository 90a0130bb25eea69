import { MINUTE, allowanceFixture } from './allowanceFixture';

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
