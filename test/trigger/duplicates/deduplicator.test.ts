import type { INode } from 'n8n-workflow';
import { DeliveryDeduplicator, deduplicatorFor } from '../../../nodes/MessagingIntegrationTrigger/delivery/duplicates';
import { clocks, systemClock } from '../../../nodes/transport/clock';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let now: number;
let deliveries: DeliveryDeduplicator;
beforeEach(() => {
	now = Date.UTC(2025, 0, 1);
	clocks.current = { ...systemClock, now: () => now };
	deliveries = new DeliveryDeduplicator();
});
afterEach(() => void (clocks.current = systemClock));

const process = (identity: string, from = deliveries) => from.claim(identity)!('processed');
function stateOf(identity: string, from = deliveries): string {
	try {
		return from.claim(identity) ? 'new' : 'duplicate';
	} catch {
		return 'pending';
	}
}

test.each([
	['equal bytes', 'bytes a', 10 * MINUTE],
	['an ID', 'id a', DAY],
])(
	'a processed delivery with %s is remembered for as long as it may be sent again, then the trigger is idle',
	(_with, identity, keep) => {
		process(identity);
		now += keep - 1;
		expect([stateOf(identity), deliveries.isIdle()]).toEqual(['duplicate', false]);
		now += 1;
		expect([deliveries.isIdle(), stateOf(identity)]).toEqual([true, 'new']);
	},
);

test('a delivery without a response is neither new nor a duplicate for two minutes', () => {
	const end = deliveries.claim('id a')!;
	now += 2 * MINUTE - 1;
	expect(stateOf('id a')).toBe('pending');
	now += 1;
	const next = deliveries.claim('id a')!;
	// The first one ends too late to count.
	end('processed');
	expect(stateOf('id a')).toBe('pending');
	next('failed');
	expect(stateOf('id a')).toBe('new');
});

test('the newest 10,000 deliveries are remembered, older ones are forgotten', () => {
	for (let count = 0; count < 10_002; count += 1) process(`id ${count}`);
	expect(['id 10001', 'id 2', 'id 0'].map((each) => stateOf(each))).toEqual(['duplicate', 'duplicate', 'new']);
});

test('the deduplicator of a trigger is its own: each node of each workflow has one, until it is idle', () => {
	const of = (workflow: string, id: string) =>
		deduplicatorFor({
			getWorkflow: () => ({ id: workflow, active: true }),
			getNode: () => ({ id }) as INode,
		});
	const first = of('w1', 'n1');
	process('id a', first);
	expect([of('w1', 'n2'), of('w2', 'n1')].map((each) => stateOf('id a', each))).toEqual(['new', 'new']);
	expect(of('w1', 'n1')).toBe(first);
	now += DAY;
	of('w3', 'n3');
	expect(of('w1', 'n1')).not.toBe(first);
});
