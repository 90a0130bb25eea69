import fc from 'fast-check';
import { ServerClock } from '../../../../nodes/transport/rateLimit/window/serverClock';

/** The earliest and the latest instant at which the server's clock shows `onServer`. */
const bounds = (clock: ServerClock, onServer: number) => [
	clock.earliestHere(onServer),
	clock.latestHere(onServer),
];

function after(
	...observed: Array<[date: number, sentAt: number, receivedAt: number]>
): ServerClock {
	const clock = new ServerClock();
	observed.forEach((each) => clock.observe(...each));
	return clock;
}

test('the skew is known after the first Date', () => {
	expect(after().known).toBe(false);
	expect(after([0, 0, 0]).known).toBe(true);
});

test('a Date was written between sending and receiving, and is truncated to whole seconds', () => {
	// 90 s ahead: written by 10,300 at the latest, so that clock was not behind by more; and not before 10,000.
	expect(bounds(after([100_000, 10_000, 10_300]), 200_000)).toEqual([109_000, 110_300]);
});

test('each response narrows the bounds; only drift widens them', () => {
	expect(bounds(after([0, 0, 0], [0, 400, 400]), 0)).toEqual([-600, 0.04]);
	expect(bounds(after([0, 0, 0], [1_000, 600, 600]), 0)).toEqual([-1_000.06, -400]);
});

test('drift is 100 ms in a thousand seconds', () => {
	const clock = after([0, 500, 500], [0, 0, 1_000_500]);
	// Low -500 and high 500 at first, and nothing learned since.
	expect(bounds(clock, 0)).toEqual([-600, 600]);
});

test('a response out of order causes no drift', () => {
	expect(bounds(after([0, 500, 500], [0, 0, 400]), 0)).toEqual([-500, 400]);
});

test('after one of the clocks was set, only the newest response counts', () => {
	expect(bounds(after([0, 0, 0], [50_000, 0, 300]), 0)).toEqual([-51_000, -49_700]);
	expect(bounds(after([0, 0, 0], [-50_000, 0, 300]), 0)).toEqual([49_000, 50_300]);
	// Bounds that just touch are no contradiction.
	expect(bounds(after([0, 0, 0], [1_000, 0, 0]), 0)).toEqual([-1_000, -1_000]);
});

test('the true skew stays within bounds that only narrow', () => {
	fc.assert(
		fc.property(
			fc.integer({ min: -90_000, max: 90_000 }),
			fc.array(
				fc.tuple(
					fc.integer({ min: 0, max: 5_000 }),
					fc.integer({ min: 0, max: 300 }),
					fc.integer({ min: 0, max: 300 }),
				),
				{ minLength: 1, maxLength: 60 },
			),
			(ahead, responses) => {
				const clock = new ServerClock();
				let at = Date.UTC(2025, 0, 1, 12);
				let width = Infinity;
				for (const [pause, there, back] of responses) {
					at += pause;
					clock.observe(Math.floor((at + there + ahead) / 1000) * 1000, at, at + there + back);
					expect(clock.earliestHere(at + ahead)).toBeLessThanOrEqual(at);
					expect(clock.latestHere(at + ahead)).toBeGreaterThanOrEqual(at);
					const now = clock.latestHere(at) - clock.earliestHere(at);
					expect(now).toBeLessThanOrEqual(width + 2);
					width = now;
				}
			},
		),
	);
});
