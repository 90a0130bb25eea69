import { CancelableQueue } from '../../transport/cancelableQueue';
import { CanceledError, clocks } from '../../transport/clock';

/** A fair semaphore: at most `capacity` holders at a time, admitted in the order of their requests. */
export class Semaphore {
	private holders = 0;
	private readonly queue = new CancelableQueue();

	constructor(private readonly capacity: number) {}

	/** @returns a function that releases the permit, to be called once @throws CanceledError if `signal` is aborted */
	async acquire(signal?: AbortSignal): Promise<() => void> {
		if (signal?.aborted) throw new CanceledError();
		if (this.holders < this.capacity) this.holders++;
		else await this.queue.wait({}, signal);
		return () => {
			const [next] = this.queue;
			// Pass the permit on directly, so that a new caller cannot overtake the queue.
			if (next) next.admit();
			else this.holders--;
		};
	}
}

/** The turn of an item: `sent` begins the pause before the next write, `end` the turn of another item. */
export type Turn = Record<'sent' | 'end', () => void>;

/** The turns of a run's items: their order, their concurrency and the pauses between them. */
export class Turns {
	private semaphore: Semaphore | undefined;
	/** Resolves when the last write that had its turn was sent. */
	private lastSent: Promise<void> | undefined;

	constructor(private readonly isStopped: () => boolean) {}

	/**
	 * Waits until an item may be sent, in the order of these calls; then for the pause after the previous write was sent.
	 * @throws CanceledError if `signal` is aborted first
	 */
	async acquire(
		{ concurrency, pauseMs }: { concurrency: number; pauseMs?: number },
		signal?: AbortSignal,
	): Promise<Turn> {
		this.semaphore ??= new Semaphore(concurrency);
		const release = await this.semaphore.acquire(signal);
		if (pauseMs === undefined || this.isStopped()) return { sent() {}, end: release };
		const previous = this.lastSent;
		let sent = () => {};
		this.lastSent = new Promise((resolve) => (sent = resolve));
		const end = () => {
			sent();
			release();
		};
		await previous;
		if (previous && !this.isStopped())
			await clocks.current.sleep(pauseMs, signal).catch((error: unknown) => {
				end();
				throw error;
			});
		return { sent, end };
	}
}
