import { Canceled, type Clock } from '../clock';

/** A response took too long. `code` is the network code for the retry policy. */
export class TookTooLong extends Error {
	override name = 'TookTooLong';

	constructor(readonly code: 'ETIMEDOUT' | 'MAX_DURATION') {
		super(code);
	}
}

/** Time limits of a response, ms. */
export interface Durations {
	/** Until the headers are complete, then from one chunk of the body to the next. */
	idleMs: number;
	/** From sending the request to the last byte. */
	totalMs: number;
}

/**
 * Enforces the time limits of one attempt, so that no item waits forever. `end()` must be called: it stops all timers.
 */
export class TimeLimits {
	private readonly connection = new AbortController();

	private readonly timers = new AbortController();

	/** Why the attempt was stopped. */
	private stopped: Error | undefined;

	private rejectStep: ((error: Error) => void) | undefined;

	private readonly onCancel = () => this.stop(new Canceled());

	constructor(
		private readonly clock: Clock,
		private readonly durations: Durations,
		private readonly canceling?: AbortSignal,
	) {
		canceling?.addEventListener('abort', this.onCancel);
		this.after(durations.totalMs, this.timers.signal, 'MAX_DURATION');
		if (canceling?.aborted) this.onCancel();
	}

	/** Aborted when the connection is no longer needed. */
	get signal(): AbortSignal {
		return this.connection.signal;
	}

	/**
	 * Waits for one step of the response. Only one step may run at a time.
	 *
	 * @throws TookTooLong at a time limit, Canceled if the workflow is canceled, and the errors of `work`
	 */
	async step<Result>(work: Promise<Result>): Promise<Result> {
		const idle = new AbortController();
		try {
			// Not Promise.race: racing one long-lived promise against each chunk would keep all chunks in memory.
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

	/** Stops all timers, and closes the connection if it is still open. */
	end(): void {
		this.canceling?.removeEventListener('abort', this.onCancel);
		this.timers.abort();
		this.connection.abort();
	}

	private stop(reason: Error): void {
		this.stopped ??= reason;
		this.rejectStep?.(this.stopped);
		this.connection.abort();
	}

	private after(ms: number, signal: AbortSignal, code: TookTooLong['code']): void {
		this.clock.timeout(ms, signal).then(
			() => signal.aborted || this.stop(new TookTooLong(code)),
			() => undefined,
		);
	}
}
