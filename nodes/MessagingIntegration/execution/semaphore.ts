import { CancelableQueue } from '../../transport/cancelableQueue';
import { CanceledError } from '../../transport/clock';

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
