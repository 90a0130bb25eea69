import { startSandbox, type Sandbox } from '../../sandbox';
import { idsOf } from '../engine/support/cases';
import { sendMany } from '../engine/support/sendMany';
import { Simulation } from './support/simulation';

/**
 * The whole system on a simulated clock: the node by n8n's engine, real HTTP, the sandbox's limiter. A window starts
 * with the first request after the previous one ended, and responses take no simulated time, so the minimum time is the length
 * of all windows except the last. `npm run bench -- simulation` sends 5,000 requests in each row.
 */

const full = process.env.FULL !== undefined;
const WINDOW_MS = 60_000;
/** For one row, ms. */
const TIME_LIMIT = full ? 1_200_000 : 300_000;

interface Row {
	what: string;
	limit: number;
	processes: number;
	count: number;
	ratio: number;
	rejected: number;
}

const rows: Row[] = [];
let sandbox: Sandbox | undefined;
let simulation: Simulation;

beforeEach(() => {
	simulation = new Simulation();
});
afterEach(async () => {
	simulation.end();
	await sandbox?.close();
});
afterAll(() => {
	if (!full) return;
	const lines = rows.map(({ what, limit, processes, count, ratio, rejected }) =>
		[what, limit, processes, count, ratio.toFixed(4), rejected].join(' | '),
	);
	process.stdout.write(
		`\nwhole system | per minute | processes | writes | time / minimum time | 429\n${lines.join('\n')}\n`,
	);
});

type Settings = NonNullable<Parameters<typeof startSandbox>[0]>;

async function start(settings: Settings): Promise<Sandbox> {
	sandbox = await startSandbox({ now: () => simulation.time.elapsed, ...settings });
	return sandbox;
}

interface Measured {
	/** Time divided by the minimum time. */
	ratio: number;
	rejected: number;
}

async function measure(
	what: string,
	to: Sandbox,
	limit: number,
	processes: number,
	count: number,
	ideal = minimumMs,
): Promise<Measured> {
	const began = simulation.time.elapsed;
	const each = Math.ceil(count / processes);
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
	const ratio = took / ideal(each * processes, limit);
	const rejected = to.log.filter(({ status }) => status === 429).length;
	rows.push({ what, limit, processes, count: each * processes, ratio, rejected });
	return { ratio, rejected };
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
	const count = full ? 5_000 : 2 * limit + 140;

	test(
		'one process takes at most 1.02 of the minimum time, without a 429',
		async () => {
			const { ratio, rejected } = await measure(
				'plain',
				await start({ tier: limit }),
				limit,
				1,
				count,
			);
			expect(rejected).toBe(0);
			expect(ratio).toBeLessThanOrEqual(1.02);
		},
		TIME_LIMIT,
	);

	test.each(full || limit === 60 ? [2, 4, 8] : [4])(
		'%i processes take at most 1.1 of the minimum time',
		async (processes) => {
			const { ratio } = await measure(
				'plain',
				await start({ tier: limit }),
				limit,
				processes,
				count,
			);
			expect(ratio).toBeLessThanOrEqual(1.1);
		},
		TIME_LIMIT,
	);
});

describe('variations at 60 per minute', () => {
	const limit = 60;
	const count = full ? 5_000 : 320;

	test.each([90, -90])(
		'with a clock that is %i s off, one process takes at most 1.02 of the minimum time, without a 429',
		async (clockOffsetSeconds) => {
			const to = await start({ tier: limit, clockOffsetSeconds });
			const { ratio, rejected } = await measure(
				`clock ${clockOffsetSeconds} s off`,
				to,
				limit,
				1,
				count,
			);
			expect(rejected).toBe(0);
			expect(ratio).toBeLessThanOrEqual(1.02);
		},
		TIME_LIMIT,
	);

	test.each([90, -90])(
		'with a clock that is %i s off, 4 processes take at most 1.1 of the minimum time',
		async (clockOffsetSeconds) => {
			const to = await start({ tier: limit, clockOffsetSeconds });
			const { ratio } = await measure(`clock ${clockOffsetSeconds} s off`, to, limit, 4, count);
			expect(ratio).toBeLessThanOrEqual(1.1);
		},
		TIME_LIMIT,
	);

	test.each([1, 4])(
		'with headers on every third response, %i processes stay close to the minimum time',
		async (processes) => {
			const to = await start({
				tier: limit,
				now: () => {
					sandbox?.setDialect({ rateLimitHeaders: sandbox.log.length % 3 === 1 });
					return simulation.time.elapsed;
				},
			});
			const { ratio, rejected } = await measure(
				'headers on every third response',
				to,
				limit,
				processes,
				count,
			);
			if (processes === 1) expect(rejected).toBe(0);
			expect(ratio).toBeLessThanOrEqual(processes === 1 ? 1.02 : 1.1);
		},
		TIME_LIMIT,
	);

	test.each([1, 4])(
		'without headers, %i processes wait out at most one 429 per window and process',
		async (processes) => {
			const to = await start({ tier: limit, dialect: { rateLimitHeaders: false } });
			const { ratio, rejected } = await measure('no headers at all', to, limit, processes, count);
			// Only a 429 shows that a window is used up: one per window and process.
			expect(rejected).toBeLessThanOrEqual(Math.ceil(count / limit) * processes);
			expect(ratio).toBeLessThanOrEqual(processes === 1 ? 1.02 : 1.1);
		},
		TIME_LIMIT,
	);

	test.each([1, 4])(
		'with a reset that moves by 20 s in every third window, back and forth, %i processes stay close to the minimum time',
		async (processes) => {
			const to = await start({
				tier: limit,
				now: atRequest(10, (window, lengthMs) => {
					if (window % 3 !== 0) return;
					const next = lengthMs === 60_000 ? 80_000 : 60_000;
					sandbox?.setRate({ windowSeconds: next / 1000 });
					return next;
				}),
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
			const { ratio, rejected } = await measure(
				'a reset that moves',
				to,
				limit,
				processes,
				count,
				ideal,
			);
			if (processes === 1) expect(rejected).toBe(0);
			expect(ratio).toBeLessThanOrEqual(processes === 1 ? 1.02 : 1.1);
		},
		TIME_LIMIT,
	);

	test.each([1, 4])(
		'while another client uses a sixth of each window, %i processes stay close to the minimum time',
		async (processes) => {
			const used = limit / 6;
			const to = await start({
				tier: limit,
				now: atRequest(20, () => sandbox?.consume(sandbox.keys.test, used)),
			});
			const ideal = (writes: number) => minimumMs(writes, limit - used);
			const { ratio } = await measure(
				'another program uses a sixth',
				to,
				limit,
				processes,
				count,
				ideal,
			);
			expect(ratio).toBeLessThanOrEqual(processes === 1 ? 1.02 : 1.1);
		},
		TIME_LIMIT,
	);
});
