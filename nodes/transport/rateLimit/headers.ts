import { isObject } from '../../shared/values';
import { header } from '../response';

/** What the headers of a response say about the rate limit (reference, section 8). What cannot be read is undefined. */
export interface RateLimitReading {
	limit?: number;
	/** Requests left in the window. */
	remaining?: number;
	/** When the window ends, ms on the service's clock. */
	reset?: number;
	/** When the window ends at the latest, ms on our clock; undefined if the service does not show its clock. */
	end?: number;
}

/** Resets have whole seconds, and so has `Date`. */
const RESOLUTION_MS = 1_000;
/** A reset below this is a duration: as a Unix time, it would be in 1973. */
const SMALLEST_STAMP = 1e8;
/** From here on a Unix time is in ms: in seconds, it would be the year 5138; and a duration, else 17 minutes. */
const SMALLEST_MS_STAMP = 1e11;
const SMALLEST_MS_DURATION = 1e3;
/** Limits are per minute, so from here on a pause is in ms; in seconds it would be almost three hours. */
const SMALLEST_MS_PAUSE = 1e4;

/** The longest pause: a larger number is no pause, but e.g. the time at which the pause ends. */
const LONGEST_PAUSE_MS = 3_600_000;

const HTTP_DATE = /^\s*[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} (GMT|UTC)\s*$/;
/** A number, also if a proxy has joined several header lines ("60, 60") or added parameters ("60;w=60"). */
const LEADING_NUMBER = /^\s*(\d{1,20}(?:\.\d{1,9})?)\s*(?:[,;]|$)/;

function toNumber(value: unknown): number | undefined {
	const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
	const [, digits] = LEADING_NUMBER.exec(text) ?? [];
	return digits === undefined ? undefined : Number(digits);
}

function toDate(text = ''): number | undefined {
	const parsed = HTTP_DATE.test(text) ? Date.parse(text) : NaN;
	return Number.isNaN(parsed) ? undefined : parsed;
}

/** Reads the rate-limit headers of a response. @param receivedAt ms on our clock */
export function readRateLimit(headers: Record<string, unknown>, receivedAt: number): RateLimitReading {
	const [limit, remaining, stamp] = ['limit', 'remaining', 'reset'].map((name) =>
		toNumber(header(headers, `x-ratelimit-${name}`)),
	);
	if (stamp === undefined) return { limit, remaining };
	if (stamp < SMALLEST_STAMP) {
		const duration = stamp < SMALLEST_MS_DURATION ? stamp * 1000 : stamp;
		return { limit, remaining, end: receivedAt + duration + RESOLUTION_MS };
	}
	const reset = stamp < SMALLEST_MS_STAMP ? stamp * 1000 : stamp;
	// The service wrote its date before the response arrived, and truncated it: its clock is ahead of that.
	const date = toDate(header(headers, 'date'));
	return { limit, remaining, reset, end: date && reset - date + receivedAt + RESOLUTION_MS };
}

/**
 * Returns how long the service asks to wait (ms from now): `error.retryAfter` of the body (seconds; reference,
 * section 7), else the header `Retry-After` (seconds or an HTTP date).
 */
export function readRetryAfter(body: unknown, headers: Record<string, unknown>, now: number): number | undefined {
	const error = isObject(body) && isObject(body.error) ? body.error : {};
	const value = header(headers, 'retry-after');
	const pause = toNumber(error.retryAfter) ?? toNumber(value);
	const date = toDate(value) ?? NaN;
	const untilDate = Math.max(0, date - (toDate(header(headers, 'date')) ?? now));
	const pauseMs = pause && (pause < SMALLEST_MS_PAUSE ? pause * 1000 : pause);
	const ms = pauseMs ?? untilDate;
	return ms <= LONGEST_PAUSE_MS ? ms : undefined;
}
