import type { Failure, Problem } from '../errors/failure';
import { NotStoredError, type Redactor, type ServiceResponse, UnusableResponseError } from '../response/response';
import { errorEnvelope } from '../response/refusal';
import type { Body } from './body';
import { ConnectionError, connectionErrorOf } from './connection';
import { type AttemptHistory, type AttemptResult, nextStep, type RetryOptions } from './retryPolicy';
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
export function attemptAfter(error: unknown, response?: ServiceResponse, received?: Body): Attempt {
	const broken = received?.brokenBy ?? (response === undefined ? error : undefined);
	if (broken === undefined && !(error instanceof ConnectionError)) {
		const { reason, body } = error instanceof UnusableResponseError ? error : { reason: 'other' as const };
		// JSON without its end.
		const isCut = reason === 'brokenJson' && /^\s*[[{]/.test(String(body));
		return { response, result: { status: response?.status, isCut, unusable: reason }, problem: error };
	}
	const { code, isSent } = connectionErrorOf(broken ?? error, received && 'UNREADABLE_BODY');
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

/** Says why a request failed for good, by its last attempt. @param outcomeUnknown as the retry policy decided */
export function failureOf(attempt: Attempt, outcomeUnknown: boolean, sender: Sender): Failure {
	const { request, attempts, options, redactor } = sender;
	const { status, networkCode, isSent } = attempt.result;
	const problem = problemOf(attempt, sender);
	const failed = {
		...{ attempts: attempts.count, isWrite: options.safety !== 'safe', outcomeUnknown },
		sendsMessage: request.method === 'POST' && request.path === '/messages',
		retryWritesHelps: nextStep(attempt.result, attempts, { ...options, retryWrites: true }, 0).action === 'retry',
	};
	if (status === undefined) return { ...failed, networkCode, isSent };
	const body = attempt.problem instanceof UnusableResponseError ? attempt.problem.body : undefined;
	const { code, message: serviceMessage } = errorEnvelope(body ?? attempt.response?.body);
	const isShown = failed.sendsMessage && isRejected(status, problem);
	const sentBody = isShown ? redactor.text(showBody(request.body)) : undefined;
	return { ...failed, status, problem, code, serviceMessage, sentBody };
}

/** Long enough for names and values, too short for a file. */
const MAX_TEXT = 100;
const MAX_BODY = 1_500;

/** Shows the body of a rejected request in an error, as JSON with long texts cut, and without the key of a link. */
function showBody(body: unknown): string {
	const cut = (text: string, max: number) =>
		text.length > max ? `${text.slice(0, max)}… (${text.length} characters)` : text;
	const json = JSON.stringify(body, (_key, value: unknown) =>
		typeof value === 'string' ? cut(value, MAX_TEXT) : value,
	);
	return cut(json.replace(/signature=\w+/g, 'signature=…'), MAX_BODY);
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
