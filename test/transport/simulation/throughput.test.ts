import { startSandbox, type Sandbox } from '../../../tools/sandbox';
import { idsOf } from '../../support/ids';
import { sendMany } from '../../run/support/sendMany';
import { Simulation } from './simulation';

/**
 * The whole system on a simulated clock: the node by n8n's engine, real HTTP, the sandbox's limiter. A window starts
 * with the first request after the previous one ended, and responses take no simulated time, so the minimum time is the
 * length of all windows except the last. rateLimiter.test.ts varies what a service does. FULL=1 sends 5,000 requests in
 * each test.
 */

const full = process.env.FULL !== undefined;
const WINDOW_MS = 60_000;
const LIMIT = 60;
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

/** How many processes with one key send at the same time, and settings of the sandbox. */
type Setup = { processes: number } & Parameters<typeof startSandbox>[0];

/** Sends messages, and returns the time that it took, divided by the minimum time, and the number of 429. */
async function measure({ processes, ...settings }: Setup) {
	const to = await startSandbox({ tier: LIMIT, now: () => simulation.time.elapsed, ...settings });
	sandbox = to;
	const began = simulation.time.elapsed;
	const each = Math.ceil((full ? 5_000 : LIMIT + 140) / processes);
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
	const windows = Math.ceil((each * processes) / LIMIT);
	const rejected = to.log.filter(({ status }) => status === 429).length;
	return { ratio: took / ((windows - 1) * WINDOW_MS), rejected, windows };
}

test.each<[string, Setup]>([
	['one process', { processes: 1 }],
	['one process whose clock is 90 s behind', { processes: 1, clockOffsetSeconds: 90 }],
	['four processes', { processes: 4 }],
	['four processes without headers', { processes: 4, dialect: { rateLimitHeaders: false } }],
])(
	'%s: at most 1.02 of the minimum time without a 429; of several 1.1 with at most one 429 each per window',
	async (_what, setup) => {
		const { ratio, rejected, windows } = await measure(setup);
		const isAlone = setup.processes === 1;
		expect(ratio).toBeLessThanOrEqual(isAlone ? 1.02 : 1.1);
		expect(rejected).toBeLessThanOrEqual(isAlone ? 0 : windows * setup.processes);
	},
	TIME_LIMIT,
);
