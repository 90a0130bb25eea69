import type { Failure, Problem } from '../errors/causes';
import { showBody } from '../errors/sentBody';
import { NotStoredError, type Redactor, type ServiceResponse, UnusableResponseError } from '../response/response';
import { errorEnvelope } from '../response/refusal';
import type { Body } from './body';
import { ConnectionError, connectionErrorOf } from './connection';
import {
	type AttemptHistory,
	type AttemptResult,
	type NextStep,
	nextStep,
	outcomeUnknownAfterResponse,
	type RetryOptions,
} from './retryPolicy';
import type { ServiceRequest } from './requestOnce';
import type { Redirects } from './url';

export interface Attempt {
	result: AttemptResult;
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
		return { response, result: { status: response?.status, isCut }, problem: error };
	}
	const { code, isSent } = connectionErrorOf(broken ?? error, body && 'UNREADABLE_BODY');
	return { result: { networkCode: code, isSent } };
}

/** What a failure depends on beside the attempt. */
interface Sender {
	request: ServiceRequest;
	attempts: AttemptHistory;
	options: RetryOptions;
	redactor: Redactor;
	redirects: Redirects;
}

/** Says why a request failed for good, by its last attempt and what the retry policy decided. */
export function failureOf(attempt: Attempt, step: NextStep, sender: Sender): Failure {
	const { request, attempts, options, redactor } = sender;
	const { status, networkCode, isSent } = attempt.result;
	const problem = problemOf(attempt, sender);
	const body = attempt.problem instanceof UnusableResponseError ? attempt.problem.body : undefined;
	const { code, message } = errorEnvelope(body ?? attempt.response?.body);
	const isWrite = options.safety !== 'safe';
	const outcomeUnknown =
		attempts.outcomeUnknown ||
		(step.action === 'fail' && step.outcomeUnknown) ||
		isUnknownAfter(attempt.result.status, problem);
	const sendsMessage = request.method === 'POST' && request.path === '/messages';
	return {
		...{ status, code, serviceMessage: message, problem, networkCode, isSent },
		...{ attempts: attempts.count, outcomeUnknown: isWrite && outcomeUnknown, isWrite },
		sendsMessage,
		sentBody: sendsMessage && isRejected(status, problem) ? redactor.text(showBody(request.body)) : undefined,
		retryWritesHelps: retryWritesHelps(attempt, attempts, options),
	};
}

/** Says what is wrong beside the status, if there is a response. */
function problemOf({ response, problem, result }: Attempt, sender: Sender): Problem | undefined {
	const { status, retryAfterMs } = result;
	if (problem instanceof UnusableResponseError) return { kind: 'unusable', reason: problem.reason };
	if (problem !== undefined) {
		const message = sender.redactor.text(problem instanceof Error ? problem.message : String(problem));
		return { kind: problem instanceof NotStoredError ? 'notStored' : 'notProcessed', message };
	}
	if (status === 429 && retryAfterMs !== undefined)
		return {
			kind: 'mustWait',
			seconds: Math.ceil(retryAfterMs / 1000),
			mayWait: sender.options.onRateLimit !== 'fail',
		};
	const isRedirected = status !== undefined && status >= 300 && status < 400;
	return isRedirected ? { kind: 'redirected', to: sender.redirects.targetOf(response)?.host } : undefined;
}

/** Whether the service understood the request, and did not accept its values. */
const isRejected = (status: number | undefined, problem: Problem | undefined): boolean =>
	status === 400 || status === 422 || (problem?.kind === 'unusable' && problem.reason === 'errorEnvelope');

/** Whether a write may have been carried out although its response cannot be used. */
function isUnknownAfter(status: number | undefined, problem: Problem | undefined): boolean {
	if (status === undefined || status >= 400) return false;
	if (problem?.kind === 'notStored' || problem?.kind === 'notProcessed') return true;
	return outcomeUnknownAfterResponse(status, problem?.kind === 'unusable' ? problem.reason : undefined);
}

function retryWritesHelps({ result }: Attempt, attempts: AttemptHistory, options: RetryOptions): boolean {
	if (options.safety !== 'unsafe' || options.retryWrites) return false;
	return nextStep(result, attempts, { ...options, retryWrites: true }, 0).action === 'retry';
}
