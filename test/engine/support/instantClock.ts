import type { Clock } from '../../../nodes/transport/clock';

export const instantClock = () => new InstantClock();

/** Real time in which sleeping takes no time: a pause of an hour ends at once, and then an hour has passed. */
export class InstantClock implements Clock {
	private ahead = 0;

	readonly slept: number[] = [];

	/** Called at each sleep, for what a service does meanwhile. */
	onSleep: () => Promise<void> | void = () => {};

	readonly now = () => Date.now() + this.ahead;

	readonly random = () => 0.5;

	async sleep(ms: number, signal?: AbortSignal): Promise<void> {
		signal?.throwIfAborted();
		this.slept.push(ms);
		this.ahead += Math.max(0, ms);
		await this.onSleep();
		await new Promise((resolve) => setImmediate(resolve));
		signal?.throwIfAborted();
	}

	/** In real time, because a server needs it. */
	startTimer(ms: number, reached: () => void): () => void {
		const timer = setTimeout(reached, ms).unref();
		return () => clearTimeout(timer);
	}
}
