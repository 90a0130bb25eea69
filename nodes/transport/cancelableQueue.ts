import { Canceled } from './clock';

/** A waiting caller. Both functions remove it from the queue. */
interface Waiter<Result> {
	admit(result: Result): void;
	reject(error: Error): void;
}

/** Callers that wait, in order of arrival. A caller whose signal is aborted leaves the queue. */
export class CancelableQueue<Result = void, Details extends object = object> {
	private readonly waiters = new Set<Waiter<Result> & Details>();

	get size(): number {
		return this.waiters.size;
	}

	[Symbol.iterator](): IterableIterator<Waiter<Result> & Details> {
		return this.waiters.values();
	}

	/**
	 * Waits until the owner of the queue admits or rejects the caller.
	 *
	 * @param details what the owner needs to know about the caller
	 * @throws {Canceled} if `signal` is aborted first, or already is
	 */
	async wait(details: Details, signal?: AbortSignal): Promise<Result> {
		if (signal?.aborted) throw new Canceled();
		return await new Promise<Result>((resolve, reject) => {
			const leave = () => {
				this.waiters.delete(waiter);
				signal?.removeEventListener('abort', onAbort);
			};
			const waiter: Waiter<Result> & Details = {
				...details,
				admit: (result) => {
					leave();
					resolve(result);
				},
				reject: (error) => {
					leave();
					reject(error);
				},
			};
			const onAbort = () => waiter.reject(new Canceled());
			signal?.addEventListener('abort', onAbort);
			this.waiters.add(waiter);
		});
	}
}
