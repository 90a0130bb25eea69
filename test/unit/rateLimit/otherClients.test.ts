import { OtherClients } from '../../../nodes/transport/rateLimit/allowance';

/** After these observations: how many requests others made between two of ours. */
function after(...counts: number[]): OtherClients {
	const others = new OtherClients();
	counts.forEach((count) => others.observe(count));
	return others;
}

const many = (count: number, times = 30) => Array.from({ length: times }, () => count);

test('no other clients are assumed until they are noticed', () => {
	expect(after().present).toBe(false);
	expect(after().margin(60)).toBe(0);
	expect(after(...many(0)).present).toBe(false);
	// Half a request each on average: 1, then 1: 0.3, 0.51.
	expect([after(1).present, after(1, 1).present]).toEqual([false, true]);
	expect(after(5 / 3).present).toBe(true);
});

test('the margin follows the usual number of requests of other clients', () => {
	expect([1, 2, 3].map((times) => after(...many(10, times)).margin(400))).toEqual([3, 5, 7]);
	expect(after(...many(10)).margin(400)).toBe(10);
	const later = (times: number) => after(...many(10), ...many(0, times)).margin(400);
	expect([1, 2, 3].map(later)).toEqual([7, 5, 3]);
	const gone = after(...many(10), ...many(0, 20));
	expect([gone.present, gone.margin(400)]).toEqual([false, 0]);
});

test('the margin is at most a quarter of the limit, and zero without a limit', () => {
	const margin = (limit: number) => after(...many(100)).margin(limit);
	expect([60, 62, 64, 400].map(margin)).toEqual([15, 15, 16, 100]);
	expect(after(...many(100)).margin(undefined)).toBe(0);
});

test('negative observations from overlapping responses count as zero', () => {
	expect(after(...many(10), -50).margin(400)).toBe(after(...many(10), 0).margin(400));
});
