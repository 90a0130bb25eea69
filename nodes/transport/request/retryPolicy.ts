import { backoffMs } from '../backoff';
import type { Unreadable } from '../response/response';

/** What a request does at the service: nothing; something that is the same when done twice; or something else. */
export type RequestKind = 'read' | 'replaceable' /* PUT, DELETE */ | 'write' /* POST, PATCH */;

/** How one try ended. Without a `status` no answer came. */
export interface Outcome {
	status?: number;
	/** The network's own code: ECONNREFUSED, ECONNRESET, ETIMEDOUT… */
	errorCode?: string;
	/** What the server asked for, in ms (`readRetryAfter`). */
	retryAfterMs?: number;
}

export type NextStep =
	| { action: 'done' }
	| {
			action: 'repeat';
			delayMs: number;
			because: string;
			/** Whether this try or one before may have been processed; to be handed on as `mayHaveHappenedBefore`. */
			mayHaveHappened: boolean;
	  }
	| {
			action: 'giveUp';
			because: string;
			/** True where the service may have done it although no answer says so; never true for reads. */
			mayHaveHappened: boolean;
	  };

export interface PolicyInput {
	kind: RequestKind;
	/** Tries so far, this one included: 1 = the first. */
	attempt: number;
	outcome: Outcome;
	onRateLimit: 'wait' | 'fail';
	/** The longest single pause, ms. */
	maxWaitMs: number;
	retryWrites: boolean;
	/** From 0 up to 1; spreads the delays. */
	random: number;
	/** How many of the tries so far were answered 429, this one included. */
	rateLimitedTimes: number;
	/** How many of the tries so far were answered 500, this one included. */
	internalErrors?: number;
	/** Whether an earlier try of the same request may have been processed (possible with `retryWrites`). */
	mayHaveHappenedBefore?: boolean;
}

export const MAX_REPEATS = 5;
/** A 500 is more often a fault that stays than one that passes, so a read is repeated less often after it. */
export const MAX_REPEATS_ON_500 = 2;
export const MAX_RATE_LIMITED = 20;
/**
 * Where the service asks for long pauses, it is not knocked at in vain: several processes that share a key take whole windows
 * from each other, and one may lose many before it wins.
 */
export const MAX_RATE_LIMITED_LONG = 120;
const LONG_PAUSE_MS = 10_000;

const REPEATABLE_STATUS = new Set([502, 503, 504]);
/** No connection was made, so the service cannot have seen the request; it may be there a moment later. */
const NEVER_CONNECTED = new Set([
	'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN',
	'UND_ERR_CONNECT_TIMEOUT',
]);
/** No request was sent, and trying again will not help: the certificate or the address is wrong. */
const NEVER_SENT = new Set([
	'CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_INVALID_URL', 'ERR_INVALID_PROTOCOL',
]);
/** The connection broke or went silent; what became of the request is unknown. */
const BROKEN = new Set([
	'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ESOCKETTIMEDOUT', 'ERR_STREAM_PREMATURE_CLOSE',
	'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT',
	// What axios calls an answer that ends before its announced length.
	'ERR_BAD_RESPONSE',
	// A compressed response that ends too early.
	'Z_BUF_ERROR',
]);

/**
 * Decides what follows a try. The rule: nothing is sent twice. A write is repeated only where it surely was not
 * processed (429, no connection) or where the user allows it; reads, PUT and DELETE are repeated on what passes by
 * itself, at most MAX_REPEATS times. 429s are waited out and do not count towards that, up to MAX_RATE_LIMITED or,
 * after long pauses, MAX_RATE_LIMITED_LONG. After a 500 only a read is repeated, at most MAX_REPEATS_ON_500 times.
 */
