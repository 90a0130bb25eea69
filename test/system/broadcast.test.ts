import { startSandbox, type Sandbox } from '../../sandbox';
import { idsOf } from '../engine/support/cases';
import type { RunSettings } from '../engine/support/engine';
import { sendMany } from '../engine/support/sendMany';
import { Simulation } from './support/simulation';

/** A broadcast in which an item fails permanently, and one that is canceled during a wait of an hour. */

/** FULL=1 sends more than three windows of messages. */
const COUNT = process.env.FULL === undefined ? 200 : 1_000;
const FAILING = COUNT / 2;

let sandbox: Sandbox;
let simulation: Simulation;
beforeAll(async () => {
	sandbox = await startSandbox({ tier: 300, now: () => simulation.time.elapsed });
});
beforeEach(() => {
	sandbox.reset();
	simulation = new Simulation();
});
afterEach(() => simulation.end());
afterAll(async () => await sandbox.close());

const numbers = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));
const sent = () =>
	sandbox.ledger.map(({ body }) =>
		Number((body as { content: { text: string } }).content.text.slice(2)),
	);

const broadcast = async (count: number, more: Partial<RunSettings> = {}) =>
	await sendMany(
		{ baseUrl: sandbox.baseUrl, apiKey: sandbox.keys.test, ...idsOf(sandbox) },
		'b',
		count,
		{ maxWait: 7200 },
		more,
	);

test('if an item fails permanently, later items are not sent, and the error contains the three numbers', async () => {
	sandbox.addFault({ path: '/messages', kind: 'status', status: 422, skip: FAILING });
	const { error, items } = await simulation.run(broadcast(COUNT));
	expect(items).toEqual([]);
	expect(sent()).toEqual(numbers(FAILING).map(({ n }) => n));
	expect(sandbox.log.filter(({ status }) => status !== 201)).toHaveLength(1);
	expect(error?.context?.itemIndex).toBe(FAILING);
	expect(error?.description).toContain(
		`Of ${COUNT} items, ${FAILING} succeeded, item ${FAILING} failed (counting from 0), and ${COUNT - FAILING - 1} were not sent.`,
	);
}, 120_000);

test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'with %s all other items are sent, and each reports its outcome',
	async (onError) => {
		sandbox.addFault({ path: '/messages', kind: 'resetAfterWork', skip: FAILING });
		const { error, outputs } = await simulation.run(broadcast(COUNT, { onError }));
		expect(error).toBeUndefined();
		// The response to the item was lost after the work, so it is in the ledger, too, once.
		expect(sent()).toEqual(numbers(COUNT).map(({ n }) => n));
		const items = outputs.flat();
		expect(
			items.map(({ pairedItem }) => (pairedItem as { item: number }).item).sort((a, b) => a - b),
		).toEqual(numbers(COUNT).map(({ n }) => n));
		const failed = items.filter(({ json }) => json.error !== undefined);
		expect(failed).toHaveLength(1);
		expect(failed[0]?.pairedItem).toEqual({ item: FAILING });
		expect(failed[0]?.json.error).toBe('The message may already have been sent');
		expect(failed[0]?.json.message).toMatch(/may have been carried out/);
		if (onError === 'continueErrorOutput') expect(outputs[1]).toEqual(failed);
	},
	120_000,
);

test('canceling while the service announces a pause of an hour ends the run within a second, without further requests', async () => {
	sandbox.addFault({
		path: '/messages',
		kind: 'rateLimited',
		retryAfter: 3600,
		skip: 3,
		times: Infinity,
	});
	let cancel = () => {};
	let ended = false;
	const running = broadcast(50, { onStart: (given) => (cancel = given) }).finally(
		() => (ended = true),
	);
	// Afterwards, only the wait is left, until the limiter looks again after two minutes.
	await simulation.run(
		(async () => {
			while (sandbox.log.length < 4) await new Promise((resolve) => setImmediate(resolve));
		})(),
	);
	await simulation.time.pass(100_000);
	expect(ended).toBe(false);
	const requests = sandbox.log.length;
	const at = simulation.time.elapsed;
	cancel();
	const { run, items } = await simulation.run(running);
	expect(simulation.time.elapsed - at).toBeLessThanOrEqual(1_000);
	expect(run.status).toBe('canceled');
	expect(items).toEqual([]);
	await simulation.time.pass(7_200_000);
	expect(sandbox.log).toHaveLength(requests);
	expect(sent()).toEqual([0, 1, 2]);
	expect(simulation.time.timers).toBe(0);
});
