import { sleep } from 'n8n-workflow';

interface Timer {
	/** Time left, ms. */
	left: number;
	reached(): void;
}

/**
 * Timers that share one loop of n8n's `sleep`, the only timer that nodes may use. A loop for each would cost more than the
 * request that it limits. A timer is reached up to two slices late, and never early.
 */
export class SharedTimers {
	private readonly timers = new Set<Timer>();

	private isRunning = false;

	constructor(private readonly sliceMs: number) {}

	/** Calls `reached` after `ms`. @returns a function that stops the timer */
	start(ms: number, reached: () => void): () => void {
		// The slice that is running may be over at once.
		const timer = { left: ms + this.sliceMs, reached };
		this.timers.add(timer);
		if (!this.isRunning) void this.run();
		return () => this.timers.delete(timer);
	}

	private async run(): Promise<void> {
		this.isRunning = true;
		while (this.timers.size > 0) {
			const before = Date.now();
			await sleep(this.sliceMs);
			// By the wall clock, so that a suspended machine does not wait again, unless that was set back.
			const passed = Math.max(this.sliceMs, Date.now() - before);
			for (const timer of this.timers) {
				timer.left -= passed;
				if (timer.left > 0) continue;
				this.timers.delete(timer);
				timer.reached();
			}
		}
		this.isRunning = false;
	}
}
