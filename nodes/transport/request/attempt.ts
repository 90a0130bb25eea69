import type { Failure } from '../errors/causes';
import { NotStoredError, type Redactor, type ServiceResponse, UnusableResponseError } from '../response/response';
import { errorEnvelope } from '../response/refusal';
import type { Body } from './body';
import { ConnectionError, connectionErrorOf } from './connection';
import {
	type AttemptHistory,
	type AttemptOutcome,
	type NextStep,
	nextStep,
	outcomeUnknownAfterResponse,
	type RetryOptions,
} from './retryPolicy';
import type { ServiceRequest } from './requestOnce';
import type { Redirects } from './url';

export interface Attempt {
	outcome: AttemptOutcome;
	/** The response, with its body already read. */
	response?: ServiceResponse;
	/** Why a 2xx response cannot be used: UnusableResponseError, NotStoredError, or any error while n8n processed it. */
	problem?: unknown;
}

/** Returns the result of an attempt that ended with an error; with the response if its headers arrived. */
export function attemptAfter(error: unknown, response?: ServiceResponse, body?: Body): Attempt {
	const broken = body?.brokenBy ?? (response === undefined ? error : undefined);
	if (broken === undefined && !(error instanceof ConnectionError)) {
		const isBroken = error instanceof UnusableResponseError && error.reason === 'brokenJson';
		// JSON without its end.
		const isCut = isBroken && /^\s*[[{]/.test(String(error.body));
		return { response, outcome: { status: response?.status, isCut }, problem: error };
	}
	const { code, isSent } = connectionErrorOf(broken ?? error, body && 'UNREADABLE_BODY');
	return { outcome: { networkCode: code, isSent } };
}

/** Says why a request failed for good, by its last attempt and what the retry policy decided. */
export function failureOf(
	{ response, problem, outcome }: Attempt,
	step: NextStep,
	sender: {
		request: ServiceRequest;
		attempts: AttemptHistory;
		options: RetryOptions;
		redactor: Redactor;
		redirects: Redirects;
	},
): Failure {
	const { request, attempts, options, redactor, redirects } = sender;
	const { status, networkCode, isSent, retryAfterMs } = outcome;
	const unusable = problem instanceof UnusableResponseError ? problem : undefined;
	const { code, message } = errorEnvelope(unusable?.body ?? response?.body);
	const isWrite = options.safety !== 'safe';
	const isOfN8n = problem !== undefined && !unusable;
	const isStorage = problem instanceof NotStoredError;
	const text = isOfN8n ? redactor.text(problem instanceof Error ? problem.message : String(problem)) : undefined;
	const outcomeUnknown =
		attempts.outcomeUnknown ||
		(step.action === 'fail' && step.outcomeUnknown) ||
		(status !== undefined && status < 400 && (isOfN8n || outcomeUnknownAfterResponse(status, unusable?.reason)));
	const retryingWrites = { ...options, retryWrites: true };
	return {
		status,
		code,
		serviceMessage: message,
		networkCode,
		isSent,
		unusableReason: unusable?.reason,
		redirectedTo: redirects.targetOf(response)?.host,
		storageMessage: isStorage ? text : undefined,
		processingMessage: isStorage ? undefined : text,
		pauseSeconds: status === 429 && retryAfterMs !== undefined ? Math.ceil(retryAfterMs / 1000) : undefined,
		mayWait: options.onRateLimit !== 'fail',
		attempts: attempts.count,
		outcomeUnknown: isWrite && outcomeUnknown,
		isWrite,
		sendsMessage: request.method === 'POST' && request.path === '/messages',
		retryWritesHelps:
			options.safety === 'unsafe' &&
			!options.retryWrites &&
			nextStep(outcome, attempts, retryingWrites, 0).action === 'retry',
	};
}
