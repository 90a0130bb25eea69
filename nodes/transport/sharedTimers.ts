import { sleep } from 'n8n-workflow';
import { monotonic } from './monotonic';

interface Timer {
	/** On the clock of `now`, ms. */
	deadline: number;
	reached(): void;
}

/**
 * Timers that share one loop of n8n's `sleep`, the only timer that nodes may use. A loop for each would cost more than the
 * request that it limits. A timer is reached up to a slice late, and never early.
 */
export class SharedTimers {
	private readonly timers = new Set<Timer>();

	private isRunning = false;

	/** By the wall clock, so that a suspended machine does not wait again. */
	private readonly now = monotonic(() => Date.now());

	constructor(private readonly sliceMs: number) {}

	/** Calls `reached` after `ms`. @returns a function that stops the timer */
	start(ms: number, reached: () => void): () => void {
		const timer = { deadline: this.now() + ms, reached };
		this.timers.add(timer);
		if (!this.isRunning) void this.run();
		return () => this.timers.delete(timer);
	}

	private async run(): Promise<void> {
		this.isRunning = true;
		while (this.timers.size > 0) {
			await sleep(this.sliceMs);
			const now = this.now();
			for (const timer of this.timers) {
				if (now < timer.deadline) continue;
				this.timers.delete(timer);
				timer.reached();
			}
		}
		this.isRunning = false;
	}
}
