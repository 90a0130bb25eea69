import { Cancelled, type Clock } from '../clock';

/** A response took longer than it may. `code` is the fault that the retry policy judges. */
export class TookTooLong extends Error {
	override name = 'TookTooLong';

	constructor(readonly code: 'ETIMEDOUT' | 'MAX_DURATION') {
		super(code);
	}
}

/** How long a response may take, ms. */
export interface Durations {
	/** Until the headers are complete, and then from one piece of the body to the next. */
	idleMs: number;
	/** From sending the request to the last byte. */
	totalMs: number;
}

/**
 * Watches over one try of a request, so that no response can keep its item waiting for ever. Its timers run by the clock; all
 * of them end with `end()`, which has to be called.
 */
export class RequestLimits {
	private readonly connection = new AbortController();

	private readonly timers = new AbortController();

	/** Why nothing further is waited for. */
	private stopped: Error | undefined;

	private rejectStep: ((error: Error) => void) | undefined;

	private readonly onCancel = () => this.stop(new Cancelled());

	constructor(
		private readonly clock: Clock,
		private readonly durations: Durations,
		private readonly cancelling?: AbortSignal,
	) {
		cancelling?.addEventListener('abort', this.onCancel);
		this.after(durations.totalMs, this.timers.signal, 'MAX_DURATION');
		if (cancelling?.aborted) this.onCancel();
	}

	/** Aborted when the connection is no longer wanted. */
	get signal(): AbortSignal {
		return this.connection.signal;
	}

	/**
	 * Waits for one step of the response. One at a time.
	 *
	 * @returns what `work` resolves to
	 * @throws TookTooLong when it takes longer than allowed, Cancelled when the workflow is cancelled, what `work` throws
	 */
	async step<Result>(work: Promise<Result>): Promise<Result> {
		const idle = new AbortController();
		try {
			// Not Promise.race: one lasting promise raced against each piece would hold all pieces in memory.
			return await new Promise<Result>((resolve, reject) => {
				this.rejectStep = reject;
				work.then(resolve, reject);
				if (this.stopped) reject(this.stopped);
				else this.after(this.durations.idleMs, idle.signal, 'ETIMEDOUT');
			});
		} finally {
			this.rejectStep = undefined;
			idle.abort();
		}
	}

	/** Ends all timers, and the connection if it is still open. */
	end(): void {
		this.cancelling?.removeEventListener('abort', this.onCancel);
		this.timers.abort();
		this.connection.abort();
	}

	private stop(reason: Error): void {
		this.stopped ??= reason;
		this.rejectStep?.(this.stopped);
		this.connection.abort();
	}

	private after(ms: number, signal: AbortSignal, code: TookTooLong['code']): void {
		this.clock.limit(ms, signal).then(
			() => signal.aborted || this.stop(new TookTooLong(code)),
			() => undefined,
		);
	}
}
