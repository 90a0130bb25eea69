import { CanceledError } from './clock';

/** A waiting caller. Both functions remove it from the queue. */
interface Waiter<Result> {
	admit(result: Result): void;
	reject(error: Error): void;
}

/** Callers that wait, in order of arrival. A caller whose signal is aborted leaves the queue. */
export class CancelableQueue<Result = void, Details extends object = object> {
	private readonly waiters = new Set<Waiter<Result> & Details>();

	/** One listener for each signal, because a signal with many listeners takes longer to add and remove one. */
	private readonly bySignal = new Map<
		AbortSignal,
		{ waiters: Set<Waiter<Result>>; onAbort: () => void }
	>();

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
	 * @throws {CanceledError} if `signal` is aborted first, or already is
	 */
	async wait(details: Details, signal?: AbortSignal): Promise<Result> {
		if (signal?.aborted) throw new CanceledError();
		return await new Promise<Result>((resolve, reject) => {
			const leave = () => {
				this.waiters.delete(waiter);
				if (signal) this.stopListening(signal, waiter);
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
			this.waiters.add(waiter);
			if (signal) this.listen(signal, waiter);
		});
	}

	private listen(signal: AbortSignal, waiter: Waiter<Result>): void {
		const known = this.bySignal.get(signal);
		if (known) return void known.waiters.add(waiter);
		const waiters = new Set([waiter]);
		const onAbort = () => waiters.forEach((each) => each.reject(new CanceledError()));
		this.bySignal.set(signal, { waiters, onAbort });
		signal.addEventListener('abort', onAbort);
	}

	private stopListening(signal: AbortSignal, waiter: Waiter<Result>): void {
		const known = this.bySignal.get(signal);
		known?.waiters.delete(waiter);
		if (known?.waiters.size !== 0) return;
		signal.removeEventListener('abort', known.onAbort);
		this.bySignal.delete(signal);
	}
}
