import { Semaphore } from '../../../nodes/MessagingIntegration/execution/turns';
import { CanceledError } from '../../../nodes/transport/clock';
import { settled } from '../../simulation/support/simulatedClock';

/** Callers of a semaphore, and the numbers of those that it has admitted, in order. */
class Callers {
	readonly inside: number[] = [];

	constructor(private readonly semaphore: Semaphore) {}

	acquire(n: number, signal?: AbortSignal): Promise<() => void> {
		const acquiring = this.semaphore.acquire(signal).then((release) => {
			this.inside.push(n);
			return release;
		});
		acquiring.catch(() => undefined);
		return acquiring;
	}
}

test.each([1, 2, 5])('admits %i at a time, in order', async (capacity) => {
	const callers = new Callers(new Semaphore(capacity));
	const permits = Array.from({ length: 12 }, (_, n) => callers.acquire(n));
	for (let released = 0; released <= 12 - capacity; released++) {
		await settled();
		expect(callers.inside).toEqual(Array.from({ length: capacity + released }, (_, n) => n));
		(await permits[released]!)();
	}
});

test('a new caller cannot overtake the queue', async () => {
	const callers = new Callers(new Semaphore(1));
	const first = await callers.acquire(0);
	void callers.acquire(1);
	first();
	void callers.acquire(2);
	await settled();
	expect(callers.inside).toEqual([0, 1]);
});

test('rejects an aborted signal without taking a permit', async () => {
	const semaphore = new Semaphore(1);
	await expect(semaphore.acquire(AbortSignal.abort())).rejects.toBeInstanceOf(CanceledError);
	await expect(semaphore.acquire()).resolves.toBeInstanceOf(Function);
});
