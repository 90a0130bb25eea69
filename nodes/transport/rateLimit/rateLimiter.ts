import { sha256 } from '../../shared/values';
import { CancelableQueue, CanceledError, type Clock, monotonic } from '../clock';
import { Allowance, type RequestResult, type Ticket } from './allowance';

/** Permission to send one request. */
export interface Permit {
	readonly waitedMs: number;
	/** Reports how the request ended; without an result, nothing was sent. Must be called; more calls do nothing. */
	release(result?: RequestResult): void;
}

interface AcquireOptions {
	signal?: AbortSignal;
	/** The longest single pause for the rate limit, ms; waiting in the queue or for a response does not count. */
	maxWaitMs?: number;
	/** Called with the length (ms) of each pause that delays this request, when the pause begins. */
	onWait?: (ms: number) => void;
}

/** The rate limit requires a longer pause than the user allows. Nothing was sent. */
export class RateLimitWaitError extends Error {
	override name = 'RateLimitWaitError';

	constructor(readonly waitMs: number) {
		super(`The rate limit requires a pause of ${Math.ceil(waitMs / 1000)} s`);
	}
}

/** A reason to wake up the loop. One for all, because AbortController would create an error with a stack for each. */
const WAKE_UP = new CanceledError();

interface WaitingRequest extends AcquireOptions {
	/** End of the pause that it was last notified of. */
	notifiedUntil: number;
}

/** Delays requests of one API key so that the rate limit is used fully and never exceeded, with one loop for all. */
export class RateLimiter {
	private readonly allowance = new Allowance();
	private readonly queue = new CancelableQueue<{ ticket: Ticket; now: number }, WaitingRequest>();
	private pumping = false;
	private wake = new AbortController();
	private readonly now: () => number;
	private usedAt: number;

	constructor(private readonly clock: Clock) {
		this.now = monotonic(() => clock.now());
		this.usedAt = this.now();
	}

	/**
	 * Waits until a request may be sent, and takes it out of the allowance.
	 * @throws {CanceledError} if the signal is aborted, {RateLimitWaitError} if a pause is longer than `maxWaitMs`
	 */
	async acquire({ signal, maxWaitMs, onWait }: AcquireOptions = {}): Promise<Permit> {
		const since = this.now();
		const waiting = this.queue.wait({ maxWaitMs, onWait, notifiedUntil: -Infinity }, signal);
		if (this.pumping) this.wakeUp();
		else void this.pump();
		// The loop must not sleep for a request that no longer waits.
		waiting.catch(() => this.wakeUp());
		const { ticket, now } = await waiting;
		let isReleased = false;
		return {
			waitedMs: now - since,
			release: (result) => {
				if (isReleased) return;
				isReleased = true;
				this.usedAt = this.now();
				if (result === undefined) this.allowance.revoke(ticket);
				else this.allowance.settle(ticket, result, this.usedAt, this.clock.random());
				this.wakeUp();
			},
		};
	}

	/** How long it has been idle, ms; 0 while a request waits or is in flight, or a pause is in force. */
	idleMs(): number {
		const now = this.now();
		return this.queue.size > 0 || !this.allowance.isQuiet(now) ? 0 : now - this.usedAt;
	}

	private wakeUp(): void {
		this.wake.abort(WAKE_UP);
	}

	/** Admits waiters, and sleeps until the next may go or something changes, until none is left. Never rejects. */
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

	/** @returns when to check again (ms); undefined if no one is waiting */
	private admitAll(): number | undefined {
		for (const waiter of this.queue) {
			const now = this.now();
			const decision = this.allowance.decide(now);
			if (decision.go) {
				this.usedAt = now;
				waiter.admit({ ticket: this.allowance.grant(now), now });
				continue;
			}
			if (decision.announced !== undefined) this.announce(decision.announced, now);
			if (this.queue.size > 0) return decision.until;
		}
		return undefined;
	}

	/** Notifies all waiters of a pause, and rejects those whose `maxWaitMs` it exceeds. */
	private announce(until: number, now: number): void {
		const ms = until - now;
		for (const waiter of this.queue) {
			// Ends that differ by less than a second are the same pause.
			if (Math.abs(until - waiter.notifiedUntil) < 1000) continue;
			waiter.notifiedUntil = until;
			try {
				if (ms > (waiter.maxWaitMs ?? Infinity)) throw new RateLimitWaitError(ms);
				waiter.onWait?.(ms);
			} catch (error) {
				// A listener that throws fails its own request only.
				waiter.reject(error instanceof Error ? error : new Error(String(error)));
			}
		}
	}
}

const MAX_IDLE_MS = 10 * 60_000;

/** By clock, so that tests with their own clock do not share rate limiters. */
const registries = new WeakMap<Clock, Map<string, RateLimiter>>();

/** Returns the rate limiter of an API key (stored as a hash) for this process, and drops those idle for ten minutes. */
export function rateLimiterFor(baseUrl: string, apiKey: string, clock: Clock): RateLimiter {
	const limiters = registries.get(clock) ?? new Map<string, RateLimiter>();
	registries.set(clock, limiters);
	for (const [name, limiter] of limiters) if (limiter.idleMs() > MAX_IDLE_MS) limiters.delete(name);
	const name = sha256(`${baseUrl}\n${apiKey}`);
	const limiter = limiters.get(name) ?? new RateLimiter(clock);
	limiters.set(name, limiter);
	return limiter;
}
