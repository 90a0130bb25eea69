import type { INode } from 'n8n-workflow';
import { claimDelivery } from '../../../nodes/MessagingIntegrationTrigger/delivery/duplicates';
import { clocks, systemClock } from '../../../nodes/transport/clock';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let now: number;
let tests = 0;
beforeEach(() => {
	now = Date.UTC(2025, 0, 1);
	tests += 1;
	clocks.current = { ...systemClock, now: () => now };
});
afterEach(() => void (clocks.current = systemClock));

const PENDING = 'the same delivery has no response yet';

/** Claims a delivery to a trigger of this test. */
const claim = (identity: string, workflow = 'w', node = 'n') =>
	claimDelivery(
		{ getWorkflow: () => ({ id: `${workflow}${tests}`, active: true }), getNode: () => ({ id: node }) as INode },
		identity,
	);
const process = (identity: string) => claim(identity)!(true);
function stateOf(...delivery: Parameters<typeof claim>): string {
	try {
		return claim(...delivery) ? 'new' : 'duplicate';
	} catch (error) {
		return (error as Error).message;
	}
}

test.each([
	['equal bytes', 'bytes a', 10 * MINUTE],
	['an ID', 'id a', DAY],
])('a processed delivery with %s is remembered for as long as it may be sent again', (_with, identity, keep) => {
	process(identity);
	now += keep - 1;
	expect(stateOf(identity)).toBe('duplicate');
	now += 1;
	expect(stateOf(identity)).toBe('new');
});

test('a delivery without a response is neither new nor a duplicate for two minutes', () => {
	claim('id a');
	now += 2 * MINUTE - 1;
	expect(stateOf('id a')).toBe(PENDING);
	now += 1;
	const next = claim('id a')!;
	expect(stateOf('id a')).toBe(PENDING);
	next(false);
	expect(stateOf('id a')).toBe('new');
});

test('the newest 20,000 deliveries are remembered, older ones are forgotten', () => {
	for (let count = 0; count <= 20_000; count += 1) process(`id ${count}`);
	expect(['id 20000', 'id 1', 'id 0'].map((each) => stateOf(each))).toEqual(['duplicate', 'duplicate', 'new']);
});

test('each node of each workflow has deliveries of its own', () => {
	process('id a');
	expect([stateOf('id a', 'v'), stateOf('id a', 'w', 'm'), stateOf('id a')]).toEqual(['new', 'new', 'duplicate']);
});