export function nextStep(input: PolicyInput): NextStep {
	const { status } = input.outcome;
	if (status !== undefined && status < 400) return { action: 'done' };
	if (status === 429) return afterRateLimit(input);
	const fault = describe(input.outcome);
	const uncertain = mayHaveBeenProcessed(input.outcome);
	const giveUp = (because: string) => givingUp(input, because, uncertain);
	if (status === 500 && input.kind === 'read') {
		if ((input.internalErrors ?? 1) > MAX_REPEATS_ON_500) return giveUp(`${fault}, also after ${MAX_REPEATS_ON_500} repeats`);
	} else if (!passesByItself(input.outcome)) return giveUp(`${fault}, which repeating does not mend`);
	if (input.kind === 'write' && uncertain && !input.retryWrites) {
		return giveUp(`${fault}; not repeated, because the service may have processed the request`);
	}
	const faults = input.attempt - input.rateLimitedTimes;
	if (faults > MAX_REPEATS) return giveUp(`${fault}, also after ${MAX_REPEATS} repeats`);
	const delayMs = input.outcome.retryAfterMs ?? backoffMs(faults, 500, input.random);
	if (delayMs > input.maxWaitMs) return giveUp(`${fault}; ${tooLong(delayMs, input.maxWaitMs)}`);
	const mayHaveHappened = hasHappened(input, uncertain);
	return { action: 'repeat', delayMs, because: fault, mayHaveHappened };
}

/**
 * Whether a write may have been carried out although its response is no usable answer.
 *
 * @param status below 400
 * @param why why the 2xx response cannot be used, if so
 */
export function mayFollowWork(status: number, why: Unreadable | undefined): boolean {
	if (status < 300) return why !== undefined && why !== 'refused';
	// RFC 9110, section 15.4: 307 and 308 ask for the same request elsewhere; 303 and in practice 301 and 302 follow work that is done.
	return status !== 307 && status !== 308;
}

function afterRateLimit(input: PolicyInput): NextStep {
	// A request answered 429 was refused before it was worked on, so it surely did not happen this time.
	const giveUp = (because: string) => givingUp(input, because, false);
	if (input.onRateLimit === 'fail') return giveUp('the rate limit of the API key is used up');
	const isLong = (input.outcome.retryAfterMs ?? 0) >= LONG_PAUSE_MS;
	if (input.rateLimitedTimes >= (isLong ? MAX_RATE_LIMITED_LONG : MAX_RATE_LIMITED)) {
		return giveUp(`the service answered 429 ${input.rateLimitedTimes} times to the same request`);
	}
	const delayMs =
		input.outcome.retryAfterMs ??
		Math.min(input.maxWaitMs, backoffMs(input.rateLimitedTimes, 1000, input.random));
	if (delayMs > input.maxWaitMs) {
		return giveUp(`the rate limit is used up and ${tooLong(delayMs, input.maxWaitMs)}`);
	}
	const because = 'the rate limit of the API key was used up';
	return { action: 'repeat', delayMs, because, mayHaveHappened: hasHappened(input, false) };
}

function givingUp(input: PolicyInput, because: string, uncertain: boolean): NextStep {
	return { action: 'giveUp', because, mayHaveHappened: hasHappened(input, uncertain) };
}

/** Whether this try or one before it may have been processed. */
function hasHappened(input: PolicyInput, uncertain: boolean): boolean {
	return input.kind !== 'read' && (uncertain || input.mayHaveHappenedBefore === true);
}

function tooLong(delayMs: number, maxWaitMs: number): string {
	return `the service asks to wait ${seconds(delayMs)}, longer than the ${seconds(maxWaitMs)} allowed`;
}

function seconds(ms: number): string {
	return `${Math.ceil(ms / 1000)} s`;
}

function describe({ status, errorCode }: Outcome): string {
	if (status !== undefined) return `the service answered ${status}`;
	return `no answer came (${errorCode ?? 'unknown reason'})`;
}

function passesByItself({ status, errorCode }: Outcome): boolean {
	if (status !== undefined) return REPEATABLE_STATUS.has(status);
	return errorCode !== undefined && (NEVER_CONNECTED.has(errorCode) || BROKEN.has(errorCode));
}

function mayHaveBeenProcessed({ status, errorCode }: Outcome): boolean {
	// 501 says that the service has no such operation; any other 5xx can come after the work was done.
	if (status !== undefined) return status >= 500 && status !== 501;
	return errorCode === undefined || !(NEVER_CONNECTED.has(errorCode) || NEVER_SENT.has(errorCode));
}
