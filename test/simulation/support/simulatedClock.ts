import { Canceled, type Clock } from '../../../nodes/transport/clock';

interface Sleeper {
	at: number;
	order: number;
	wake(): void;
}

/** Small and repeatable: the same seed gives the same run (mulberry32). */
export function seededRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** More than any test needs, which makes some thousand requests at one instant at most. */
const MOST_IDLING = 20_000;

/** Virtual time: it stands still while anything can still run, then jumps to the next sleeper. */
export class SimulatedClock implements Clock {
	/** Added to what `now()` tells, as if somebody set the clock. */
	setBy = 0;

	private time: number;

	private sleepers: Sleeper[] = [];

	private order = 0;

	/** How often somebody has slept for no time since time passed last. */
	private idling = 0;

	readonly random: () => number;

	constructor(start = Date.UTC(2025, 0, 1, 12, 0, 0, 0), seed = 1) {
		this.time = start;
		this.random = seededRandom(seed);
	}

	now(): number {
		return this.time + this.setBy;
	}

	/** Time that nobody can set. */
	get elapsed(): number {
		return this.time;
	}

	/** How many timers are running. */
	get timers(): number {
		return this.sleepers.length;
	}

	/** Fails at once, not by a promise that a loop may catch, where a loop would spin for ever without time passing. */
	sleep(ms: number, signal?: AbortSignal): Promise<void> {
		if (ms <= 0 && ++this.idling > MOST_IDLING)
			throw new Error('Everything runs and no time passes');
		return this.doze(ms, signal);
	}

	/** The virtual server always answers, so a limit never comes; a sleeper for it would let time jump. */
	async timeout(_ms: number, signal: AbortSignal): Promise<void> {
		await new Promise<void>((_resolve, reject) =>
			signal.addEventListener('abort', () => reject(new Canceled())),
		);
	}

	private async doze(ms: number, signal?: AbortSignal): Promise<void> {
		if (signal?.aborted) throw new Canceled();
		if (ms <= 0) return;
		await new Promise<void>((resolve, reject) => {
			const onAbort = () => {
				this.sleepers = this.sleepers.filter((other) => other !== sleeper);
				reject(new Canceled());
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

	/** Lets time pass until `work` has ended, and gives back its result. Fails if nothing could ever end it. */
	async run<Result>(work: Promise<Result>): Promise<Result> {
		let ended = false;
		const marked = work.finally(() => (ended = true));
		marked.catch(() => undefined);
		for (;;) {
			await settled();
			if (ended) return await marked;
			if (this.sleepers.length === 0) throw new Error('Everything waits and no timer is running');
			this.step();
		}
	}

	/** Lets `ms` pass. */
	async pass(ms: number): Promise<void> {
		const end = this.time + ms;
		for (;;) {
			await settled();
			const next = this.sleepers.reduce((least, { at }) => Math.min(least, at), Infinity);
			if (next > end) break;
			this.step();
		}
		this.time = end;
	}

	/** Jumps to the next sleeper and wakes it. */
	next(): void {
		this.step();
	}

	private step(): void {
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

/** All microtasks have run once an immediate comes round. */
export async function settled(): Promise<void> {
	await new Promise((resolve) => setImmediate(resolve));
}
