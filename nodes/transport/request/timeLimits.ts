import { CanceledError, type Clock } from '../clock';
import { ConnectionError } from './connection';

/** Why connections are closed. One for all, because AbortController would create an error with a stack for each. */
const NOT_NEEDED = new CanceledError();

/** Enforces the time limits of one attempt, so that no item waits forever. `end()` stops all timers: call it. */
export class TimeLimits {
	private readonly connection = new AbortController();
	private readonly stopTotal: () => void;
	private rejectStep: ((error: Error) => void) | undefined;
	private readonly onCancel = () => this.stop(new CanceledError());

	/** @param durations `idleMs`: from one chunk to the next, the headers being the first; `totalMs`: to the last byte */
	constructor(
		private readonly clock: Clock,
		private readonly durations: { idleMs: number; totalMs: number },
		private readonly canceling?: AbortSignal,
	) {
		canceling?.addEventListener('abort', this.onCancel);
		this.stopTotal = this.after(durations.totalMs, 'MAX_DURATION');
		if (canceling?.aborted) this.onCancel();
	}

	/** Aborted when the connection is no longer needed, with the reason. */
	get signal(): AbortSignal {
		return this.connection.signal;
	}

	/** Waits for one step at a time. @throws ConnectionError at a time limit, CanceledError, and errors of `work` */
	async step<Result>(work: Promise<Result>): Promise<Result> {
		let stopIdle = () => {};
		try {
			// Not Promise.race: racing one long-lived promise against each chunk would keep all chunks in memory.
			return await new Promise<Result>((resolve, reject) => {
				this.rejectStep = reject;
				work.then(resolve, reject);
				if (this.signal.aborted) reject(this.signal.reason as Error);
				else stopIdle = this.after(this.durations.idleMs, 'ETIMEDOUT');
			});
		} finally {
			this.rejectStep = undefined;
			stopIdle();
		}
	}

	/** Stops all timers, and closes the connection if it is still open. */
	end(): void {
		this.canceling?.removeEventListener('abort', this.onCancel);
		this.stopTotal();
		this.connection.abort(NOT_NEEDED);
	}

	private stop(reason: Error): void {
		this.connection.abort(reason);
		this.rejectStep?.(reason);
	}

	private after(ms: number, code: 'ETIMEDOUT' | 'MAX_DURATION'): () => void {
		return this.clock.startTimer(ms, () => this.stop(new ConnectionError(code, true)));
	}
}
