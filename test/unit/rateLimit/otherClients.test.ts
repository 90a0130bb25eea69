import { OtherClients } from '../../../nodes/transport/rateLimit/otherClients';

/** After these observations: how many requests others made between two of ours. */
function after(...counts: number[]): OtherClients {
	const others = new OtherClients();
	counts.forEach((count) => others.observe(count));
	return others;
}

const many = (count: number, times = 30) => Array.from({ length: times }, () => count);

test('nobody is there until somebody is noticed', () => {
	expect(after().present).toBe(false);
	expect(after().margin(60)).toBe(0);
	expect(after(...many(0)).present).toBe(false);
	// Half a request each on average: 1, then 1: 0.3, 0.51.
	expect([after(1).present, after(1, 1).present]).toEqual([false, true]);
	expect(after(5 / 3).present).toBe(true);
});

test('the margin is what they usually take, and grows and shrinks with it', () => {
	expect([1, 2, 3].map((times) => after(...many(10, times)).margin(400))).toEqual([3, 5, 7]);
	expect(after(...many(10)).margin(400)).toBe(10);
	expect([1, 2, 3].map((times) => after(...many(10), ...many(0, times)).margin(400))).toEqual([7, 5, 3]);
	const gone = after(...many(10), ...many(0, 20));
	expect([gone.present, gone.margin(400)]).toEqual([false, 0]);
});

test('it is a quarter of the limit at most, and nothing where no limit is known', () => {
	expect([60, 62, 64, 400].map((limit) => after(...many(100)).margin(limit))).toEqual([15, 15, 16, 100]);
	expect(after(...many(100)).margin(undefined)).toBe(0);
});

test('fewer than none is none: answers that overlapped each other do not take away', () => {
	expect(after(...many(10), -50).margin(400)).toBe(after(...many(10), 0).margin(400));
});
