import { Turns } from '../../../nodes/MessagingIntegration/execution/turns';
import { CanceledError } from '../../../nodes/transport/clock';
import { settled } from '../../simulation/support/simulatedClock';

function turnsOf(concurrency: number) {
	const turns = new Turns(() => false);
	const inside: number[] = [];
	const acquire = async (n: number, signal?: AbortSignal) => {
		const { end } = await turns.acquire({ concurrency, pauseMs: undefined }, signal);
		inside.push(n);
		return end;
	};
	return { inside, acquire };
}

test.each([1, 2, 5])('admits %i at a time, in order', async (capacity) => {
	const { inside, acquire } = turnsOf(capacity);
	const permits = Array.from({ length: 12 }, async (_, n) => await acquire(n));
	for (let released = 0; released <= 12 - capacity; released++) {
		await settled();
		expect(inside).toEqual(Array.from({ length: capacity + released }, (_, n) => n));
		(await permits[released]!)();
	}
});

test('a new item cannot overtake the queue, and a canceled one leaves it', async () => {
	const { inside, acquire } = turnsOf(1);
	const cancel = new AbortController();
	const first = await acquire(0);
	const canceled = acquire(1, cancel.signal);
	void acquire(2);
	cancel.abort();
	await expect(canceled).rejects.toBeInstanceOf(CanceledError);
	first();
	void acquire(3);
	await settled();
	expect(inside).toEqual([0, 2]);
});

test('rejects an aborted signal without taking a turn', async () => {
	const { acquire } = turnsOf(1);
	await expect(acquire(0, AbortSignal.abort())).rejects.toBeInstanceOf(CanceledError);
	(await acquire(1))();
	await expect(acquire(2)).resolves.toBeInstanceOf(Function);
});
