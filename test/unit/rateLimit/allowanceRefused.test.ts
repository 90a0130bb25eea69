import { ANY, allowanceFixture, type Settled, type Said } from './support/allowanceFixture';

let { end, requestOnce, go, isQuiet, room, said, time, toNext, undated, wait } = allowanceFixture();

beforeEach(() => {
	({ end, requestOnce, go, isQuiet, room, said, time, toNext, undated, wait } = allowanceFixture());
});

describe('a 429', () => {
	const refuse = (ending: Settled = {}, headers?: Said) =>
		requestOnce(headers, { status: 429, ...ending });

	it('holds all back for as long as the server asks; then one goes ahead', () => {
		requestOnce();
		refuse({ retryAfterMs: 7_000 });
		expect(wait()).toEqual({ because: 'limit', until: 7_000 });
		time.now = 6_999;
		expect([wait()?.because, isQuiet()]).toEqual(['limit', false]);
		time.now = 7_000;
		expect(isQuiet()).toBe(true);
		expect(room()).toBe(1);
	});

	it.each([
		[0, 100],
		[0.25, 250],
		[0.75, 750],
	])('with nothing said is waited out at random: %d of a second', (random, ms) => {
		refuse({ random });
		expect(wait()).toEqual({ because: 'limit', until: ms });
	});

	it('without a word on how long lasts until the window ends', () => {
		refuse({}, said(0, 30_000));
		expect(wait()?.because).toBe('limit');
		expect(toNext()).toBeGreaterThanOrEqual(30_000);
		expect(time.now).toBeLessThan(32_000);
	});

	it('is no sign of others', () => {
		requestOnce(said(9, 10_000));
		refuse({ retryAfterMs: 1_000 }, said(0, 10_000));
		toNext();
		requestOnce(said(20, 70_000));
		expect(room()).toBe(20);
	});

	it.each([
		['with', (reset: number) => said(0, reset)],
		['without', () => undefined],
	])('%s headers is not counted as used', (_what, headers) => {
		requestOnce(said(0, 10_000));
		toNext();
		refuse({ retryAfterMs: 1_000 }, headers(10_000));
		toNext();
		requestOnce();
		// The one at the beginning, and the last.
		expect(room()).toBe(60 - 2);
	});

	it.each([
		['with', () => undated(9)],
		['without', () => undefined],
	])('%s headers that comes late is not counted as used', (_what, headers) => {
		requestOnce(undated(9));
		const [one, two] = [go(), go()];
		end(two, undated(8));
		end(one, headers(), { status: 429, retryAfterMs: 1_000 });
		toNext();
		requestOnce();
		expect(room()).toBe(60 - 3);
	});

	it('grows from one to the next, until a request is answered otherwise', () => {
		const pauses: number[] = [];
		for (const status of [429, 429, undefined, 429, 200, 429]) {
			const before = toNext();
			requestOnce(undefined, { status, random: 0.5 });
			if (status === 429) pauses.push((wait()?.until ?? 0) - before);
		}
		expect(pauses).toEqual([500, 1_000, 2_000, 500]);
	});

	it('is one for all that were under way together, whatever order they end in', () => {
		requestOnce(said(3));
		const tickets = [go(), go(), go()];
		tickets.forEach((ticket) => end(ticket, undefined, { status: 429, random: 0.5 }));
		expect(wait()?.until).toBe(500);
	});

	it('does not end because a request that went out before it is answered otherwise', () => {
		requestOnce(said(3));
		const [one, two] = [go(), go()];
		end(two, undefined, { status: 429, retryAfterMs: 9_000 });
		end(one, said(30));
		expect(wait()?.until).toBe(9_000);
	});

	it('says nothing of whether the service has headers', () => {
		refuse({ retryAfterMs: 1_000 });
		toNext();
		requestOnce();
		expect(room()).toBe(ANY);
	});
});

/** Windows are over a minute after our first request in them, as long as the server sends no time of its own. */
