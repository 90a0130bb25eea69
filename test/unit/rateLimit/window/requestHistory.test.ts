import { RequestHistory } from '../../../../nodes/transport/rateLimit/window/requestHistory';

/** Requests sent at these instants (ms), each with a response 100 ms later. */
function history(...sent: number[]): RequestHistory {
	const own = new RequestHistory();
	sent.forEach((sentAt) => own.add({ sentAt, receivedAt: sentAt + 100 }));
	return own;
}

test('the oldest is the one with the first response', () => {
	expect(history().oldest).toBeUndefined();
	expect(history(1_000, 2_000).oldest).toBe(1_100);
});

test('expires by response time; if uncertain, by sending time', () => {
	const surely = history(1_000, 2_000);
	surely.expire(1_099);
	expect(surely.oldest).toBe(1_100);
	surely.expire(1_100);
	expect(surely.oldest).toBe(2_100);
	const doubtful = history(1_000, 2_000);
	doubtful.expire(999, 'sentAt');
	expect(doubtful.oldest).toBe(1_100);
	doubtful.expire(1_000, 'sentAt');
	expect(doubtful.oldest).toBe(2_100);
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
		return own.trimWithoutHeaders();
	};
	test('keeps all requests that may count', () => expect(left(3, 0)).toBe(5));
	test('keeps only the newest once a window has restored the whole limit', () => {
		// Three recent ones, of which the server counts one: no window slides like that.
		expect(left(1, 8_999)).toBe(1);
		// One that has just slid out, or that expired slightly early, proves nothing.
		expect(left(2, 8_999)).toBe(4);
		expect(left(1, 9_000)).toBe(3);
	});
	test('then uses the newest as the oldest', () => {
		const own = history(10_000, 20_000, 30_000);
		own.trimTo(0, 0, false);
		[40_000, 50_000].forEach((sentAt) => own.add({ sentAt, receivedAt: sentAt }));
		own.trimWithoutHeaders();
		expect(own.oldest).toBe(50_000);
	});
});
