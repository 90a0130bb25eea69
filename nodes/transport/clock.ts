import { sleep } from 'n8n-workflow';

/**
 * Time and chance as the transport sees them, so that tests can run hours in milliseconds.
 * All instants are milliseconds since 1970, all durations milliseconds.
 */
export interface Clock {
	now(): number;
	/**
	 * Resolves after `ms` (at once for 0 or less).
	 * @throws {Cancelled} as soon as `signal` is aborted, also when it was aborted before.
	 */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
	/**
	 * Like `sleep`, for a limit on what the service may take. Set apart because tests that skip our own pauses must not skip
	 * the time that a real server needs.
	 */
	limit(ms: number, signal: AbortSignal): Promise<void>;
	/** A number from 0 up to, but not including, 1. */
	random(): number;
}

/** A wait was given up because the workflow was cancelled; nothing was sent by the one who waited. */
export class Cancelled extends Error {
	constructor() {
		super('Cancelled while waiting');
		this.name = 'Cancelled';
	}
}

/**
 * The longest single timer. Older versions of n8n's `sleep` take no signal, so a long wait is cut into slices
 * that look at the signal in between: cancelling is felt within a slice on every version.
 */
const SLICE_MS = 250;

/** The real clock. Its only timers are n8n's own `sleep`, each at most a slice long. */
export const systemClock: Clock = {
	now: () => Date.now(),
	random: () => Math.random(),
	async sleep(ms, signal) {
		const deadline = Date.now() + ms;
		// Counted twice: by the wall clock, so that a machine that was suspended does not wait again for what has
		// passed, and by slices, so that a wall clock set back does not prolong the wait.
		for (let left = ms; left > 0 && Date.now() < deadline; left -= SLICE_MS) {
			if (signal?.aborted) throw new Cancelled();
			const slice = Math.max(1, Math.min(SLICE_MS, left, deadline - Date.now()));
			// Newer versions reject at once when the signal is aborted; the check below tells it in our words.
			await sleep(slice, signal).catch(() => undefined);
		}
		if (signal?.aborted) throw new Cancelled();
	},
	limit: async (ms, signal) => await systemClock.sleep(ms, signal),
};

/**
 * The clock that the node runs by. n8n makes the node, so there is nowhere to hand a clock in: a test that runs it by
 * n8n's own engine puts one here. Nothing else ever changes it. Read anew for each request.
 */
export const clocks: { current: Clock } = { current: systemClock };
