import type { INode } from 'n8n-workflow';
import {
	DeliveryDeduplicator,
	deduplicatorFor,
} from '../../../nodes/MessagingIntegrationTrigger/delivery/deduplicator';
import { clocks, systemClock } from '../../../nodes/transport/clock';
import { SimulatedClock } from '../../simulation/support/simulatedClock';

const DAY = 86_400_000;
let now: number;
beforeEach(() => {
	now = 0;
	clocks.current = { ...systemClock, now: () => now };
});
afterEach(() => void (clocks.current = systemClock));

const ofTrigger = (id: string) =>
	deduplicatorFor({ getWorkflow: () => ({ id, active: true }), getNode: () => ({ id }) as INode });
const state = async (promise: Promise<unknown>) =>
	await Promise.race([
		promise.then((value) => (value === undefined ? 'duplicate' : 'claimed')),
		new Promise((done) => setImmediate(() => done('waits'))),
	]);

test('a processed delivery makes later ones duplicates, a failed one does not', async () => {
	const deliveries = new DeliveryDeduplicator();
	(await deliveries.claim('a'))?.('failed');
	(await deliveries.claim('a'))?.('processed');
	expect(await state(deliveries.claim('a'))).toBe('duplicate');
	expect(await state(deliveries.claim('b'))).toBe('claimed');
});

test('an outcome counts once', async () => {
	const deliveries = new DeliveryDeduplicator();
	const end = await deliveries.claim('a');
	end?.('failed');
	end?.('processed');
	expect(await state(deliveries.claim('a'))).toBe('claimed');
});

test('a late outcome does not end the delivery that took its place', async () => {
	const deliveries = new DeliveryDeduplicator();
	const first = await deliveries.claim('a');
	first?.('failed');
	const second = await deliveries.claim('a');
	first?.('processed');
	expect(await state(deliveries.claim('a'))).toBe('waits');
	second?.('failed');
});

test('no timer remains after the first delivery has ended', async () => {
	const clock = (clocks.current = new SimulatedClock(0));
	const deliveries = new DeliveryDeduplicator();
	const first = await deliveries.claim('a');
	const duplicates = [deliveries.claim('a'), deliveries.claim('a')];
	expect(clock.timers).toBe(2);
	first?.('processed');
	expect(await Promise.all(duplicates)).toEqual([undefined, undefined]);
	expect([clock.timers, clock.now()]).toEqual([0, 0]);
});

test('a processed delivery is forgotten after a day, not before', async () => {
	const deliveries = new DeliveryDeduplicator();
	(await deliveries.claim('a'))?.('processed');
	now = DAY;
	expect(await state(deliveries.claim('a'))).toBe('duplicate');
	now = DAY + 1;
	expect(await state(deliveries.claim('a'))).toBe('claimed');
});

test('the newest 10,000 deliveries are remembered, older ones are forgotten', async () => {
	const deliveries = new DeliveryDeduplicator();
	for (let n = 0; n <= 10_000; n += 1) (await deliveries.claim(String(n)))?.('processed');
	expect(await state(deliveries.claim('1'))).toBe('duplicate');
	expect(await state(deliveries.claim('0'))).toBe('claimed');
	expect(await state(deliveries.claim('10000'))).toBe('duplicate');
});

test('each trigger has its own deduplicator', async () => {
	const one = ofTrigger('one');
	expect(ofTrigger('one')).toBe(one);
	expect(ofTrigger('two')).not.toBe(one);
	(await one.claim('a'))?.('processed');
	expect(await state(one.claim('a'))).toBe('duplicate');
	expect(await state(ofTrigger('two').claim('a'))).toBe('claimed');
});

test('a trigger is idle if nothing is in progress and nothing was processed within a day', async () => {
	const deliveries = new DeliveryDeduplicator();
	expect(deliveries.isIdle()).toBe(true);
	const end = await deliveries.claim('a');
	expect(deliveries.isIdle()).toBe(false);
	end?.('failed');
	expect(deliveries.isIdle()).toBe(true);
	(await deliveries.claim('a'))?.('processed');
	expect(deliveries.isIdle()).toBe(false);
	now = DAY + 1;
	expect(deliveries.isIdle()).toBe(true);
});

test('an idle trigger is dropped when another is requested, a busy one is not', async () => {
	const idle = ofTrigger('idle');
	expect(ofTrigger('idle')).toBe(idle);
	const busy = ofTrigger('busy');
	const end = await busy.claim('a');
	ofTrigger('third');
	expect(ofTrigger('busy')).toBe(busy);
	expect(ofTrigger('idle')).not.toBe(idle);
	end?.('failed');
});
