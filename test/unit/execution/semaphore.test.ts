import { getEventListeners } from 'node:events';

import { Canceled } from '../../../nodes/transport/clock';
import { Semaphore } from '../../../nodes/MessagingIntegration/execution/semaphore';
import { settled } from '../../simulation/support/simulatedClock';

/** Enters and notes `n` once inside. */
function enter(semaphore: Semaphore, inside: number[], n: number, signal?: AbortSignal) {
	const leave = semaphore.acquire(signal).then((leaver) => {
		inside.push(n);
		return leaver;
	});
	leave.catch(() => undefined);
	return leave;
}

it.each([1, 2, 5])('admits %i at a time, in order', async (capacity) => {
	const semaphore = new Semaphore(capacity);
	const inside: number[] = [];
	const leavers = Array.from({ length: 12 }, (_, n) => enter(semaphore, inside, n));
	for (let left = 0; left <= 12 - capacity; left++) {
		await settled();
		expect(inside).toEqual(Array.from({ length: capacity + left }, (_, n) => n));
		(await leavers[left]!)();
	}
});

it('a new caller cannot overtake the queue', async () => {
	const semaphore = new Semaphore(1);
	const inside: number[] = [];
	const first = await enter(semaphore, inside, 0);
	void enter(semaphore, inside, 1);
	first();
	void enter(semaphore, inside, 2);
	await settled();
	expect(inside).toEqual([0, 1]);
});

it('ignores a second release', async () => {
	const semaphore = new Semaphore(1);
	const inside: number[] = [];
	const first = await enter(semaphore, inside, 0);
	void enter(semaphore, inside, 1);
	void enter(semaphore, inside, 2);
	first();
	first();
	await settled();
	expect(inside).toEqual([0, 1]);
});

it('a cancelled waiter leaves the queue, and the others continue', async () => {
	const semaphore = new Semaphore(1);
	const inside: number[] = [];
	const cancel = new AbortController();
	const first = await enter(semaphore, inside, 0);
	const cancelled = enter(semaphore, inside, 1, cancel.signal);
	const third = enter(semaphore, inside, 2);
	cancel.abort();
	await expect(cancelled).rejects.toBeInstanceOf(Canceled);
	first();
	(await third)();
	(await enter(semaphore, inside, 3))();
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
	await expect(semaphore.acquire(AbortSignal.abort())).rejects.toBeInstanceOf(Canceled);
	await expect(semaphore.acquire()).resolves.toBeInstanceOf(Function);
});

it.each([0, -1, 1.5, Number.NaN])('rejects a capacity of %d', (capacity) => {
	const make = () => new Semaphore(capacity);
	expect(make).toThrow(RangeError);
	expect(make).toThrow(`Capacity has to be a whole number of at least 1, got ${capacity}`);
});

it.each([
	['is let in', (leave: () => void, _cancel: AbortController) => leave()],
	['is cancelled', (_leave: () => void, cancel: AbortController) => cancel.abort()],
])('leaves nothing behind at the signal of one who %s', async (_what, ending) => {
	const semaphore = new Semaphore(1);
	const cancel = new AbortController();
	const leave = await semaphore.acquire(cancel.signal);
	const waiting = semaphore.acquire(cancel.signal);
	expect(getEventListeners(cancel.signal, 'abort')).toHaveLength(1);
	ending(leave, cancel);
	await waiting.catch(() => undefined);
	expect(getEventListeners(cancel.signal, 'abort')).toHaveLength(0);
});
