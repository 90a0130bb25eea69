import { Pause } from '../../../nodes/transport/rateLimit/waits';

const NOW = 1_000_000;

/** The pause after so many 429s, each for a request sent after the one before. */
function refuse(pause: Pause, times = 1, refusal: Partial<Parameters<Pause['rateLimited']>[0]> = {}): number {
	for (let n = 1; n <= times; n += 1) {
		pause.rateLimited({
			grantedSeq: 2 * n,
			settledSeq: 2 * n + 1,
			now: NOW,
			retryAfterMs: undefined,
			announced: undefined,
			random: 0.5,
			...refusal,
		});
	}
	return pause.until - NOW;
}

const requested = { retryAfterMs: 20_000 };

test.each([
	['the requested delay', requested, 20_000],
	['until the announced end just after that', { ...requested, announced: NOW + 21_499 }, 21_499],
	['the requested delay, 1.5 s before that', { ...requested, announced: NOW + 21_500 }, 20_000],
	['the requested delay, just after that', { ...requested, announced: NOW + 19_500 }, 20_000],
	['until the announced end', { announced: NOW + 30_000 }, 30_000],
	['a backoff without any information', {}, 500],
	['at least a tenth of a second', { random: 0 }, 100],
	['zero if the server requests no delay', { retryAfterMs: 0 }, 0],
])('the pause is %s', (_what, refusal, ms) => {
	const pause = new Pause();
	expect(refuse(pause, 1, refusal)).toBe(ms);
	expect(pause.until).toBe(NOW + ms);
});

test('a pause grows with each 429 unless the server asks for a second or more', () => {
	const pauses = (retryAfterMs?: number) => [1, 2, 3, 4].map((times) => refuse(new Pause(), times, { retryAfterMs }));
	expect(pauses()).toEqual([500, 1_000, 2_000, 4_000]);
	expect(pauses(0)).toEqual([0, 250, 500, 1_000]);
	expect(pauses(999)).toEqual([999, 1_249, 1_499, 1_999]);
	expect(pauses(1_000)).toEqual([1_000, 1_000, 1_000, 1_000]);
});

test('a pause is never shortened', () => {
	const pause = new Pause();
	refuse(pause, 1, requested);
	expect(refuse(pause, 1, { retryAfterMs: 5_000 })).toBe(20_000);
});

test('a later success resets the backoff, an earlier one does not', () => {
	const pause = new Pause();
	refuse(pause, 3);
	pause.accepted(7);
	refuse(pause, 1, { grantedSeq: 8, settledSeq: 9 });
	expect(pause.until).toBe(NOW + 4_000);
	pause.accepted(10);
	const now = NOW + 10_000;
	refuse(pause, 1, { grantedSeq: 11, settledSeq: 12, now });
	expect(pause.until).toBe(now + 500);
});
