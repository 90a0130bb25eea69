import axios from 'axios';
import { clocks, systemClock } from '../../../nodes/transport/clock';
import type { MessagingIntegrationTrigger } from '../../../nodes/MessagingIntegrationTrigger/MessagingIntegrationTrigger.node';
import { InstantClock } from '../../support/instantClock';
import { setUpTrigger } from '../support/fixture';
import type { Host } from '../support/host';
import { store } from '../support/store';

let host: Host;
setUpTrigger((ready) => {
	({ host } = ready);
	host.parameters = { verification: 'none' };
});
const others: Host[] = [];

afterEach(async () => {
	jest.restoreAllMocks();
	store.failure = undefined;
	for (const other of others.splice(0)) other.stop();
});

/** The trigger in another process of the same n8n: it shares the store, but not the memory. */
function typeElsewhere(): MessagingIntegrationTrigger {
	let type: MessagingIntegrationTrigger | undefined;
	jest.isolateModules(() => {
		const loaded = jest.requireActual<
			typeof import('../../../nodes/MessagingIntegrationTrigger/MessagingIntegrationTrigger.node')
		>('../../../nodes/MessagingIntegrationTrigger/MessagingIntegrationTrigger.node');
		type = new loaded.MessagingIntegrationTrigger();
	});
	return type!;
}

/** Another webhook process of the same n8n, and its worker. */
async function otherProcess(): Promise<Host> {
	const other = host.copy(typeElsewhere(), typeElsewhere());
	await other.start();
	others.push(other);
	return other;
}

async function post(to: Host, body: unknown): Promise<unknown> {
	return (await axios.post(to.url(), body)).data;
}

test('a delivery that another process has processed starts no run, and the execution says why', async () => {
	const other = await otherProcess();
	await post(host, { n: 1 });
	await post(other, { n: 1 });
	expect(host.runs.map(([item]) => item?.json)).toEqual([{ n: 1 }]);
	expect(other.received).toHaveLength(1);
	expect(other.runs).toEqual([]);
	expect(other.hints).toEqual([expect.stringMatching(/already processed by another execution/)]);
});

test('one delivery that reaches three processes at the same instant runs once', async () => {
	const processes = [await otherProcess(), await otherProcess(), await otherProcess()];
	for (let n = 0; n < 50; n += 1) await Promise.all(processes.map(async (each) => await post(each, { n })));
	const runs = processes.flatMap((each) => each.runs.map(([item]) => item?.json.n));
	expect([runs.length, new Set(runs).size]).toEqual([50, 50]);
});

describe('a process was killed while it held the lock', () => {
	const LOCK = 'messagingIntegrationLock';
	let clock: InstantClock;
	beforeEach(() => {
		clocks.current = clock = new InstantClock();
		store.rows.set(`${host.workflowId} `, { mode: LOCK, data: ['held', 'the killed process'] });
	});

	test('the next delivery runs at once where the process that receives also executes', async () => {
		await post(host, { n: 1 });
		expect(host.runs).toHaveLength(1);
		expect(clock.slept).toEqual([]);
	});

	test('in queue mode, the next delivery runs within six seconds', async () => {
		host.worker = typeElsewhere();
		const start = clock.now();
		await post(host, { n: 1 });
		expect(host.runs).toHaveLength(1);
		expect(clock.now() - start).toBeGreaterThanOrEqual(4_500);
		expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(6_000);
	});
});

test("the row of n8n's Remove Duplicates node is not touched, and deliveries still run once", async () => {
	const key = `${host.workflowId} `;
	const rows = [
		{ mode: 'entries', data: ['an entry of the user'] },
		{ mode: 'latestIncrementalKey', data: [7] },
	];
	host.worker = typeElsewhere();
	for (const [n, row] of rows.entries()) {
		store.rows.set(key, structuredClone(row));
		await post(host, { n });
		expect(store.rows.get(key)).toEqual(row);
	}
	const other = await otherProcess();
	for (const n of rows.keys()) await post(other, { n });
	expect([host.runs.length, other.runs.length]).toEqual([2, 0]);
});

test.each([
	['id evt_1', 23, 49],
	['bytes disconnected', 0.1, 0.27],
])('a delivery with the identity %s is a duplicate after %s hours, and none after %s', async (identity, soon, late) => {
	const items = [{ json: {}, messagingIntegration: { identity } }];
	for (const hours of [0, soon, late]) {
		clocks.current = { ...systemClock, now: () => Date.UTC(2026, 0, 1, 23, 59) + hours * 60 * 60_000 };
		await host.execute(items, 'webhook');
	}
	expect(host.runs).toHaveLength(2);
});

test('deliveries run even if the store fails', async () => {
	store.failure = new Error('the database is down');
	host.worker = typeElsewhere();
	await post(host, { n: 1 });
	await post(host, { n: 2 });
	expect(host.runs).toHaveLength(2);
});

test.each(['retry', 'manual'] as const)('an execution in the mode %s always passes', async (mode) => {
	await post(host, { n: 1 });
	expect(await host.execute(host.received[0] ?? [], mode)).toEqual([{ json: { n: 1 } }]);
});

test('without Deduplicate After Restarts, the store is not used', async () => {
	host.parameters = { verification: 'none', options: { deduplicateInStore: false } };
	await post(host, { n: 1 });
	expect(store.rowOf(host.workflowId)).toBeUndefined();
	const other = await otherProcess();
	await post(other, { n: 1 });
	expect(other.runs).toHaveLength(1);
});

test('the store keeps the latest 1,200 deliveries', async () => {
	for (let n = 0; n < 1210; n += 1)
		await host.execute([{ json: { n }, messagingIntegration: { identity: `id ${n}` } }], 'webhook');
	const row = store.rowOf(host.workflowId);
	expect(row).toHaveLength(2400);
	expect(row?.at(-1)).toMatch(/ id 1209$/);
	expect(row?.at(0)).toMatch(/ id 10$/);
});
