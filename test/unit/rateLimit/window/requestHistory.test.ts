import { RequestHistory } from '../../../../nodes/transport/rateLimit/window/requestHistory';

/** Requests sent at these instants (ms), each with a response 100 ms later. */
function history(...sent: number[]): RequestHistory {
	const own = new RequestHistory();
	sent.forEach((sentAt) => own.add({ sentAt, receivedAt: sentAt + 100 }));
	return own;
}

test('expires by response time; if uncertain, by sending time', () => {
	const oldestAfter = (...args: Parameters<RequestHistory['expire']>) => {
		const own = history(1_000, 2_000);
		own.expire(...args);
		return own.oldest;
	};
	expect([1_099, 1_100, 2_100].map((since) => oldestAfter(since))).toEqual([
		1_100,
		2_100,
		undefined,
	]);
	expect([999, 1_000].map((since) => oldestAfter(since, 'sentAt'))).toEqual([1_100, 2_100]);
});

describe('if the server counts fewer requests', () => {
	const oldestKept = (counted: number, jumped = false, since = 0) => {
		const own = history(10_000, 20_000, 30_000);
		own.trimTo(counted, since, jumped);
		return own.oldest;
	};
	test.each([
		[4, 10_100],
		[3, 10_100],
		[2, 20_100],
		[1, 30_100],
		[0, undefined],
		[-1, undefined],
	])('keeps as many of the newest as the server counts: %i', (counted, oldest) => {
		expect(oldestKept(counted)).toBe(oldest);
	});
	test('keeps only the newest after a jump of the reset, unless the server counts exactly ours, as in a sliding window', () => {
		expect(oldestKept(2, true)).toBe(30_100);
		expect(oldestKept(3, true)).toBe(10_100);
		// Requests of other clients count, too.
		expect(oldestKept(4, true)).toBe(30_100);
		// The oldest has slid out by now.
		expect(oldestKept(2, true, 9_000)).toBe(20_100);
		expect(oldestKept(2, true, 8_999)).toBe(30_100);
	});
});

describe('without headers', () => {
	const left = (counted: number, since: number) => {
		const own = history(10_000, 20_000, 30_000);
		own.trimTo(counted, since, false);
		[40_000, 50_000].forEach((sentAt) => own.add({ sentAt, receivedAt: sentAt }));
		return [own.trimWithoutHeaders(), own.oldest];
	};
	test('keeps all requests that may count', () => expect(left(3, 0)).toEqual([5, 10_100]));
	test('keeps only the newest once a window has restored the whole limit', () => {
		// Three recent ones, of which the server counts one: no window slides like that.
		expect(left(1, 8_999)).toEqual([1, 50_000]);
		// One that has just slid out, or that expired slightly early, proves nothing.
		expect(left(2, 8_999)).toEqual([4, 20_100]);
		expect(left(1, 9_000)).toEqual([3, 30_100]);
	});
});
