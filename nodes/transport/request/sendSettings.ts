import type { ItemAccount } from './account';
import type { RetryOptions } from './retryPolicy';

export interface SendSettings extends Omit<RetryOptions, 'safety'> {
	/** Of the item. Without it, the credentials are read for each request. */
	account?: ItemAccount;
	/** The longest duration of one attempt, from sending to the last byte, ms (`maxDuration`, seconds). */
	maxDurationMs?: number;
	/** Most bytes of a response that is not a file (`maxJsonSize`, MB). */
	maxTextBytes?: number;
	signal?: AbortSignal;
	/** Called when a pause begins, for the user's log. */
	onPause?: (reason: string, ms: number) => void;
	/** Called with the time that each attempt waited for the rate limit, ms. */
	onWaited?: (ms: number) => void;
	/** Called for each retry. */
	onRetry?: () => void;
}

/** An hour: long enough for files of several GB, and a slow response does not block a workflow for days. */
export const DEFAULT_DURATION_MS = 3_600_000;
export const DEFAULT_TEXT_BYTES = 100_000_000;

export const DEFAULT_SETTINGS: SendSettings = {
	onRateLimit: 'wait',
	maxWaitMs: 300_000,
	retryWrites: false,
};
