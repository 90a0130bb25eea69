import { getEventListeners } from 'node:events';

import { Semaphore } from '../../../nodes/MessagingIntegration/execution/semaphore';
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

it.each([1, 2, 5])('admits %i at a time, in order', async (capacity) => {
	const callers = new Callers(new Semaphore(capacity));
	const permits = Array.from({ length: 12 }, (_, n) => callers.acquire(n));
	for (let released = 0; released <= 12 - capacity; released++) {
		await settled();
		expect(callers.inside).toEqual(Array.from({ length: capacity + released }, (_, n) => n));
		(await permits[released]!)();
	}
});

it('a new caller cannot overtake the queue', async () => {
	const callers = new Callers(new Semaphore(1));
	const first = await callers.acquire(0);
	void callers.acquire(1);
	first();
	void callers.acquire(2);
	await settled();
	expect(callers.inside).toEqual([0, 1]);
});

it('a canceled waiter leaves the queue, and the others continue', async () => {
	const callers = new Callers(new Semaphore(1));
	const cancel = new AbortController();
	const first = await callers.acquire(0);
	const canceled = callers.acquire(1, cancel.signal);
	const third = callers.acquire(2);
	cancel.abort();
	await expect(canceled).rejects.toBeInstanceOf(CanceledError);
	first();
	(await third)();
	(await callers.acquire(3))();
	expect(callers.inside).toEqual([0, 2, 3]);
});

it('keeps a permit that was granted just before the cancellation', async () => {
	const semaphore = new Semaphore(1);
	const cancel = new AbortController();
	const first = await semaphore.acquire();
	const second = semaphore.acquire(cancel.signal);
	first();
	cancel.abort();
	(await second)();
	await expect(semaphore.acquire()).resolves.toBeInstanceOf(Function);
});

it('rejects an aborted signal without taking a permit', async () => {
	const semaphore = new Semaphore(1);
	await expect(semaphore.acquire(AbortSignal.abort())).rejects.toBeInstanceOf(CanceledError);
	await expect(semaphore.acquire()).resolves.toBeInstanceOf(Function);
});

it.each([
	['is admitted', (release: () => void, _cancel: AbortController) => release()],
	['is canceled', (_release: () => void, cancel: AbortController) => cancel.abort()],
])('removes the listener from the signal of a waiter that %s', async (_what, ending) => {
	const semaphore = new Semaphore(1);
	const cancel = new AbortController();
	const release = await semaphore.acquire(cancel.signal);
	const waiting = semaphore.acquire(cancel.signal);
	expect(getEventListeners(cancel.signal, 'abort')).toHaveLength(1);
	ending(release, cancel);
	await waiting.catch(() => undefined);
	expect(getEventListeners(cancel.signal, 'abort')).toHaveLength(0);
});
