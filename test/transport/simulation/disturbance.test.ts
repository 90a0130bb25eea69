import { seededRandom, SimulatedClock } from '../../support/simulatedClock';
import { SimulatedServer } from './simulatedServer';
import { fixedLatency, minimumMs, randomLatency, read, write } from './writers';

const full = process.env.FULL !== undefined;

describe.each(full ? [60, 120, 300] : [60])('at %i per minute', (limit) => {
	/** Enough for seven windows, so that at least two of them are disturbed. */
	const COUNT = full ? 2_000 : 800;

	it.each([
		['postponed', 20_000, 'ceil'],
		['postponed', 20_000, 'floor'],
		['brought forward', -20_000, 'ceil'],
	] as const)(
		'a reset that is %s by %i ms in every third window causes at most one 429 there and little delay (%s)',
		async (_what, ms, rounding) => {
			const clock = new SimulatedClock();
			let times = 0;
			const server = new SimulatedServer({
				limit,
				rounding,
				intervene: (self, nth, window) => {
					if (nth !== 10 || window % 3 !== 0) return;
					self.extend(ms);
					times++;
				},
			});
			const { tookMs } = await write(clock, server, fixedLatency(20), COUNT);
			const ratio = tookMs / (minimumMs(COUNT, limit, 20) + ms * times);
			expect(times).toBeGreaterThan(1);
			expect(server.accepted).toBe(COUNT);
			expect(server.rejected).toBeLessThanOrEqual(ms > 0 ? times : 0);
			expect(ratio).toBeLessThanOrEqual(1.02);
		},
	);

	it.each([0.02, 0.2, 0.5])(
		'another client that uses up to %d of the limit causes at most one 429 per window and little delay',
		async (share) => {
			const clock = new SimulatedClock();
			const server = new SimulatedServer({ limit, counting: 'aligned' });
			const random = seededRandom(limit);
			let writing = true;
			const otherClient = async () => {
				while (writing) {
					await clock.sleep(random() * 6_000);
					if (writing) server.consume(clock.elapsed, Math.ceil((random() * limit * share) / 10));
				}
			};
			void otherClient();
			const { tookMs } = await write(clock, server, randomLatency(random, 300), COUNT);
			writing = false;
			const ratio = tookMs / minimumMs(COUNT + server.usedByOthers, limit, 150);
			expect(server.accepted).toBe(COUNT);
			expect(server.usedByOthers).toBeGreaterThan(0);
			// Requests of others at the last moment cannot be foreseen: at most one 429 per window.
			expect(server.rejected).toBeLessThanOrEqual(server.windows);
			expect(ratio).toBeLessThanOrEqual(1.02);
		},
	);

	/** Responses that overtake each other by seconds. */
	it.each(
		(['stamp', 'msStamp'] as const).flatMap((unit) =>
			(['lazy', 'aligned', 'sliding'] as const).flatMap((counting) =>
				(full ? [500, 2_000, 4_000, 9_000] : [4_000]).flatMap((upTo) =>
					(full ? [1, 2, 3] : [1]).map((seed) => ({ unit, counting, upTo, seed })),
				),
			),
		),
	)('reads whose responses overtake each other cause no 429: %j', async ({ upTo, seed, ...settings }) => {
		const server = new SimulatedServer({ limit, ...settings });
		const latency = randomLatency(seededRandom(seed), upTo * 2);
		await read(new SimulatedClock(), server, latency, COUNT, 5);
		expect(server).toMatchObject({ accepted: COUNT, rejected: 0 });
	});
});
