import fc from 'fast-check';

import { MINUTE, allowanceFixture } from './support/allowanceFixture';

let {
	end,
	requestOnce,
	go,
	isQuiet,
	revoke,
	capacity,
	headers,
	time,
	toNext,
	headersWithoutDate,
	wait,
} = allowanceFixture();

beforeEach(() => {
	({
		end,
		requestOnce,
		go,
		isQuiet,
		revoke,
		capacity,
		headers,
		time,
		toNext,
		headersWithoutDate,
		wait,
	} = allowanceFixture());
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
		expect(capacity()).toBe(1);
		requestOnce(undefined, { status: undefined });
		expect(capacity()).toBe(1);
	});

	it('allows one more request in flight with each response without headers', () => {
		for (const count of [2, 3, 4]) {
			requestOnce();
			expect(capacity()).toBe(count);
		}
		requestOnce(undefined, { status: undefined });
		expect(capacity()).toBe(4);
	});

	it('paces once headers arrive', () => {
		requestOnce();
		requestOnce(headers(3));
		expect(capacity()).toBe(3);
	});
});

describe('in a window', () => {
	it('allows the remaining requests minus those in flight and those not yet counted', () => {
		const some = fc.nat({ max: 8 });
		fc.assert(
			fc.property(fc.nat({ max: 30 }), some, some, some, (left, pending, silent, lost) => {
				const { requestOnce, headers, capacity, go, end } = allowanceFixture();
				requestOnce(headers(left));
				const tickets = Array.from({ length: Math.min(capacity(), pending + silent + lost) }, go);
				tickets.splice(0, silent).forEach((ticket) => end(ticket));
				tickets.splice(0, lost).forEach((ticket) => end(ticket, undefined, { status: undefined }));
				expect(capacity()).toBe(Math.max(0, left - pending - silent - lost));
			}),
			{ numRuns: 40 },
		);
	});

	it.each([
		['responses, while the remaining requests are in flight', 2, 2, 'response'],
		['the end of the window, once nothing is left', 0, 0, 'limit'],
	])('the next request waits for %s', (_what, left, pending, because) => {
		requestOnce(headers(left));
		for (let n = 0; n < pending; n += 1) go();
		expect(wait()?.because).toBe(because);
		expect(wait()?.until).toBeGreaterThanOrEqual(MINUTE);
	});

	it('a request without a response for a minute no longer counts', () => {
		requestOnce(headers(1, 60 * MINUTE));
		go();
		time.now = MINUTE - 1;
		expect([capacity(), isQuiet()]).toEqual([0, false]);
		time.now = MINUTE;
		expect([capacity(), isQuiet()]).toEqual([1, true]);
	});

	it('a revoked request no longer counts', () => {
		requestOnce(headers(1));
		const ticket = go();
		expect(capacity()).toBe(0);
		revoke(ticket);
		expect(capacity()).toBe(1);
	});

	it('remembers the limit for responses without it', () => {
		requestOnce(headers(1));
		requestOnce(headers(0, MINUTE, 0));
		toNext();
		requestOnce();
		expect(capacity()).toBe(59);
	});
});

describe('requests that ended without headers', () => {
	it('are counted by the response to a request sent after they ended', () => {
		requestOnce(headers(10));
		requestOnce();
		requestOnce();
		expect(capacity()).toBe(8);
		requestOnce(headers(7));
		expect(capacity()).toBe(7);
	});

	it('still count if the response belongs to a request that was in flight together with them', () => {
		requestOnce(headers(10));
		const [one, two, three] = [go(), go(), go()];
		end(two);
		end(three, undefined, { status: undefined });
		end(one, headers(9));
		expect(capacity()).toBe(7);
		requestOnce(headers(6));
		expect(capacity()).toBe(6);
	});
});

describe('overlapping responses', () => {
	it.each([
		['the smaller remaining number is the newer one: it arrives last', [5, MINUTE], [4, MINUTE], 4],
		[
			'the smaller remaining number is the newer one: it arrives first',
			[4, MINUTE],
			[5, MINUTE],
			4,
		],
		[
			'the later window counts although it has more left: it arrives last',
			[5, MINUTE],
			[40, 2 * MINUTE],
			40,
		],
		[
			'the later window counts although it has more left: it arrives first',
			[40, 2 * MINUTE],
			[5, MINUTE],
			40,
		],
		['a reset that moves by a second is the same window', [5, MINUTE], [6, MINUTE + 1_000], 5],
	])('%s', (_rule, first, second, left) => {
		requestOnce(headers(6));
		const [one, two] = [go(), go()];
		end(two, headers(...(first as [number, number])));
		end(one, headers(...(second as [number, number])));
		expect(capacity()).toBe(left);
	});

	it('accepts the newer of two equal readings', () => {
		requestOnce(headers(2));
		const [one, two] = [go(), go()];
		time.now = 1_000;
		end(two, headers(0, 30_000));
		end(one, headers(0, 31_000));
		// The later of the two resets, and a second more for truncation to whole seconds.
		expect(toNext()).toBeGreaterThanOrEqual(32_000);
	});

	it('an outdated reading still counts as one of our requests', () => {
		// A sliding window: each request expires after a minute.
		const three = (remaining: number) => headersWithoutDate(remaining, time.now + MINUTE, 3);
		requestOnce(three(2));
		time.now = 1_000;
		const [one, two] = [go(), go()];
		time.now = 2_000;
		end(two, three(0));
		time.now = 3_000;
		end(one, three(1));
		const admittedAt: number[] = [];
		for (let n = 0; n < 3; n += 1) {
			admittedAt.push(toNext() - (toNext() % 1_000));
			requestOnce(three(0));
		}
		expect(admittedAt).toEqual([60_000, 62_000, 63_000]);
	});
});
