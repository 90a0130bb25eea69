import { Pause } from '../../../nodes/transport/rateLimit/pause';

const NOW = 1_000_000;

/** The nth refusal, of a request that was asked for after the one before had been heard. */
function refuse(
	pause: Pause,
	times = 1,
	about: Partial<Parameters<Pause['rateLimited']>[0]> = {},
): number {
	for (let n = 1; n <= times; n += 1) {
		pause.rateLimited({
			grantedSeq: 2 * n,
			settledSeq: 2 * n + 1,
			now: NOW,
			retryAfterMs: undefined,
			announced: undefined,
			random: 0.5,
			...about,
		});
	}
	return pause.until - NOW;
}

test('there is none before a refusal', () => {
	expect(new Pause().until).toBe(-Infinity);
});

test.each([
	['what the server asks', { retryAfterMs: 20_000 }, 20_000],
	[
		'what the server asks, before what the headers tell',
		{ retryAfterMs: 20_000, announced: NOW + 30_000 },
		20_000,
	],
	[
		'the end that the headers tell a little later',
		{ retryAfterMs: 20_000, announced: NOW + 21_499 },
		21_499,
	],
	['not an end that is much later', { retryAfterMs: 20_000, announced: NOW + 21_500 }, 20_000],
	[
		'what the server asks, where the headers tell an end a little earlier',
		{ retryAfterMs: 20_000, announced: NOW + 19_500 },
		20_000,
	],
	['the end that the headers tell', { announced: NOW + 30_000 }, 30_000],
	['a backoff, where nothing tells', {}, 500],
	['a tenth of a second at least', { random: 0 }, 100],
	['at once, where the server says so', { retryAfterMs: 0 }, 0],
])('the pause is %s', (_what, about, ms) => {
	const pause = new Pause();
	expect(refuse(pause, 1, about)).toBe(ms);
	expect(pause.until).toBe(NOW + ms);
});

test('it grows from refusal to refusal where the server does not ask for a second or more', () => {
	expect([1, 2, 3, 4].map((times) => refuse(new Pause(), times))).toEqual([
		500, 1_000, 2_000, 4_000,
	]);
	expect([1, 2, 3, 4].map((times) => refuse(new Pause(), times, { retryAfterMs: 0 }))).toEqual([
		0, 250, 500, 1_000,
	]);
	expect([1, 2, 3, 4].map((times) => refuse(new Pause(), times, { retryAfterMs: 999 }))).toEqual([
		999, 1_249, 1_499, 1_999,
	]);
	expect([1, 2, 3, 4].map((times) => refuse(new Pause(), times, { retryAfterMs: 1_000 }))).toEqual([
		1_000, 1_000, 1_000, 1_000,
	]);
});

test('it is never shortened', () => {
	const pause = new Pause();
	refuse(pause, 1, { retryAfterMs: 20_000 });
	refuse(pause, 1, { retryAfterMs: 5_000 });
	expect(pause.until).toBe(NOW + 20_000);
});

test('a request let through begins anew, one let through before the refusal does not', () => {
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

test('those that were under way together are refused together: one step', () => {
	const pause = new Pause();
	refuse(pause, 1);
	expect(refuse(pause, 1)).toBe(500);
});
