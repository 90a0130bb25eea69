import axios from 'axios';
import { clocks, systemClock } from '../../nodes/transport/clock';
import type { MessagingIntegrationTrigger } from '../../nodes/MessagingIntegrationTrigger/MessagingIntegrationTrigger.node';
import { setUpTrigger } from './support/fixture';
import type { Host } from './support/host';
import { store } from './support/store';

let host: Host;
setUpTrigger((ready) => {
	({ host } = ready);
	host.parameters = { verification: 'none' };
});
const others: Host[] = [];

afterEach(async () => {
	store.failure = undefined;
	await Promise.all(others.splice(0).map(async (other) => await other.stop()));
});

/** Another process of the same n8n: it shares the store, but not the memory. */
async function otherProcess(): Promise<Host> {
	let type: MessagingIntegrationTrigger | undefined;
	jest.isolateModules(() => {
		const loaded = jest.requireActual<
			typeof import('../../nodes/MessagingIntegrationTrigger/MessagingIntegrationTrigger.node')
		>('../../nodes/MessagingIntegrationTrigger/MessagingIntegrationTrigger.node');
		type = new loaded.MessagingIntegrationTrigger();
	});
	const other = host.copy(type);
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

test('the response to a delivery is empty', async () => {
	expect(await post(host, { n: 1 })).toBe('');
});

test('the items contain no trace of the identity', async () => {
	await post(host, [{ n: 1 }, { n: 2 }]);
	expect(host.runs).toEqual([[{ json: { n: 1 } }, { json: { n: 2 } }]]);
});

test('concurrent deliveries to one process, sent again after a restart, run once', async () => {
	const bodies = Array.from({ length: 100 }, (_, n) => ({ n }));
	const send = async (to: Host) =>
		await Promise.all(bodies.map(async (body) => await post(to, body)));
	await send(host);
	const restarted = await otherProcess();
	await send(restarted);
	expect(host.runs).toHaveLength(100);
	expect(restarted.runs).toEqual([]);
});

test('an entry that another process has overwritten is restored by the next delivery', async () => {
	const [slow, fast] = [host, await otherProcess()];
	let write = () => {};
	store.pauseNext = new Promise((resolve) => (write = resolve));
	const first = post(slow, { n: 1 });
	await post(fast, { n: 2 });
	write();
	await first;
	expect(store.rowOf(host.workflowId)).toHaveLength(1);
	await post(fast, { n: 3 });
	const third = await otherProcess();
	for (const n of [1, 2, 3]) await post(third, { n });
	expect(third.runs).toEqual([]);
});

test('a delivery that looks like one of another day runs', async () => {
	const now = Date.UTC(2026, 0, 1, 23);
	const clock = { ...systemClock, now: () => now };
	clocks.current = clock;
	try {
		await host.execute([{ json: {}, messagingIntegrationDelivery: 'disconnected' }], 'webhook');
		clock.now = () => now + 2 * 60 * 60_000;
		await host.execute([{ json: {}, messagingIntegrationDelivery: 'disconnected' }], 'webhook');
		await host.execute([{ json: {}, messagingIntegrationDelivery: 'disconnected' }], 'webhook');
	} finally {
		clocks.current = systemClock;
	}
	expect(host.runs).toHaveLength(2);
});

test('deliveries run even if the store fails', async () => {
	store.failure = new Error('the database is down');
	await post(host, { n: 1 });
	await post(host, { n: 2 });
	expect(host.runs).toHaveLength(2);
});

test.each(['retry', 'manual'] as const)(
	'an execution in the mode %s always passes',
	async (mode) => {
		await post(host, { n: 1 });
		expect(await host.execute(host.received[0] ?? [], mode)).toEqual([{ json: { n: 1 } }]);
	},
);

test('without Deduplicate After Restarts, the store is not used', async () => {
	host.parameters = { verification: 'none', options: { deduplicateInStore: false } };
	await post(host, { n: 1 });
	expect(store.rowOf(host.workflowId)).toBeUndefined();
	const other = await otherProcess();
	await post(other, { n: 1 });
	expect(other.runs).toHaveLength(1);
});

test('the store keeps the latest 2,000 deliveries', async () => {
	for (let n = 0; n < 2010; n += 1)
		await host.execute([{ json: { n }, messagingIntegrationDelivery: `delivery ${n}` }], 'webhook');
	const row = store.rowOf(host.workflowId);
	expect(row).toHaveLength(2000);
	expect(row?.at(-1)).toMatch(/ delivery 2009$/);
	expect(row?.at(0)).toMatch(/ delivery 10$/);
});
