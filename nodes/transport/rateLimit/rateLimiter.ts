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

/** Why pauses end early. One for all, because AbortController would create an error with a stack for each. */
const WAKE_UP = new CanceledError();

/** Delays requests of one API key so that the rate limit is used fully and never exceeded. */
export class RateLimiter {
	private readonly allowance = new Allowance();
	/** The requests that wait, in order of arrival. */
	private readonly queue = new Set<object>();
	/** The timer of all that wait. */
	private timer: { stop: AbortController; ended: Promise<void> } | undefined;
	private readonly now: () => number;
	private lastUsedAt: number;

	constructor(private readonly clock: Clock) {
		this.now = monotonic(() => clock.now());
		this.lastUsedAt = this.now();
	}

	/**
	 * Waits until a request may be sent, and takes it out of the allowance.
	 * @throws {CanceledError} if the signal is aborted, {RateLimitWaitError} if a pause is longer than `maxWaitMs`
	 */
	async acquire({ signal, maxWaitMs = Infinity, onWait }: AcquireOptions = {}): Promise<Permit> {
		const queuedAt = this.now();
		const queueEntry = {};
		this.queue.add(queueEntry);
		let notifiedUntil = -Infinity;
		try {
			for (;;) {
				if (signal?.aborted) throw new CanceledError();
				const now = this.now();
				const [first] = this.queue;
				const decision = this.allowance.decide(now);
				if (decision.go && first === queueEntry) return this.permit(this.allowance.grant(now), now - queuedAt);
				const { until, refusedUntil = -Infinity } = decision.go ? { until: Infinity } : decision;
				// Ends that differ by less than a second are the same pause.
				if (refusedUntil > now && Math.abs(refusedUntil - notifiedUntil) >= 1000) {
					notifiedUntil = refusedUntil;
					if (refusedUntil - now > maxWaitMs) throw new RateLimitWaitError(refusedUntil - now);
					onWait?.(refusedUntil - now);
				}
				await this.waitForChange(Math.min(until - now, NOTICE_MS));
			}
		} finally {
			this.queue.delete(queueEntry);
			this.wakeWaiting();
		}
	}

	/** How long ago a request was sent or ended, ms. One that waits or is in flight for longer keeps this limiter. */
	idleMs(): number {
		return this.now() - this.lastUsedAt;
	}

	private permit(ticket: Ticket, waitedMs: number): Permit {
		let isReleased = false;
		this.lastUsedAt = ticket.sentAt;
		return {
			waitedMs,
			release: (result) => {
				if (isReleased) return;
				isReleased = true;
				this.lastUsedAt = this.now();
				this.allowance.settle(ticket, result, this.lastUsedAt, this.clock.random());
				this.wakeWaiting();
			},
		};
	}

	/** Waits until something changes, at most `ms`. All that wait at the same time wait for the same. */
	private async waitForChange(ms: number): Promise<void> {
		if (this.timer === undefined) {
			const stop = new AbortController();
			this.timer = { stop, ended: this.clock.sleep(ms, stop.signal).catch(() => undefined) };
		}
		const { timer } = this;
		await timer.ended;
		if (this.timer === timer) this.timer = undefined;
	}

	/** Ends the pause of all requests that wait, so that they decide again. */
	private wakeWaiting(): void {
		this.timer?.stop.abort(WAKE_UP);
		this.timer = undefined;
	}
}

/** An idle rate limiter is dropped after ten minutes. */
const MAX_IDLE_MS = 10 * 60_000;

/** The rate limiters by clock, so that tests with a clock of their own do not share them. */
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
