import { backoffMs } from '../clock';
import type { AttemptResult } from '../errors/failure';

/** Whether a request may be sent again, by its method (RFC 9110, sections 9.2.1 and 9.2.2). */
export type RetrySafety = 'safe' /* GET, HEAD */ | 'idempotent' /* PUT, DELETE */ | 'unsafe'; /* POST, PATCH */

/** Returns how safe a retry is. @param method in upper case */
export function retrySafety(method: string): RetrySafety {
	if (method === 'GET' || method === 'HEAD') return 'safe';
	return method === 'PUT' || method === 'DELETE' ? 'idempotent' : 'unsafe';
}

/** What to do after an attempt. `outcomeUnknown`: an attempt may have been carried out; never true of reads. */
export type NextStep =
	| { action: 'respond' }
	| { action: 'retry'; delayMs: number; outcomeUnknown: boolean }
	| { action: 'fail'; outcomeUnknown: boolean };

/** The attempts of a request so far, including the last. */
export interface AttemptHistory {
	count: number;
	/** How many got a 429. */
	rateLimited: number;
	/** How many got a 500. */
	internalErrors: number;
	/** Whether one before the last may have been carried out (possible with `retryWrites`). */
	outcomeUnknown: boolean;
}

/** When a request may be retried; the node's options in parentheses. */
export interface RetryOptions {
	safety: RetrySafety;
	onRateLimit: 'wait' | 'fail';
	/** The longest single pause, ms (`maxWait`, seconds). */
	maxWaitMs: number;
	retryWrites: boolean;
	/** The most retries, those after a 429 included, within the limits below. */
	maxRetries?: number;
}

/** The most retries after failures other than a 429. */
export const MAX_RETRIES = 5;
/** A 500 is usually permanent, so it is retried less often. */
const MAX_RETRIES_ON_500 = 2;
/** Processes that share a key may lose several windows in a row. */
export const MAX_RATE_LIMITED = 120;

/** Codes of errors that do not pass by themselves. */
const PERMANENT =
	/CERT|^UNABLE_TO|^HOSTNAME|^HPE_|^E(PROTO|ACCES)$|^ERR_(INVALID|TLS|SSL|UNESCAPED|BAD_(REQUEST|OPTION))|MAX_DURATION/;

/**
 * Decides what follows an attempt, so that nothing is sent twice: POST and PATCH are retried only if they were
 * certainly not carried out (429, no connection) or if the user allows it, other requests after transient failures, GET
 * also after a 500. A 429 has limits of its own.
 */
export function nextStep(
	result: AttemptResult,
	attempts: AttemptHistory,
	options: RetryOptions,
	random: number,
): NextStep {
	const { status } = result;
	if (status !== undefined && status < 300 && !result.problem) return { action: 'respond' };
	const { safety, onRateLimit, maxWaitMs, maxRetries = Infinity } = options;
	const { count, rateLimited } = attempts;
	const outcomeUnknown = safety !== 'safe' && (mayBeDone(result) || attempts.outcomeUnknown);
	const failures = count - rateLimited;
	let mayRetry = failures <= MAX_RETRIES && isTransient(result, attempts, options);
	let backoff = backoffMs(failures, 500, random);
	if (status === 429) {
		mayRetry = onRateLimit === 'wait' && rateLimited < MAX_RATE_LIMITED;
		backoff = Math.min(maxWaitMs, backoffMs(rateLimited, 1000, random));
	}
	const delayMs = result.retryAfterMs ?? backoff;
	if (!mayRetry || count > maxRetries || delayMs > maxWaitMs) return { action: 'fail', outcomeUnknown };
	return { action: 'retry', delayMs, outcomeUnknown };
}

/** Whether the network or a gateway failed for the moment, and the request may be sent again. */
function isTransient(
	result: AttemptResult,
	{ internalErrors }: AttemptHistory,
	{ safety, retryWrites }: RetryOptions,
): boolean {
	const { status, networkCode = '', problem } = result;
	if (safety === 'unsafe' && mayBeDone(result) && !retryWrites) return false;
	if (status === 500 && safety === 'safe') return internalErrors <= MAX_RETRIES_ON_500;
	// Invalid JSON was probably cut off.
	if (problem?.kind === 'unusable' && problem.reason === 'brokenJson') return true;
	return status === undefined ? !PERMANENT.test(networkCode) : [502, 503, 504].includes(status);
}

/** Whether a write may have been carried out although it failed. */
function mayBeDone({ status, isSent = true, problem }: AttemptResult): boolean {
	if (status === undefined) return isSent;
	if (status < 300) return problem?.kind !== 'unusable' || problem.reason !== 'errorEnvelope';
	// RFC 9110, section 15.4: 307 and 308 ask for the same request elsewhere; 303 and in practice 301 and 302 follow
	// completed work.
	if (status < 400) return status !== 307 && status !== 308;
	// 501: the service has no such operation. Any other 5xx may follow completed work.
	return status >= 500 && status !== 501;
}
