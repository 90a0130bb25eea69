import type { Redactor } from '../credentials/credentials';
import type { Failure, Problem } from '../errors/failure';
import { errorEnvelope, NotStoredError, type ServiceResponse, UnusableResponseError } from '../response';
import type { Body, ServiceRequest } from './requestOnce';
import { ConnectionError, connectionErrorOf } from './connection';
import type { AttemptHistory, AttemptResult, RetryOptions } from './retryPolicy';
import type { Redirects } from './url';

export interface Attempt {
	result: AttemptResult;
	/** The response, with its body already read. */
	response?: ServiceResponse;
}

/** What an attempt and its failure depend on. */
interface Sender {
	request: ServiceRequest;
	attempts: AttemptHistory;
	options: RetryOptions;
	redactor: Redactor;
	redirects: Redirects;
}

/** Returns the result of an attempt that ended with an error; with the response if its headers arrived. */
export function attemptAfter(
	error: unknown,
	{ redactor }: Pick<Sender, 'redactor'>,
	response?: ServiceResponse,
	received?: Body,
): Attempt {
	const broken = received?.brokenBy ?? (response === undefined ? error : undefined);
	if (broken !== undefined || error instanceof ConnectionError || response === undefined) {
		const { code, isSent } = connectionErrorOf(broken ?? error);
		return { result: { networkCode: code, isSent } };
	}
	const { status } = response;
	if (error instanceof UnusableResponseError) {
		const { reason, body } = error;
		return { response: { ...response, body }, result: { status, problem: { kind: 'unusable', reason } } };
	}
	const message = redactor.text(error instanceof Error ? error.message : String(error));
	const kind = error instanceof NotStoredError ? 'notStored' : 'notProcessed';
	return { response, result: { status, problem: { kind, message } } };
}

/** Says why a request failed for good, by its last attempt. @param outcomeUnknown as the retry policy decided */
export function failureOf(attempt: Attempt, outcomeUnknown: boolean, sender: Sender): Failure {
	const { request, attempts, options, redactor } = sender;
	const { status, networkCode, isSent } = attempt.result;
	const failed = {
		...{ attempts: attempts.count, outcomeUnknown },
		sendsMessage: request.method === 'POST' && request.path === '/messages',
	};
	if (status === undefined) {
		const isUnsent = options.safety !== 'safe' && isSent === false && !outcomeUnknown;
		return { ...failed, networkCode, isUnsent };
	}
	const problem = problemOf(attempt, sender);
	const { code, message: serviceMessage } = errorEnvelope(attempt.response?.body);
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

/** Says what is wrong beside the status. */
function problemOf({ response, result }: Attempt, { options, redirects }: Sender): Problem | undefined {
	const { status = 0, problem, retryAfterMs } = result;
	const mayWait = options.onRateLimit !== 'fail';
	if (status === 429 && retryAfterMs !== undefined && (!mayWait || retryAfterMs > options.maxWaitMs))
		return { kind: 'mustWait', seconds: Math.ceil(retryAfterMs / 1000), mayWait };
	const isRedirected = status >= 300 && status < 400;
	return isRedirected ? { kind: 'redirected', to: redirects.targetOf(response)?.host } : problem;
}

/** Whether the service understood the request, and did not accept its values. */
const isRejected = (status: number | undefined, problem: Problem | undefined): boolean =>
	status === 400 || status === 422 || (problem?.kind === 'unusable' && problem.reason === 'errorEnvelope');
