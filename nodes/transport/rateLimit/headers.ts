import { isObject } from '../../shared/values';
import { header } from '../response';

export interface Reset {
	/** ms on our clock, corrected by the `Date` header; accurate to about a second. */
	at: number;
	/** The same instant on the server's clock, ms. Absent if the server sent a number of seconds from now. */
	onServer?: number;
	/** Of a duration: 1000 for seconds, 1 for milliseconds. */
	unitMs?: number;
	/** By how much the instant may be too late, because a duration began when the response was written. */
	latencyMs?: number;
}

/** What the headers of a response say about the rate limit (reference, section 8). Unusable values are undefined. */
export interface RateLimitReading {
	limit?: number;
	/** Requests left in the window; never negative. */
	remaining?: number;
	reset?: Reset;
	/** The server's clock when it responded, in ms, truncated to whole seconds. */
	serverDate?: number;
}

/** A value below this is a number of seconds from now; as a Unix time it would be in 1973. */
const SMALLEST_STAMP = 1e8;
/** From here on a Unix time is in ms (in seconds: the year 5138); from LARGEST_MS_STAMP on it is invalid. */
const SMALLEST_MS_STAMP = 1e11;
const LARGEST_MS_STAMP = 1e14;

/** Limits are per minute, so from here on a pause is in ms; in seconds it would be almost three hours. */
const SMALLEST_MS_DURATION = 1e4;
/** The same for a reset, which is at most a minute away; as seconds it would be 17 minutes. */
const SMALLEST_MS_RESET = 1e3;

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

/** Reads the rate-limit headers of a response; times are ms on our clock. @param unitMs of resets from now, so far */
export function readRateLimit(
	headers: Record<string, unknown>,
	sentAt: number,
	receivedAt: number,
	unitMs = 1000,
): RateLimitReading {
	const reading: RateLimitReading = {};
	const limit = toNumber(header(headers, 'x-ratelimit-limit'));
	if (limit !== undefined && limit >= 0) reading.limit = Math.floor(limit);
	const remaining = toNumber(header(headers, 'x-ratelimit-remaining'));
	if (remaining !== undefined) reading.remaining = Math.max(0, Math.floor(remaining));
	const serverDate = toHttpDate(header(headers, 'date'));
	if (serverDate !== undefined) reading.serverDate = serverDate;
	const stamp = toNumber(header(headers, 'x-ratelimit-reset'));
	if (stamp === undefined || stamp < 0 || stamp >= LARGEST_MS_STAMP) return reading;
	return { ...reading, reset: resetOf(stamp, { sentAt, receivedAt, serverDate, unitMs }) };
}

type Circumstances = Record<'sentAt' | 'receivedAt' | 'unitMs', number> & { serverDate?: number };

function resetOf(stamp: number, { sentAt, receivedAt, serverDate, unitMs: usual }: Circumstances): Reset {
	if (stamp < SMALLEST_STAMP) {
		const unitMs = stamp < SMALLEST_MS_RESET ? usual : 1;
		return { at: receivedAt + stamp * unitMs, unitMs, latencyMs: receivedAt - sentAt };
	}
	const onServer = stamp < SMALLEST_MS_STAMP ? stamp * 1000 : stamp;
	// `Date` is truncated to whole seconds: on average the response was written half a second later, half-way in between.
	const ahead = serverDate === undefined ? 0 : serverDate + 500 - (sentAt + receivedAt) / 2;
	return { at: onServer - ahead, onServer };
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
