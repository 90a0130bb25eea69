import { getEventListeners } from 'node:events';

import { CanceledError } from '../../../nodes/transport/clock';
import { Semaphore } from '../../../nodes/MessagingIntegration/execution/semaphore';
import { settled } from '../../simulation/support/simulatedClock';

/** Acquires a permit, and records `n` once admitted. */
function acquire(semaphore: Semaphore, inside: number[], n: number, signal?: AbortSignal) {
	const acquiring = semaphore.acquire(signal).then((release) => {
		inside.push(n);
		return release;
	});
	acquiring.catch(() => undefined);
	return acquiring;
}

it.each([1, 2, 5])('admits %i at a time, in order', async (capacity) => {
	const semaphore = new Semaphore(capacity);
	const inside: number[] = [];
	const permits = Array.from({ length: 12 }, (_, n) => acquire(semaphore, inside, n));
	for (let released = 0; released <= 12 - capacity; released++) {
		await settled();
		expect(inside).toEqual(Array.from({ length: capacity + released }, (_, n) => n));
		(await permits[released]!)();
	}
});

it('a new caller cannot overtake the queue', async () => {
	const semaphore = new Semaphore(1);
	const inside: number[] = [];
	const first = await acquire(semaphore, inside, 0);
	void acquire(semaphore, inside, 1);
	first();
	void acquire(semaphore, inside, 2);
	await settled();
	expect(inside).toEqual([0, 1]);
});

it('ignores a second release', async () => {
	const semaphore = new Semaphore(1);
	const inside: number[] = [];
	const first = await acquire(semaphore, inside, 0);
	void acquire(semaphore, inside, 1);
	void acquire(semaphore, inside, 2);
	first();
	first();
	await settled();
	expect(inside).toEqual([0, 1]);
});

it('a canceled waiter leaves the queue, and the others continue', async () => {
	const semaphore = new Semaphore(1);
	const inside: number[] = [];
	const cancel = new AbortController();
	const first = await acquire(semaphore, inside, 0);
	const canceled = acquire(semaphore, inside, 1, cancel.signal);
	const third = acquire(semaphore, inside, 2);
	cancel.abort();
	await expect(canceled).rejects.toBeInstanceOf(CanceledError);
	first();
	(await third)();
	(await acquire(semaphore, inside, 3))();
	expect(inside).toEqual([0, 2, 3]);
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

it.each([0, -1, 1.5, Number.NaN])('rejects a capacity of %d', (capacity) => {
	const make = () => new Semaphore(capacity);
	expect(make).toThrow(RangeError);
	expect(make).toThrow(`Capacity has to be a whole number of at least 1, got ${capacity}`);
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
