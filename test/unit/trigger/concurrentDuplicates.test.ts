import { DeliveryDeduplicator } from '../../../nodes/MessagingIntegrationTrigger/delivery/deduplicator';
import { clocks, systemClock } from '../../../nodes/transport/clock';
import { SimulatedClock, settled } from '../../simulation/support/simulatedClock';

const MINUTE = 60_000;
const START = Date.UTC(2025, 0, 1);

let clock: SimulatedClock;
let deliveries: DeliveryDeduplicator;
beforeEach(() => {
	clocks.current = clock = new SimulatedClock(START);
	deliveries = new DeliveryDeduplicator();
});
afterEach(() => void (clocks.current = systemClock));

/** What became of a claim; filled in as time passes. */
interface Claim {
	state: 'waits' | 'processed' | 'duplicate';
	end(outcome: 'processed' | 'failed'): void;
}

async function claim(identity = 'a'): Promise<Claim> {
	const result: Claim = { state: 'waits', end: () => undefined };
	void deliveries.claim(identity).then((end) => {
		result.state = end ? 'processed' : 'duplicate';
		if (end) result.end = end;
	});
	await settled();
	return result;
}

const states = (claims: Claim[]) => claims.map(({ state }) => state);

test('The two minutes count from the first delivery, not from its duplicate', async () => {
	await claim();
	await clock.pass(MINUTE);
	const twin = await claim();
	await clock.pass(MINUTE - 1);
	expect(twin.state).toBe('waits');
	await clock.pass(1);
	expect(twin.state).toBe('processed');
});

test('A duplicate that comes after two minutes is processed at once', async () => {
	await claim();
	await clock.pass(3 * MINUTE);
	expect((await claim()).state).toBe('processed');
});

test('Only one of several duplicates takes the place of a delivery without a response', async () => {
	await claim();
	const twins = [await claim(), await claim(), await claim()];
	await clock.pass(2 * MINUTE);
	expect(states(twins)).toEqual(['processed', 'waits', 'waits']);
	twins[0]!.end('processed');
	await settled();
	expect(states(twins)).toEqual(['processed', 'duplicate', 'duplicate']);
});

test('The next duplicate waits two minutes more for the delivery that took the place', async () => {
	await claim();
	const twins = [await claim(), await claim()];
	await clock.pass(4 * MINUTE - 1);
	expect(states(twins)).toEqual(['processed', 'waits']);
	await clock.pass(1);
	expect(states(twins)).toEqual(['processed', 'processed']);
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
	const twins = [await claim(), await claim()];
	await clock.pass(MINUTE);
	first.end('failed');
	await settled();
	expect(states(twins)).toEqual(['processed', 'waits']);
	expect(clock.now()).toBe(START + MINUTE);
});

test('Deliveries with different identities do not wait for each other', async () => {
	await claim('a');
	expect((await claim('b')).state).toBe('processed');
});
