import { startSandbox, type Sandbox } from '../../sandbox';
import { idsOf } from '../engine/support/cases';
import { sendMany } from '../engine/support/sendMany';
import { Simulation } from './support/simulation';

/**
 * The whole system on a simulated clock: the node by n8n's engine, real HTTP, the sandbox's limiter. A window starts
 * with the first request after the previous one ended, and responses take no simulated time, so the minimum time is the
 * length of all windows except the last. FULL=1 sends 5,000 requests in each test.
 */

const full = process.env.FULL !== undefined;
const WINDOW_MS = 60_000;
/** For one test, ms. */
const TIME_LIMIT = full ? 1_200_000 : 120_000;

let sandbox: Sandbox | undefined;
let simulation: Simulation;
beforeEach(() => {
	simulation = new Simulation();
});
afterEach(async () => {
	simulation.end();
	await sandbox?.close();
});

interface Setup {
	limit: number;
	/** How many processes with one key send at the same time, each without knowing of the others. */
	processes: number;
	sandbox?: Parameters<typeof startSandbox>[0];
	/** The minimum time of a number of writes, ms. */
	ideal?: (writes: number) => number;
}

/** Sends messages, and returns the time that it took, divided by the minimum time, and the number of 429. */
async function measure({ limit, processes, sandbox: settings, ideal }: Setup) {
	const to = await startSandbox({
		tier: limit,
		now: () => simulation.time.elapsed,
		...settings,
	});
	sandbox = to;
	const began = simulation.time.elapsed;
	const each = Math.ceil((full ? 5_000 : limit + 140) / processes);
	const recipient = { baseUrl: to.baseUrl, apiKey: to.keys.test, ...idsOf(to) };
	const writers = Array.from({ length: processes }, (_, name) =>
		simulation.process(async () => await sendMany(recipient, `p${name}`, each)),
	);
	const results = await simulation.run(Promise.all(writers));
	const took = simulation.time.elapsed - began;

	// Nothing failed, is missing or was sent twice, and each process kept its order.
	expect(results.map(({ error }) => error)).toEqual(results.map(() => undefined));
	const texts = to.ledger.map(({ body }) => (body as { content: { text: string } }).content.text);
	for (let name = 0; name < processes; name += 1) {
		const own = texts.filter((text) => text.startsWith(`p${name} `));
		expect(own).toEqual(Array.from({ length: each }, (_, n) => `p${name} ${n}`));
	}
	const minimum = ideal?.(each * processes) ?? minimumMs(each * processes, limit);
	const rejected = to.log.filter(({ status }) => status === 429).length;
	return { ratio: took / minimum, rejected };
}

function minimumMs(count: number, limit: number): number {
	return (Math.ceil(count / limit) - 1) * WINDOW_MS;
}

/** Calls `act` at request number `nth` of each window, and starts windows like the sandbox. */
function atRequest(
	nth: number,
	act: (window: number, lengthMs: number) => number | void,
): () => number {
	let seen = 0;
	let window = 0;
	let used = 0;
	let lengthMs = WINDOW_MS;
	let end = -Infinity;
	return () => {
		const now = simulation.time.elapsed;
		const requests = sandbox?.log.length ?? 0;
		if (requests === seen) return now;
		seen = requests;
		if (now >= end) {
			window += 1;
			used = 0;
			end = now + lengthMs;
		}
		used += 1;
		if (used === nth) {
			lengthMs = act(window, lengthMs) ?? lengthMs;
			end = Math.max(end, now + lengthMs);
		}
		return now;
	};
}

describe.each([60, 120, 300])('at %i requests per minute', (limit) => {
	test.each(full || limit === 60 ? [1, 2, 4, 8] : [1, 4])(
		'%i process(es) take at most 1.1 of the minimum time, and one takes at most 1.02 without a 429',
		async (processes) => {
			const { ratio, rejected } = await measure({ limit, processes });
			expect(ratio).toBeLessThanOrEqual(processes === 1 ? 1.02 : 1.1);
			if (processes === 1) expect(rejected).toBe(0);
		},
		TIME_LIMIT,
	);
});

const limit = 60;
/** A variation, and whether one process still gets no 429. */
const variations: Array<[string, () => Pick<Setup, 'sandbox' | 'ideal'>, boolean]> = [
	['a clock that is 90 s ahead', () => ({ sandbox: { clockOffsetSeconds: 90 } }), true],
	['a clock that is 90 s behind', () => ({ sandbox: { clockOffsetSeconds: -90 } }), true],
	[
		'headers on every third response',
		() => {
			const now = () => {
				sandbox?.setDialect({ rateLimitHeaders: sandbox.log.length % 3 === 1 });
				return simulation.time.elapsed;
			};
			return { sandbox: { now } };
		},
		true,
	],
	['no headers', () => ({ sandbox: { dialect: { rateLimitHeaders: false } } }), false],
	[
		'a reset that moves by 20 s in every third window, back and forth',
		() => {
			const now = atRequest(10, (window, lengthMs) => {
				if (window % 3 !== 0) return;
				const next = lengthMs === 60_000 ? 80_000 : 60_000;
				sandbox?.setRate({ windowSeconds: next / 1000 });
				return next;
			});
			// The sandbox starts a new window when its length changes, so that the first nine requests do not count.
			const ideal = (writes: number) => {
				let took = 0;
				let lengthMs = 60_000;
				for (let window = 1, left = writes; ; window += 1) {
					const moves = window % 3 === 0;
					if (moves) lengthMs = lengthMs === 60_000 ? 80_000 : 60_000;
					left -= limit + (moves ? 9 : 0);
					if (left <= 0) return took;
					took += lengthMs;
				}
			};
			return { sandbox: { now }, ideal };
		},
		true,
	],
	[
		'another client that uses a sixth of each window',
		() => {
			const used = limit / 6;
			const now = atRequest(20, () => sandbox?.consume(sandbox.keys.test, used));
			return { sandbox: { now }, ideal: (writes) => minimumMs(writes, limit - used) };
		},
		false,
	],
];

describe.each(variations)('with %s', (_what, settings, isClean) => {
	test.each([1, 4])(
		'%i process(es) stay as close to the minimum time',
		async (processes) => {
			const setup = settings();
			const { ratio, rejected } = await measure({ limit, processes, ...setup });
			expect(ratio).toBeLessThanOrEqual(processes === 1 ? 1.02 : 1.1);
			if (processes === 1 && isClean) expect(rejected).toBe(0);
			// Without headers, only a 429 shows that a window is used up: one per window and process.
			if (setup.sandbox?.dialect)
				expect(rejected).toBeLessThanOrEqual(Math.ceil((full ? 5_000 : 200) / limit) * processes);
		},
		TIME_LIMIT,
	);
});
