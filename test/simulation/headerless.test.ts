import { RateLimiter } from '../../nodes/transport/rateLimit/rateLimiter';
import { seededRandom, SimulatedClock } from './support/simulatedClock';
import { SimulatedServer } from './support/simulatedServer';
import { randomLatency, send } from './support/writers';

/** 200 requests that start at once, as those of several workflows after a restart of the service. */
const COUNT = 200;
const full = process.env.FULL !== undefined;
const services = [30, 60, 300].flatMap((limit, turn) =>
	(full ? (['lazy', 'aligned'] as const) : ([turn % 2 ? 'aligned' : 'lazy'] as const)).flatMap(
		(counting) => (full ? [1, 42] : [1]).map((seed) => ({ limit, counting, seed })),
	),
);

async function sendAtOnce(server: SimulatedServer, seed: number, clock: SimulatedClock) {
	const limiter = new RateLimiter(clock);
	const latency = randomLatency(seededRandom(seed), 400);
	const all = Array.from({ length: COUNT }, async (_, n) =>
		send(clock, limiter, server, latency, n),
	);
	await clock.run(Promise.all(all));
}

describe.each(services)(
	'at $limit per minute ($counting, seed $seed)',
	({ limit, counting, seed }) => {
		it.each([1, 2, 5])('the first %i responses without headers cause no 429', async (count) => {
			const server = new SimulatedServer({ limit, counting, headers: (n) => n >= count });
			await sendAtOnce(server, seed, new SimulatedClock());
			expect(server).toMatchObject({ accepted: COUNT, rejected: 0 });
		});

		it('pages of a gateway before the first response of the service cause no 429', async () => {
			class BehindGateway extends SimulatedServer {
				private failures = 3;

				override handle(...request: Parameters<SimulatedServer['handle']>) {
					if (this.failures === 0) return super.handle(...request);
					this.failures -= 1;
					// `send` of this simulation repeats what got a 429, so the page takes the place of a request that counts.
					const headers = { 'content-type': 'text/html' };
					return { ...super.handle(...request), status: 502, headers };
				}
			}
			const server = new BehindGateway({ limit, counting });
			await sendAtOnce(server, seed, new SimulatedClock());
			expect(server).toMatchObject({ accepted: COUNT, rejected: 0 });
		});
	},
);
