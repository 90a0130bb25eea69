import fc from 'fast-check';

import { ANY, MINUTE, allowanceFixture } from './support/allowanceFixture';

let { end, requestOnce, go, isQuiet, revoke, room, said, time, toNext, undated, wait } =
	allowanceFixture();

beforeEach(() => {
	({ end, requestOnce, go, isQuiet, revoke, room, said, time, toNext, undated, wait } =
		allowanceFixture());
});

describe('before anything is known', () => {
	it('sends one request, and another one only after five seconds without a response', () => {
		go();
		time.now = 4_999;
		expect(wait()).toEqual({ because: 'response', until: 5_000 });
		time.now = 5_000;
		go();
		expect(wait()).toEqual({ because: 'response', until: 10_000 });
	});

	it('sends the next one immediately if nothing was sent or there was no response', () => {
		revoke(go());
		expect(room()).toBe(1);
		requestOnce(undefined, { status: undefined });
		expect(room()).toBe(1);
	});

	it('does not pace after a response without headers', () => {
		requestOnce();
		expect(room()).toBe(ANY);
		requestOnce(undefined, { status: undefined });
		expect(room()).toBe(ANY);
	});

	it('paces once headers arrive', () => {
		requestOnce();
		requestOnce(said(3));
		expect(room()).toBe(3);
	});
});

describe('in a window', () => {
	it('allows the remaining requests minus those in flight and those not yet counted', () => {
		const some = fc.nat({ max: 8 });
		fc.assert(
			fc.property(fc.nat({ max: 30 }), some, some, some, (left, pending, silent, lost) => {
				const { requestOnce, said, room, go, end } = allowanceFixture();
				requestOnce(said(left));
				const tickets = Array.from({ length: Math.min(room(), pending + silent + lost) }, go);
				tickets.splice(0, silent).forEach((ticket) => end(ticket));
				tickets.splice(0, lost).forEach((ticket) => end(ticket, undefined, { status: undefined }));
				expect(room()).toBe(Math.max(0, left - pending - silent - lost));
			}),
			{ numRuns: 40 },
		);
	});

	it.each([
		['answers, while what is left is under way', 2, 2, 'response'],
		['the end of the window, once nothing is left', 0, 0, 'limit'],
	])('the next waits for %s', (_what, left, pending, because) => {
		requestOnce(said(left));
		for (let n = 0; n < pending; n += 1) go();
		expect(wait()?.because).toBe(because);
		expect(wait()?.until).toBeGreaterThanOrEqual(MINUTE);
	});

	it('a request without a response for a minute no longer counts', () => {
		requestOnce(said(1, 60 * MINUTE));
		go();
		time.now = MINUTE - 1;
		expect([room(), isQuiet()]).toEqual([0, false]);
		time.now = MINUTE;
		expect([room(), isQuiet()]).toEqual([1, true]);
	});

	it('a revoked request no longer counts', () => {
		requestOnce(said(1));
		const ticket = go();
		expect(room()).toBe(0);
		revoke(ticket);
		expect(room()).toBe(1);
	});

	it('remembers the limit for responses without it', () => {
		requestOnce(said(1));
		requestOnce(said(0, MINUTE, 0));
		toNext();
		requestOnce();
		expect(room()).toBe(59);
	});
});

describe('requests that ended without headers', () => {
	it('are counted by the response to a request sent after they ended', () => {
		requestOnce(said(10));
		requestOnce();
		requestOnce();
		expect(room()).toBe(8);
		requestOnce(said(7));
		expect(room()).toBe(7);
	});

	it('still count if the response belongs to a request that was in flight together with them', () => {
		requestOnce(said(10));
		const [one, two, three] = [go(), go(), go()];
		end(two);
		end(three, undefined, { status: undefined });
		end(one, said(9));
		expect(room()).toBe(7);
		requestOnce(said(6));
		expect(room()).toBe(6);
	});
});

describe('overlapping responses', () => {
	it.each([
		['the smaller number is the later word: it came last', [5, MINUTE], [4, MINUTE], 4],
		['the smaller number is the later word: it came first', [4, MINUTE], [5, MINUTE], 4],
		[
			'the later window counts, though more is left: it came last',
			[5, MINUTE],
			[40, 2 * MINUTE],
			40,
		],
		[
			'the later window counts, though more is left: it came first',
			[40, 2 * MINUTE],
			[5, MINUTE],
			40,
		],
		['a reset that moves by a second is the same window', [5, MINUTE], [6, MINUTE + 1_000], 5],
	])('%s', (_rule, first, second, left) => {
		requestOnce(said(6));
		const [one, two] = [go(), go()];
		end(two, said(...(first as [number, number])));
		end(one, said(...(second as [number, number])));
		expect(room()).toBe(left);
	});

	it('accepts the newer of two equal readings', () => {
		requestOnce(said(2));
		const [one, two] = [go(), go()];
		time.now = 1_000;
		end(two, said(0, 30_000));
		end(one, said(0, 31_000));
		// The later of the two resets, taken as late as whole seconds may have been cut.
		expect(toNext()).toBeGreaterThanOrEqual(32_000);
	});

	it('an outdated reading still counts as one of our requests', () => {
		// A window that slides: the place of each is free a minute after it.
		const three = (remaining: number) => undated(remaining, time.now + MINUTE, 3);
		requestOnce(three(2));
		time.now = 1_000;
		const [one, two] = [go(), go()];
		time.now = 2_000;
		end(two, three(0));
		time.now = 3_000;
		end(one, three(1));
		const places: number[] = [];
		for (let n = 0; n < 3; n += 1) {
			places.push(toNext() - (toNext() % 1_000));
			requestOnce(three(0));
		}
		expect(places).toEqual([60_000, 62_000, 63_000]);
	});
});
