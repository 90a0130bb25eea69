import { CanceledError } from './clock';

/** A waiting caller. Both functions remove it from the queue. */
interface Waiter<Result> {
	signal?: AbortSignal;
	admit(result: Result): void;
	reject(error: Error): void;
}

/** Callers that wait, in order of arrival. A caller whose signal is aborted leaves the queue. */
export class CancelableQueue<Result = void, Details extends object = object> {
	private readonly waiters = new Set<Waiter<Result> & Details>();

	/** One listener for all waiters of a signal: Node 20 warns about more than ten. */
	private readonly onAbort = ({ target }: Event) => {
		for (const { signal, reject } of this.waiters)
			if (signal === target) reject(new CanceledError());
	};

	get size(): number {
		return this.waiters.size;
	}

	[Symbol.iterator](): IterableIterator<Waiter<Result> & Details> {
		return this.waiters.values();
	}

	/**
	 * Waits until the owner of the queue, which can read the details, admits or rejects the caller.
	 * @throws {CanceledError} if `signal` is aborted first, or already is
	 */
	async wait(details: Details, signal?: AbortSignal): Promise<Result> {
		if (signal?.aborted) throw new CanceledError();
		return await new Promise<Result>((resolve, reject) => {
			const end = <Value>(settle: (value: Value) => void) => {
				return (value: Value) => {
					this.waiters.delete(waiter);
					if (signal) this.stopListening(signal);
					settle(value);
				};
			};
			const waiter = { ...details, signal, admit: end(resolve), reject: end(reject) };
			this.waiters.add(waiter);
			signal?.addEventListener('abort', this.onAbort);
		});
	}

	private stopListening(signal: AbortSignal): void {
		for (const waiter of this.waiters) if (waiter.signal === signal) return;
		signal.removeEventListener('abort', this.onAbort);
	}
}
