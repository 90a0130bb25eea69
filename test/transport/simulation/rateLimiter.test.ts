import { fixedLatency, minimumMs, noLatency, randomLatency, write, type Latency } from './writers';
import { seededRandom, SimulatedClock } from '../../support/simulatedClock';
import { SimulatedServer, type ServerSettings } from './simulatedServer';

const full = process.env.FULL !== undefined;
const countFor = (limit: number): number => (full ? 5_000 : limit < 300 ? 300 : 1_000);
const LIMITS = full ? [60, 120, 300] : [60];

/** All of a list with FULL=1, otherwise one, which changes with the service. */
const sampled = <Value>(list: Value[], turn: number): Value[] => (full ? list : [list[turn % list.length]!]);

function latencies(seed: number): Array<[string, Latency, number]> {
	return [
		['0 ms', noLatency, 0],
		['50 ms', fixedLatency(50), 50],
		['0-300 ms', randomLatency(seededRandom(seed), 300), 150],
	];
}

const all: Array<[string, Partial<ServerSettings>]> = [
	['starts with the first request, ceil', { counting: 'lazy', rounding: 'ceil' }],
	['starts with the first request, floor', { counting: 'lazy', rounding: 'floor' }],
	['full minutes', { counting: 'aligned' }],
	['sliding, oldest', { counting: 'sliding' }],
	['sliding, a minute from now', { counting: 'sliding', reset: 'rolling' }],
	['90 s ahead, first request', { counting: 'lazy', skewMs: 90_400 }],
	['90 s behind, first request, floor', { counting: 'lazy', skewMs: -90_700, rounding: 'floor' }],
	['90 s ahead, full minutes', { counting: 'aligned', skewMs: 90_123 }],
	['90 s ahead, no Date', { counting: 'lazy', skewMs: 90_000, date: false }],
	['90 s behind, no Date, full minutes', { counting: 'aligned', skewMs: -90_000, date: false }],
	['seconds from now, first request', { unit: 'seconds' }],
	['seconds from now, full minutes, floor', { unit: 'seconds', counting: 'aligned', rounding: 'floor' }],
	['ms from now, sliding', { unit: 'ms', counting: 'sliding' }],
	['ms from now, no retryAfter', { unit: 'ms', retryAfter: false }],
	['ms timestamp, full minutes', { unit: 'msStamp', counting: 'aligned' }],
	['timestamp, no retryAfter', { retryAfter: false }],
	['headers on every third response', { counting: 'lazy', headers: (n) => n % 3 === 0 }],
	['headers only in the first 100', { counting: 'lazy', headers: (n) => n < 100 }],
	['headers missing at random', { counting: 'lazy', headers: (n) => (n * 2654435761) % 7 > 3 }],
];

const services = all.map(([name, settings], turn) => [name, settings, turn] as const);

/** 17.345 s into a minute: the first of the full minutes is cut short. */
const START = Date.UTC(2025, 0, 1, 12, 0, 17, 345);

async function measure(
	settings: ServerSettings,
	latency: Latency,
	meanMs: number,
	processes: number,
	seed: number,
	count = countFor(settings.limit),
) {
	const clock = new SimulatedClock(START, seed);
	const server = new SimulatedServer(settings);
	const { tookMs, inOrder } = await write(clock, server, latency, count, processes);
	const intoMinute = (START + (settings.skewMs ?? 0)) % 60_000;
	// Without a `Date`, it is unknown how far the server is into its minute.
	const first = settings.counting === 'aligned' && settings.date !== false ? 60_000 - intoMinute : 60_000;
	const ratio = tookMs / minimumMs(count, settings.limit, meanMs, processes, first);
	return { ratio, inOrder, rejected: server.rejected, accepted: server.accepted };
}

describe.each(services)('%s', (_name, settings, turn) => {
	describe.each(full ? LIMITS : [60, 300])('at %i requests per minute', (limit) => {
		it.each(sampled(latencies(limit), turn + limit / 60))(
			'one process takes at most 1.02 of the minimum time with a latency of %s, without a 429',
			async (_delay, latency, mean) => {
				const result = await measure({ ...settings, limit }, latency, mean, 1, limit);
				expect(result).toMatchObject({ rejected: 0, accepted: countFor(limit), inOrder: true });
				expect(result.ratio).toBeLessThanOrEqual(1.02);
			},
		);
	});
});

describe.each(services.slice(0, 17))('%s', (_name, settings, turn) => {
	describe.each(LIMITS)('at %i requests per minute', (limit) => {
		const service = { ...settings, limit };

		it.each([2, ...sampled([4, 8], turn)])('%i processes take at most 1.1 of the minimum time', async (processes) => {
			const latency = randomLatency(seededRandom(processes), 300);
			const result = await measure(service, latency, 150, processes, processes);
			expect(result).toMatchObject({ accepted: countFor(limit), inOrder: true });
			expect(result.ratio).toBeLessThanOrEqual(1.1);
		});
	});
});
