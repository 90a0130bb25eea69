import type { INode } from 'n8n-workflow';
import { DeliveryDeduplicator, deduplicatorFor } from '../../../nodes/MessagingIntegrationTrigger/delivery/duplicates';
import { clocks, systemClock } from '../../../nodes/transport/clock';
import { SimulatedClock, settled } from '../../simulation/support/simulatedClock';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = Date.UTC(2025, 0, 1);

let clock: SimulatedClock;
let deliveries: DeliveryDeduplicator;
beforeEach(() => {
	clocks.current = clock = new SimulatedClock(START);
	deliveries = new DeliveryDeduplicator();
});
afterEach(() => void (clocks.current = systemClock));

interface Claim {
	state: 'waits' | 'processed' | 'duplicate';
	end(outcome: 'processed' | 'failed'): void;
}

async function claim(identity = 'a', from = deliveries): Promise<Claim> {
	const result: Claim = { state: 'waits', end: () => undefined };
	void from.claim(identity).then((end) => {
		result.state = end ? 'processed' : 'duplicate';
		if (end) result.end = end;
	});
	await settled();
	return result;
}

const stateOf = async (identity: string) => (await claim(identity)).state;
const states = (claims: Claim[]) => claims.map(({ state }) => state);

test('The two minutes count from the first delivery, not from its duplicate', async () => {
	await claim();
	await clock.pass(MINUTE);
	const duplicate = await claim();
	await clock.pass(MINUTE - 1);
	expect(duplicate.state).toBe('waits');
	await clock.pass(1);
	expect(duplicate.state).toBe('processed');
});

test('Only one of several duplicates takes the place of a delivery without a response', async () => {
	await claim();
	const duplicates = [await claim(), await claim(), await claim()];
	await clock.pass(2 * MINUTE);
	expect(states(duplicates)).toEqual(['processed', 'waits', 'waits']);
	duplicates[0]!.end('processed');
	await settled();
	expect(states(duplicates)).toEqual(['processed', 'duplicate', 'duplicate']);
});

test('A late failure of an abandoned delivery does not start a third one next to the second', async () => {
	const first = await claim();
	const second = await claim();
	await clock.pass(2 * MINUTE);
	expect(second.state).toBe('processed');
	first.end('failed');
	const third = await claim();
	expect(third.state).toBe('waits');
	second.end('processed');
	await settled();
	expect(third.state).toBe('duplicate');
});

test('A failure wakes a duplicate at once, and only one, without waiting for the two minutes', async () => {
	const first = await claim();
	const duplicates = [await claim(), await claim()];
	await clock.pass(MINUTE);
	first.end('failed');
	await settled();
	expect(states(duplicates)).toEqual(['processed', 'waits']);
	expect(clock.now()).toBe(START + MINUTE);
});

test('An outcome counts once, and does not end the delivery that took its place', async () => {
	const first = await claim();
	first.end('failed');
	first.end('processed');
	const second = await claim();
	expect(second.state).toBe('processed');
	first.end('processed');
	expect(await stateOf('a')).toBe('waits');
});

test('No timer remains after the first delivery has ended', async () => {
	const first = await claim();
	const duplicates = [await claim(), await claim()];
	expect(clock.timers).toBe(2);
	first.end('processed');
	await settled();
	expect(states(duplicates)).toEqual(['duplicate', 'duplicate']);
	expect([clock.timers, clock.now()]).toEqual([0, START]);
});

test('A processed delivery is forgotten after a day, not before, and then the trigger is idle', async () => {
	expect(deliveries.isIdle()).toBe(true);
	const first = await claim();
	expect(deliveries.isIdle()).toBe(false);
	first.end('failed');
	expect(deliveries.isIdle()).toBe(true);
	(await claim()).end('processed');
	clock.setBy = DAY;
	expect([await stateOf('a'), deliveries.isIdle()]).toEqual(['duplicate', false]);
	clock.setBy = DAY + 1;
	expect([deliveries.isIdle(), await stateOf('a')]).toEqual([true, 'processed']);
});

test('A delivery that never ends is forgotten after a day, too, not before', async () => {
	await claim();
	clock.setBy = DAY;
	expect(deliveries.isIdle()).toBe(false);
	clock.setBy += 1;
	expect(deliveries.isIdle()).toBe(true);
});

test('The newest 10,000 deliveries are remembered, older ones are forgotten', async () => {
	for (let n = 0; n <= 10_000; n += 1) (await deliveries.claim(String(n)))?.('processed');
	expect(await stateOf('1')).toBe('duplicate');
	expect(await stateOf('10000')).toBe('duplicate');
	expect(await stateOf('0')).toBe('processed');
});

const ofTrigger = (workflow: string, node = 'node') =>
	deduplicatorFor({ getWorkflow: () => ({ id: workflow, active: true }), getNode: () => ({ id: node }) as INode });

test('The deduplicator of a trigger is its own: each node of each workflow has one, until it is idle', async () => {
	const one = ofTrigger('one');
	await claim('a', one);
	const other = ofTrigger('one', 'other node');
	await claim('a', other);
	const idle = ofTrigger('two');
	expect(ofTrigger('two')).toBe(idle);
	expect(new Set([one, other, idle]).size).toBe(3);
	expect(ofTrigger('one')).toBe(one);
	expect(ofTrigger('one', 'other node')).toBe(other);
	expect(ofTrigger('two')).not.toBe(idle);
});
