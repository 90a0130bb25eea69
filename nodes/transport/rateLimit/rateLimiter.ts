// This folder decides when a request may be sent.

import { CanceledError, type Clock, monotonic } from '../clock';
import { sha256 } from '../../shared/texts';
import { Allowance, type RequestResult, type Ticket } from './allowance';

/** Permission to send one request. */
export interface Permit {
	readonly waitedMs: number;
	/** Reports how the request ended. Must be called; more calls do nothing. */
	release(result: RequestResult): void;
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

/** How long a request waits at most after its execution was canceled. */
const NOTICE_MS = 500;

interface WaitingRequest extends AcquireOptions {
	/** End of the pause that it was last notified of. */
	notifiedUntil: number;
	admit(ticket: Ticket): void;
	reject(error: unknown): void;
}

/** Delays requests of one API key so that the rate limit is used fully and never exceeded, with one loop for all. */
export class RateLimiter {
	private readonly allowance = new Allowance();
	/** In order of arrival. */
	private readonly queue = new Set<WaitingRequest>();
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
	async acquire(options: AcquireOptions = {}): Promise<Permit> {
		const since = this.now();
		const ticket = await new Promise<Ticket>((admit, reject) => {
			this.queue.add({ ...options, notifiedUntil: -Infinity, admit, reject });
			if (this.queue.size === 1) void this.admitAll();
			else this.wakeUp();
		});
		let isReleased = false;
		return {
			waitedMs: ticket.sentAt - since,
			release: (result) => {
				if (isReleased) return;
				isReleased = true;
				this.usedAt = this.now();
				this.allowance.settle(ticket, result, this.usedAt, this.clock.random());
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

	/** Admits the waiting requests in order, as the allowance permits, until none is left. Never rejects. */
	private async admitAll(): Promise<void> {
		for (;;) {
			this.wake = new AbortController();
			const until = this.admitNow();
			if (this.queue.size === 0) return;
			const ms = Math.min(until - this.now(), NOTICE_MS);
			await this.clock.sleep(ms, this.wake.signal).catch(() => undefined);
		}
	}

	/** @returns when to check again (ms) */
	private admitNow(): number {
		for (const waiting of this.queue) {
			if (waiting.signal?.aborted) this.reject(waiting, new CanceledError());
		}
		for (const waiting of this.queue) {
			const now = this.now();
			const decision = this.allowance.decide(now);
			if (!decision.go) {
				if (decision.announced !== undefined) this.announce(decision.announced, now);
				return decision.until;
			}
			this.usedAt = now;
			this.queue.delete(waiting);
			waiting.admit(this.allowance.grant(now));
		}
		return Infinity;
	}

	private reject(waiting: WaitingRequest, error: unknown): void {
		this.queue.delete(waiting);
		waiting.reject(error);
	}

	/** Notifies all waiting requests of a pause, and rejects those whose `maxWaitMs` it exceeds. */
	private announce(until: number, now: number): void {
		const ms = until - now;
		for (const waiting of this.queue) {
			// Ends that differ by less than a second are the same pause.
			if (Math.abs(until - waiting.notifiedUntil) < 1000) continue;
			waiting.notifiedUntil = until;
			try {
				if (ms > (waiting.maxWaitMs ?? Infinity)) throw new RateLimitWaitError(ms);
				waiting.onWait?.(ms);
			} catch (error) {
				// A listener that throws fails its own request only.
				this.reject(waiting, error);
			}
		}
	}
}

/** A reason to wake up the loop. One for all, because AbortController would create an error with a stack for each. */
const WAKE_UP = new CanceledError();

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
