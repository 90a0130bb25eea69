import { Allowance, type GateAnswer } from './allowance';
import { Cancelled, type Clock } from './clock';
import type { Ticket } from './underWay';

export type { GateAnswer } from './allowance';

/** The right to send one request. */
export interface Pass {
	/** How long the gate kept it waiting, ms. */
	readonly waitedMs: number;
	/**
	 * Tells how the request ended, as soon as it has. Has to be called once, also when no answer came; more calls do nothing.
	 * Without `answer`: surely nothing was sent (no connection, cancelled), so the place is given back.
	 */
	leave(answer?: GateAnswer): void;
}

export interface EnterOptions {
	signal?: AbortSignal | undefined;
	/** The longest single pause for the rate limit, ms; waiting behind others or for an answer does not count. */
	maxWaitMs?: number | undefined;
	/** Told the length of each pause for the rate limit (ms) when it begins to hold this request up. */
	onWait?: ((ms: number) => void) | undefined;
}

/** The rate limit asks for a longer pause than the user allows. Nothing was sent. */
export class RateLimitWaitTooLong extends Error {
	constructor(readonly waitMs: number) {
		super(`The rate limit asks to wait ${Math.ceil(waitMs / 1000)} s`);
		this.name = 'RateLimitWaitTooLong';
	}
}

interface Waiter extends EnterOptions {
	readonly since: number;
	/** End of the pause that it was last told of. */
	toldOf: number;
	admit(ticket: Ticket, now: number): void;
	refuse(error: Error): void;
}

/**
 * Holds requests of one key back so that the allowance is used fully and never exceeded. First come, first served.
 * While anybody waits, one loop sleeps for all of them; with the last of them its timer goes too.
 */
export class Gate {
	private readonly allowance = new Allowance();

	private readonly queue = new Set<Waiter>();

	private pumping = false;

	private wake = new AbortController();

	private lastNow = -Infinity;

	private setBack = 0;

	private usedAt: number;

	constructor(private readonly clock: Clock) {
		this.usedAt = this.now();
	}

	/**
	 * Waits until a request may be sent, and reserves its place in the allowance.
	 * @throws {Cancelled} when the signal is aborted first
	 * @throws {RateLimitWaitTooLong} when a pause is longer than `maxWaitMs`
	 */
	async enter(options: EnterOptions = {}): Promise<Pass> {
		const { signal } = options;
		if (signal?.aborted) throw new Cancelled();
		return await new Promise<Pass>((resolve, reject) => {
			const since = this.now();
			const forget = () => {
				this.queue.delete(waiter);
				signal?.removeEventListener('abort', onAbort);
			};
			const onAbort = () => {
				forget();
				this.wake.abort();
				reject(new Cancelled());
			};
			const waiter: Waiter = {
				...options,
				since,
				toldOf: -Infinity,
				admit: (ticket, now) => {
					forget();
					resolve(this.passFor(ticket, now - since));
				},
				refuse: (error) => {
					forget();
					reject(error);
				},
			};
			signal?.addEventListener('abort', onAbort);
			this.queue.add(waiter);
			if (this.pumping) this.wake.abort();
			else void this.pump();
		});
	}

	/** For how long nobody has used it, ms; 0 while a request waits, is under way, or a pause is in force. */
	idleMs(): number {
		const now = this.now();
		return this.queue.size > 0 || !this.allowance.isQuiet(now) ? 0 : now - this.usedAt;
	}

	private passFor(ticket: Ticket, waitedMs: number): Pass {
		let left = false;
		return {
			waitedMs,
			leave: (answer) => {
				if (left) return;
				left = true;
				this.usedAt = this.now();
				if (answer === undefined) this.allowance.revoke(ticket);
				else this.allowance.settle(ticket, answer, this.usedAt, this.clock.random());
				this.wake.abort();
			},
		};
	}

	/** Admits whoever may go; sleeps until the next may, something changes, or nobody is left. Never rejects. */
	private async pump(): Promise<void> {
		this.pumping = true;
		for (;;) {
			this.wake = new AbortController();
			const until = this.admitAll();
			if (until === undefined) break;
			await this.clock.sleep(until - this.now(), this.wake.signal).catch(() => undefined);
		}
		this.pumping = false;
	}

	/** @returns when to look again (ms), or undefined when nobody is waiting */
	private admitAll(): number | undefined {
		for (const waiter of this.queue) {
			const now = this.now();
			const decision = this.allowance.decide(now);
			if (decision.go) {
				this.usedAt = now;
				waiter.admit(this.allowance.grant(now), now);
				continue;
			}
			if (decision.because === 'limit') this.announce(decision.until, now);
			if (this.queue.size > 0) return decision.until;
		}
		return undefined;
	}

	/** Tells everybody of a pause; whoever does not want to wait that long is refused, wherever in the queue. */
	private announce(until: number, now: number): void {
		const ms = until - now;
		for (const waiter of this.queue) {
			// The same pause, told once: ends that move by less than a second are one pause.
			if (Math.abs(until - waiter.toldOf) < 1000) continue;
			waiter.toldOf = until;
			if (ms > (waiter.maxWaitMs ?? Infinity)) waiter.refuse(new RateLimitWaitTooLong(ms));
			else tell(waiter, ms);
		}
	}

	/** Our time, which never runs backwards: after a clock is set back, no pause takes longer for it. */
	private now(): number {
		const read = this.clock.now();
		this.setBack = Math.max(this.setBack, this.lastNow - read);
		this.lastNow = read + this.setBack;
		return this.lastNow;
	}
}

/** A listener that throws must not stop the others; its own request fails with its error. */
function tell(waiter: Waiter, ms: number): void {
	try {
		waiter.onWait?.(ms);
	} catch (error) {
		waiter.refuse(error instanceof Error ? error : new Error(String(error)));
	}
}
