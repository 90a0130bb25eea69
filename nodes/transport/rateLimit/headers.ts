import { isObject } from '../../shared/values';
import { header } from '../response';

/** What the headers of a response say about the rate limit (reference, section 8). Unusable values are undefined. */
export interface RateLimitReading {
	limit?: number;
	/** Requests left in the window; never negative. */
	remaining?: number;
	/** When the window ends, in ms on the server's clock. */
	reset?: number;
	/** The server's clock when it responded, in ms, truncated to whole seconds. */
	serverDate?: number;
}

/** A Unix time in ms between 1973 and 5138: in seconds, it would be outside of these years. */
const isTime = (ms: number) => ms >= 1e11 && ms < 1e14;

/** Limits are per minute, so from here on a pause is in ms; in seconds it would be almost three hours. */
const SMALLEST_MS_DURATION = 1e4;

const HTTP_DATE = /^\s*[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} (GMT|UTC)\s*$/;
/** A number, also if a proxy has joined several header lines ("60, 60") or added parameters ("60;w=60"). */
const LEADING_NUMBER = /^\s*(-?\d{1,20}(?:\.\d{1,9})?)\s*(?:[,;]|$)/;

function toNumber(value: unknown): number | undefined {
	if (typeof value !== 'number' && typeof value !== 'string') return undefined;
	const match = LEADING_NUMBER.exec(String(value));
	return match ? Number(match[1]) : undefined;
}

function toHttpDate(text = ''): number | undefined {
	const parsed = HTTP_DATE.test(text) ? Date.parse(text) : NaN;
	return Number.isNaN(parsed) ? undefined : parsed;
}

/** Reads the rate-limit headers of a response. The reset may be in seconds or in ms. */
export function readRateLimit(headers: Record<string, unknown>): RateLimitReading {
	const [limit = -1, remaining, stamp = 0] = ['limit', 'remaining', 'reset'].map((name) =>
		toNumber(header(headers, `x-ratelimit-${name}`)),
	);
	return {
		limit: limit < 0 ? undefined : Math.floor(limit),
		remaining: remaining === undefined ? undefined : Math.max(0, Math.floor(remaining)),
		reset: [stamp * 1000, stamp].find(isTime),
		serverDate: toHttpDate(header(headers, 'date')),
	};
}

/**
 * Returns how long the server asks to wait (ms from now, never negative): `error.retryAfter` of the body (seconds;
 * reference, section 7), else the header `Retry-After` (seconds or an HTTP date).
 */
export function readRetryAfter(body: unknown, headers: Record<string, unknown>, now: number): number | undefined {
	const error = isObject(body) && isObject(body.error) ? body.error : {};
	const value = header(headers, 'retry-after');
	const number = [error.retryAfter, value].map(toNumber).find((each) => each !== undefined && each >= 0);
	if (number !== undefined) return number < SMALLEST_MS_DURATION ? number * 1000 : number;
	const date = toHttpDate(value);
	return date === undefined ? undefined : Math.max(0, date - (toHttpDate(header(headers, 'date')) ?? now));
}
