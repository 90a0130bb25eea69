import { RateLimiter } from '../../nodes/transport/rateLimit/rateLimiter';
import { Semaphore } from '../../nodes/MessagingIntegration/execution/semaphore';
import { seededRandom, SimulatedClock } from './support/simulatedClock';
import { SimulatedServer, type ServerSettings } from './support/simulatedServer';
import { fixedLatency, leastMs, noLatency, randomLatency, send, write } from './support/writers';

const COUNT = 2_000;
const rows: string[] = [];

function note(what: string, limit: number, ratio: number, server: SimulatedServer): void {
	rows.push([what, limit, ratio.toFixed(4), server.refused, server.eaten].join(' | '));
}

afterAll(() => {
	if (process.env.FULL === undefined) return;
	process.stdout.write(
		`\ndisturbance | limit | of the least time | refused | eaten by others\n${rows.join('\n')}\n`,
	);
});

describe.each([60, 120, 300])('at %i per minute', (limit) => {
	it.each(['ceil', 'floor'] as const)(
		'a reset that is put off by 20 s in every third window (%s)',
		async (rounding) => {
			const clock = new SimulatedClock();
			let putOff = 0;
			const server = new SimulatedServer({
				limit,
				rounding,
				meddle: (self, nth, window) => {
					if (nth !== 10 || window % 3 !== 0) return;
					self.extend(20_000);
					putOff++;
				},
			});
			const { tookMs } = await write(clock, server, fixedLatency(20), COUNT);
			const ratio = tookMs / (leastMs(COUNT, limit, 20) + 20_000 * putOff);
			note(`reset put off (${rounding})`, limit, ratio, server);
			expect(putOff).toBeGreaterThan(1);
			expect(server).toMatchObject({ accepted: COUNT, refused: 0 });
			expect(ratio).toBeLessThanOrEqual(1.02);
		},
	);

	it('a reset that is brought forward by 20 s in every third window', async () => {
		const clock = new SimulatedClock();
		let forward = 0;
		const server = new SimulatedServer({
			limit,
			meddle: (self, nth, window) => {
				if (nth !== 10 || window % 3 !== 0) return;
				self.extend(-20_000);
				forward++;
			},
		});
		const { tookMs } = await write(clock, server, fixedLatency(20), COUNT);
		const ratio = tookMs / (leastMs(COUNT, limit, 20) - 20_000 * forward);
		note('reset brought forward', limit, ratio, server);
		expect(server).toMatchObject({ accepted: COUNT, refused: 0 });
		expect(ratio).toBeLessThanOrEqual(1.02);
	});

	it.each([0.02, 0.2, 0.5])('another client that uses up to %d of the limit', async (share) => {
		const clock = new SimulatedClock();
		const server = new SimulatedServer({ limit, counting: 'aligned' });
		const random = seededRandom(limit);
		let writing = true;
		const eater = async () => {
			while (writing) {
				await clock.sleep(random() * 6_000);
				if (writing) server.eat(clock.elapsed, Math.ceil((random() * limit * share) / 10));
			}
		};
		void eater();
		const { tookMs } = await write(clock, server, randomLatency(random, 300), COUNT);
		writing = false;
		const ratio = tookMs / leastMs(COUNT + server.eaten, limit, 150);
		note(`others eat up to ${share * 100} %`, limit, ratio, server);
		expect(server.accepted).toBe(COUNT);
		expect(server.eaten).toBeGreaterThan(0);
		// What somebody else takes at the last moment cannot be foreseen: once a window at most.
		expect(server.refused).toBeLessThanOrEqual(server.windows);
		expect(ratio).toBeLessThanOrEqual(1.02);
	});

	it('a limit that is halved, and raised again', async () => {
		const clock = new SimulatedClock();
		const server = new SimulatedServer({
			limit,
			meddle: (self, _nth, window) => {
				self.limit = window >= 3 && window < 6 ? limit / 2 : limit;
			},
		});
		const { tookMs } = await write(clock, server, noLatency, COUNT);
		const ratio = tookMs / leastMs(COUNT + (3 * limit) / 2, limit, 0);
		note('limit halved for three windows', limit, ratio, server);
		expect(server).toMatchObject({ accepted: COUNT, refused: 0 });
		expect(ratio).toBeLessThanOrEqual(1.02);
	});

	const services: Array<[string, Partial<ServerSettings>]> = [
		['first request', {}],
		['full minutes', { counting: 'aligned' }],
		['sliding', { counting: 'sliding' }],
		['sliding, a minute from now', { counting: 'sliding', reset: 'rolling' }],
		['90 s ahead', { skewMs: 90_500 }],
		['every third answer', { headers: (n) => n % 3 === 0 }],
	];
	it.each(services)('reads, five at a time (%s)', async (name, settings) => {
		const clock = new SimulatedClock();
		const server = new SimulatedServer({ limit, ...settings });
		const limiter = new RateLimiter(clock);
		const semaphore = new Semaphore(5);
		const latency = randomLatency(seededRandom(limit), 600);
		const start = clock.elapsed;
		await clock.run(
			Promise.all(
				Array.from({ length: COUNT }, async (_, n) => {
					const leave = await semaphore.acquire();
					await send(clock, limiter, server, latency, n);
					leave();
				}),
			),
		);
		const ratio = (clock.elapsed - start) / leastMs(COUNT, limit, 300, 5);
		note(`five reads at a time, ${name}`, limit, ratio, server);
		expect(server).toMatchObject({ accepted: COUNT, refused: 0 });
		// Of reads that were under way together, an answer without headers leaves open whether the others' headers count
		// it; up to four places a window stay unused rather than risk a refusal.
		expect(ratio).toBeLessThanOrEqual(settings.headers === undefined ? 1.02 : 1.08);
	});
});
