import type { RateLimitReading } from '../../nodes/transport/rateLimit';
import type { WindowEnd } from '../../nodes/transport/windowEnd';
import { announcing, at, heard, NOW, windowEnd, type About } from './readings';

const MINUTE = 60_000;
const TEN_MINUTES = 10 * MINUTE;

describe('windows of ten seconds, each opened by its first request', () => {
	/** The answers that open two of them; then one without headers, which counts by the length that was learned. */
	const lengthAfter = (about: Partial<About> = {}, { date = true, reading = {}, step = 10_000, ahead = 10_000, tookMs = 0 } = {}) => {
		const end = windowEnd({ date });
		for (const opens of [77, 77 + step]) {
			const openedBy = announcing(opens + ahead, { resetResolutionMs: 1, ...reading });
			heard(end, openedBy, opens, { remaining: 59, before: 0, ...about }, tookMs);
		}
		return heard(end, {}, step + 200) - step - 77 - 25;
	};
	const learns = (...settings: Parameters<typeof lengthAfter>) => lengthAfter(...settings) === 10_000;

	test('their length is learned', () => expect(learns()).toBe(true));

	test.each<[string, Partial<About>, boolean]>([
		['nearly all is there again', { remaining: 45 }, true],
		['not as much is there', { remaining: 44 }, false],
		['hardly anything was left before', { before: 15 }, true],
		['more was left before', { before: 16 }, false],
		['nothing is known of what was left before', { before: undefined }, true],
		['the limit is not told', { limit: undefined }, false],
	])('where %s: %p', (_what, about, expected) => {
		expect(learns(about)).toBe(expected);
	});

	test('not by a clock that we know nothing of, or a reset in seconds from now', () => {
		expect(learns({}, { date: false })).toBe(false);
		expect(learns({}, { reading: { resetOnServer: undefined } })).toBe(false);
	});

	test('it fits what is announced, which was counted between sending and answer', () => {
		// The server's clock may be ahead by a second.
		expect([11_999, 12_000].map((ahead) => learns({}, { ahead }))).toEqual([true, false]);
		expect([1_501, 1_500].map((tookMs) => learns({}, { ahead: 7_000, tookMs }))).toEqual([true, false]);
	});

	test('not when the second does not end later', () => {
		expect([learns({}, { step: 8_999 }), learns({}, { step: 9_000 })]).toEqual([false, true]);
		expect([999, 1_000].map((step) => lengthAfter({}, { step, ahead: 1_000 }))).toEqual([MINUTE, 2_000]);
	});

	test('a refusal that contradicts takes it back', () => {
		const end = windowEnd();
		for (const opens of [77, 10_077]) heard(end, announcing(opens + 10_000), opens, { remaining: 59, before: 0 });
		end.contradicted('headers', NOW + 25_000, NOW + 26_000);
		const before = heard(end, {}, 10_200);
		end.contradicted('history', NOW + before, NOW + before + 500);
		expect([before, end.end(0) - NOW]).toEqual([20_102, 10_077 + MINUTE + 25]);
	});
});

