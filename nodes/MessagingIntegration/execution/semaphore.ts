import { Cancelled } from '../../transport/clock';

interface Waiting {
	admit(): void;
}

/**
 * Lets at most `capacity` holders in at a time, in the order in which they came. With capacity 1 it keeps writes in
 * item order; with more it bounds parallel reads.
 */
export class Semaphore {
	private inside = 0;

	private readonly queue = new Set<Waiting>();

	constructor(private readonly capacity: number) {
		if (!Number.isInteger(capacity) || capacity < 1) {
			throw new RangeError(`Capacity has to be a whole number of at least 1, got ${capacity}`);
		}
	}

	/**
	 * Waits for a place.
	 * @returns a function that gives the place back; calling it again does nothing.
	 * @throws {Cancelled} when `signal` is aborted first; the place in the queue is then gone and nobody is stranded.
	 */
	async enter(signal?: AbortSignal): Promise<() => void> {
		if (signal?.aborted) throw new Cancelled();
		if (this.inside < this.capacity) {
			this.inside++;
			return this.leaver();
		}
		await new Promise<void>((resolve, reject) => {
			const onAbort = () => {
				this.queue.delete(waiting);
				reject(new Cancelled());
			};
			const waiting: Waiting = {
				admit: () => {
					signal?.removeEventListener('abort', onAbort);
					resolve();
				},
			};
			signal?.addEventListener('abort', onAbort, { once: true });
			this.queue.add(waiting);
		});
		return this.leaver();
	}

	private leaver(): () => void {
		let left = false;
		return () => {
			if (left) return;
			left = true;
			const [next] = this.queue;
			if (next === undefined) {
				this.inside--;
				return;
			}
			// The place passes on directly: nobody who arrives meanwhile can overtake the queue.
			this.queue.delete(next);
			next.admit();
		};
	}
}
