import { CanceledError, type Clock } from '../../nodes/transport/clock';

interface Sleeper {
	at: number;
	order: number;
	wake(): void;
}

/** A small generator (mulberry32): the same seed causes the same run. */
export function seededRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** More than any test needs: they send at most some thousand requests at one instant. */
const MOST_IDLING = 20_000;

/** Virtual time: it stands still while anything can still run, then jumps to the next sleeper. */
export class SimulatedClock implements Clock {
	/** Added to `now()`, as if the clock had been set. */
	setBy = 0;

	private time: number;
	private sleepers: Sleeper[] = [];
	private order = 0;

	/** The number of sleeps of 0 ms since time last passed. */
	private idling = 0;

	readonly random: () => number;

	constructor(start = Date.UTC(2025, 0, 1, 12, 0, 0, 0), seed = 1) {
		this.time = start;
		this.random = seededRandom(seed);
	}

	now(): number {
		return this.time + this.setBy;
	}

	/** Time that setting the clock does not change. */
	get elapsed(): number {
		return this.time;
	}

	get timers(): number {
		return this.sleepers.length;
	}

	/** If a loop would run forever without time passing, throws synchronously, so that it cannot catch a rejection. */
	sleep(ms: number, signal?: AbortSignal): Promise<void> {
		if (ms <= 0 && ++this.idling > MOST_IDLING) throw new Error('Everything runs and no time passes');
		return this.doze(ms, signal);
	}

	/** The simulated server always responds, so a limit is never reached; a sleeper for it would make time jump. */
	startTimer(): () => void {
		return () => {};
	}

	private async doze(ms: number, signal?: AbortSignal): Promise<void> {
		if (signal?.aborted) throw new CanceledError();
		if (ms <= 0) return;
		await new Promise<void>((resolve, reject) => {
			const onAbort = () => {
				this.sleepers = this.sleepers.filter((other) => other !== sleeper);
				reject(new CanceledError());
			};
			const sleeper: Sleeper = {
				at: this.time + ms,
				order: this.order++,
				wake: () => {
					signal?.removeEventListener('abort', onAbort);
					resolve();
				},
			};
			signal?.addEventListener('abort', onAbort, { once: true });
			this.sleepers.push(sleeper);
		});
	}

	/** Lets time pass until `work` has ended, and returns its result. Throws if nothing can end it. */
	async run<Result>(work: Promise<Result>): Promise<Result> {
		let ended = false;
		const marked = work.finally(() => (ended = true));
		marked.catch(() => undefined);
		for (;;) {
			await settled();
			if (ended) return await marked;
			if (this.sleepers.length === 0) throw new Error('Everything waits and no timer is running');
			this.next();
		}
	}

	async pass(ms: number): Promise<void> {
		const end = this.time + ms;
		for (;;) {
			await settled();
			const next = this.sleepers.reduce((least, { at }) => Math.min(least, at), Infinity);
			if (next > end) break;
			this.next();
		}
		this.time = end;
	}

	next(): void {
		let next = this.sleepers[0]!;
		for (const other of this.sleepers) {
			if (other.at < next.at || (other.at === next.at && other.order < next.order)) next = other;
		}
		this.sleepers = this.sleepers.filter((other) => other !== next);
		this.time = Math.max(this.time, next.at);
		this.idling = 0;
		next.wake();
	}
}

export async function settled(): Promise<void> {
	await new Promise((resolve) => setImmediate(resolve));
}