describe('refused although the window was taken for over', () => {
	/** The end by our history is MINUTE + 25 ms after NOW, by the headers 31,025. */
	const byHistory = () => {
		const end = windowEnd();
		heard(end, {}, 0);
		return end;
	};
	const byHeaders = () => {
		const end = windowEnd();
		heard(end, announcing(30_000), 0);
		return end;
	};
	const contradict = (end: WindowEnd, trusting: 'history' | 'headers' | undefined, by: number) => {
		const before = end.end(NOW);
		end.contradicted(trusting, before, before + by);
		return end.end(NOW) - before;
	};

	test('the history a little early: a tenth of a second more caution, up to a second', () => {
		const end = byHistory();
		expect(Array.from({ length: 10 }, () => contradict(end, 'history', 1))).toEqual(Array(10).fill(100));
		expect(end.trusting()).toBe('history');
		expect(contradict(byHistory(), 'history', 2_999)).toBe(100);
	});

	test('the headers early: as much later from then on, up to a minute', () => {
		const end = byHeaders();
		expect([contradict(end, 'headers', 5_000), contradict(end, 'headers', 20_000), end.trusting()]).toEqual([5_000, 20_000, 'headers']);
		// They would be later than the history now, by more than rounding explains.
		expect([contradict(end, 'headers', 29_999), contradict(end, 'headers', 29_999)]).toEqual([29_999, 5_001]);
	});

	test('the headers early by half a window or more: it was another window, and nothing is learned', () => {
		expect(contradict(byHeaders(), 'headers', 30_000)).toBe(0);
	});

	test.each([
		['nothing is refuted', undefined, 500],
		['it ended by then', 'history', 0],
		['it ended before', 'history', -1],
	] as const)('not when %s', (_what, trusting, by) => expect(contradict(byHistory(), trusting, by)).toBe(0));

	test.each([
		['history', {}, MINUTE + 25],
		['headers', announcing(30_000), 31_025],
		[undefined, announcing(MINUTE), MINUTE + 25],
	] as const)('nothing is learned from an end that nobody knew (%s)', (trusting, reading, expected) => {
		const end = windowEnd();
		contradict(end, trusting, 5_000);
		expect(heard(end, reading, 0)).toBe(expected);
	});

	test('nor where nothing was believed', () => {
		const end = windowEnd();
		heard(end, announcing(MINUTE), 0);
		expect(contradict(end, undefined, 2_000)).toBe(0);
	});

	describe('the history wrong by more', () => {
		/** Both sources are there, and the history is the earlier. */
		const distrusted = (by: number, { date = true } = {}) => {
			const end = windowEnd({ date });
			heard(end, announcing(MINUTE), 0);
			const before = end.end(NOW);
			end.contradicted('history', before, before + by);
			return end;
		};
		test('it is not believed for ten minutes, and then again', () => {
			const end = distrusted(3_000);
			expect([end.end(NOW) - NOW, end.trusting()]).toEqual([MINUTE + 1_025, 'headers']);
			const told = MINUTE + 25;
			const later = (ms: number) => heard(end, announcing(ms + MINUTE), ms) - ms;
			expect(later(told + TEN_MINUTES - 1)).toBe(MINUTE + 1_025);
			expect(later(told + TEN_MINUTES)).toBe(MINUTE + 24);
		});
		test('nor after ten steps of caution', () => {
			const end = distrusted(1, { date: false });
			for (let n = 1; n < 10; n += 1) end.contradicted('history', 0, end.end(NOW) + 1);
			expect([end.end(NOW) - NOW, end.trusting()]).toEqual([MINUTE + 1_025, 'history']);
			end.contradicted('history', NOW, NOW + MINUTE + 1_026);
			expect([end.end(NOW) - NOW, end.trusting()]).toEqual([MINUTE + 1_025, 'headers']);
		});
		test('then even a reset on an unknown clock is better', () => {
			expect(distrusted(2_999, { date: false }).end(NOW) - NOW).toBe(MINUTE + 125);
			expect(distrusted(3_000, { date: false }).end(NOW) - NOW).toBe(MINUTE + 1_025);
		});
		test('without any other source it is a minute from the answer', () => {
			const end = byHistory();
			end.contradicted('history', NOW, NOW + MINUTE + 25 + 3_000);
			expect(end.end(NOW + 500) - NOW).toBe(500 + MINUTE);
		});
	});
});

test('the end that a refusal announces counts if it lies in the next two minutes', () => {
	const announced = (ms: number, reading: Partial<RateLimitReading> = {}, date = true) => {
		const end = windowEnd({ date }).announcedEnd(announcing(ms, reading), NOW);
		return end === undefined ? undefined : end - NOW;
	};
	expect([-1_026, -1_025, -1_024].map((ms) => announced(ms))).toEqual([undefined, undefined, 1]);
	expect([2 * MINUTE - 1_026, 2 * MINUTE - 1_025].map((ms) => announced(ms))).toEqual([2 * MINUTE - 1, undefined]);
	expect(announced(30_000, {}, false)).toBeUndefined();
	expect(announced(30_000, { resetOnServer: undefined }, false)).toBe(31_025);
	expect(announced(30_000, { resetOnServer: undefined, resetAt: undefined })).toBeUndefined();
});

describe('a new window without headers', () => {
	test('the reset is forgotten, and what is a minute old', () => {
		const end = windowEnd();
		heard(end, announcing(30_000), 0);
		end.note(at(1_000));
		end.note(at(MINUTE));
		expect(end.advanceBlindly(at(MINUTE, 100))).toBe(3);
		expect(end.advanceBlindly(at(MINUTE + 1, 1))).toBe(2);
		expect([end.end(0) - NOW, end.trusting()]).toEqual([1_000 + MINUTE + 25, 'history']);
	});
});
