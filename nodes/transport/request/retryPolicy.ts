import { backoffMs } from '../backoff';
import type { Unreadable } from '../response/response';

/** Whether a request may be sent again, by its method (RFC 9110, sections 9.2.1 and 9.2.2). */
export type RetrySafety = 'safe' /* GET, HEAD */ | 'idempotent' /* PUT, DELETE */ | 'unsafe' /* POST, PATCH */;

/** How one attempt ended. Without a `status` there was no response. */
export interface Outcome {
	status?: number;
	/** Code of the network error: ECONNREFUSED, ECONNRESET, ETIMEDOUT… */
	errorCode?: string;
	/** Pause that the server asked for, ms (`readRetryAfter`). */
	retryAfterMs?: number;
}

/** What to do after an attempt. `outcomeUnknown`: this or an earlier attempt may have been carried out; never true of reads. */
export type NextStep =
	| { action: 'respond' }
	| { action: 'retry'; delayMs: number; reason: string; outcomeUnknown: boolean }
	| { action: 'fail'; outcomeUnknown: boolean };

export interface PolicyInput {
	safety: RetrySafety;
	/** Number of attempts so far, including this one. */
	attempt: number;
	outcome: Outcome;
	onRateLimit: 'wait' | 'fail';
	/** The longest single pause, ms. */
	maxWaitMs: number;
	retryWrites: boolean;
	/** From 0 to 1; spreads the delays. */
	random: number;
	/** How many attempts got 429, including this one. */
	rateLimitedTimes: number;
	/** How many attempts got 500, including this one. */
	internalErrors?: number;
	/** Whether an earlier attempt may have been carried out (possible with `retryWrites`). */
	outcomeWasUnknown?: boolean;
}

export const MAX_RETRIES = 5;
/** A 500 is more often permanent than not, so it is retried less often. */
export const MAX_RETRIES_ON_500 = 2;
export const MAX_RATE_LIMITED = 20;
/** Processes that share a key may lose several windows in a row, so more attempts are allowed if the pauses are long. */
export const MAX_RATE_LIMITED_LONG = 120;
const LONG_PAUSE_MS = 10_000;

const RETRYABLE_STATUS = new Set([502, 503, 504]);
/** No connection was made, so the service did not receive the request. It may be available a moment later. */
const NEVER_CONNECTED = new Set([
	'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN',
	'UND_ERR_CONNECT_TIMEOUT',
]);
/** No request was sent, and a retry will not help: the certificate or the URL is wrong. */
const NEVER_SENT = new Set([
	'CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_INVALID_URL', 'ERR_INVALID_PROTOCOL',
]);
/** The connection broke or stalled, so the outcome of the request is unknown. */
const BROKEN = new Set([
	'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ESOCKETTIMEDOUT', 'ERR_STREAM_PREMATURE_CLOSE',
	'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT',
	// What axios calls a response that ends before its announced length.
	'ERR_BAD_RESPONSE',
	// A compressed response that ends too early.
	'Z_BUF_ERROR',
]);

/**
 * Decides what follows an attempt, so that nothing is sent twice: POST and PATCH are retried only if they were certainly not
 * carried out (429, no connection) or if the user allows it. Other requests are retried after transient failures, at most
 * MAX_RETRIES times; GET also after a 500, at most MAX_RETRIES_ON_500 times. A 429 does not count towards these limits; it is
 * retried up to MAX_RATE_LIMITED times or, if the pauses are long, MAX_RATE_LIMITED_LONG times.
 */
export function nextStep(input: PolicyInput): NextStep {
	const { outcome, safety } = input;
	if (outcome.status !== undefined && outcome.status < 400) return { action: 'respond' };
	if (outcome.status === 429) return afterRateLimit(input);
	const outcomeUnknown = isOutcomeUnknown(input, mayBeProcessed(outcome));
	const failure: NextStep = { action: 'fail', outcomeUnknown };
	if (outcome.status === 500 && safety === 'safe') {
		if ((input.internalErrors ?? 1) > MAX_RETRIES_ON_500) return failure;
	} else if (!isTransient(outcome)) return failure;
	if (safety === 'unsafe' && mayBeProcessed(outcome) && !input.retryWrites) return failure;
	const failures = input.attempt - input.rateLimitedTimes;
	if (failures > MAX_RETRIES) return failure;
	const delayMs = outcome.retryAfterMs ?? backoffMs(failures, 500, input.random);
	if (delayMs > input.maxWaitMs) return failure;
	return { action: 'retry', delayMs, reason: describe(outcome), outcomeUnknown };
}

/**
 * Whether a write may have been carried out although its response cannot be used.
 *
 * @param status below 400
 * @param why why a 2xx response cannot be used
 */
export function mayFollowWork(status: number, why: Unreadable | undefined): boolean {
	if (status < 300) return why !== undefined && why !== 'refused';
	// RFC 9110, section 15.4: 307 and 308 ask for the same request elsewhere; 303 and in practice 301 and 302 follow completed work.
	return status !== 307 && status !== 308;
}

function afterRateLimit(input: PolicyInput): NextStep {
	const { outcome, rateLimitedTimes, maxWaitMs } = input;
	// A 429 is sent before the request is processed, so this attempt was not carried out.
	const outcomeUnknown = isOutcomeUnknown(input, false);
	const isLong = (outcome.retryAfterMs ?? 0) >= LONG_PAUSE_MS;
	const isUsedUp = rateLimitedTimes >= (isLong ? MAX_RATE_LIMITED_LONG : MAX_RATE_LIMITED);
	const delayMs = outcome.retryAfterMs ?? Math.min(maxWaitMs, backoffMs(rateLimitedTimes, 1000, input.random));
	if (input.onRateLimit === 'fail' || isUsedUp || delayMs > maxWaitMs) return { action: 'fail', outcomeUnknown };
	return { action: 'retry', delayMs, reason: 'the rate limit is reached', outcomeUnknown };
}

function isOutcomeUnknown(input: PolicyInput, mayBeProcessedNow: boolean): boolean {
	return input.safety !== 'safe' && (mayBeProcessedNow || input.outcomeWasUnknown === true);
}

function describe({ status, errorCode }: Outcome): string {
	if (status !== undefined) return `the service responded with ${status}`;
	return `there was no response (${errorCode ?? 'unknown reason'})`;
}

function isTransient({ status, errorCode }: Outcome): boolean {
	if (status !== undefined) return RETRYABLE_STATUS.has(status);
	return errorCode !== undefined && (NEVER_CONNECTED.has(errorCode) || BROKEN.has(errorCode));
}

function mayBeProcessed({ status, errorCode }: Outcome): boolean {
	// 501: the service has no such operation. Any other 5xx may follow completed work.
	if (status !== undefined) return status >= 500 && status !== 501;
	return errorCode === undefined || !(NEVER_CONNECTED.has(errorCode) || NEVER_SENT.has(errorCode));
}
