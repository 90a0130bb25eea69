import { clocks, systemClock, type Clock } from '../../nodes/transport/clock';

export const instantClock = () => new InstantClock();

/** Lets pauses take no time in the tests of a file. */
export function useInstantClock(): void {
	beforeEach(() => void (clocks.current = new InstantClock()));
	afterEach(() => void (clocks.current = systemClock));
}

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
