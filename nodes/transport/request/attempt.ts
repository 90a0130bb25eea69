import type { Redact } from '../credentials/credentials';
import type { Failure, Problem } from '../errors/failure';
import { errorEnvelope, NotStoredError, type ServiceResponse, UnusableResponseError } from '../response';
import type { ServiceRequest } from './requestOnce';
import { ConnectionError, connectionErrorOf } from './connection';
import type { AttemptHistory, AttemptResult, RetryOptions } from './retryPolicy';
import type { Redirects } from './url';

export interface Attempt {
	result: AttemptResult;
	/** The response, with its body already read. */
	response?: ServiceResponse;
}

/** Returns the result of an attempt that ended with an error; with the response if its headers arrived. */
export function attemptAfter(error: unknown, redact: Redact, response?: ServiceResponse): Attempt {
	if (response === undefined || error instanceof ConnectionError) {
		const { code, isSent } = connectionErrorOf(error);
		return { result: { networkCode: code, isSent } };
	}
	const { status } = response;
	if (error instanceof UnusableResponseError) {
		const { reason, body } = error;
		return { response: { ...response, body }, result: { status, problem: { kind: 'unusable', reason } } };
	}
	const message = redact(error instanceof Error ? error.message : String(error));
	const kind = error instanceof NotStoredError ? 'notStored' : 'notProcessed';
	return { response, result: { status, problem: { kind, message } } };
}

/** What a failure depends on, beside the last attempt. */
interface Sender {
	request: ServiceRequest;
	attempts: AttemptHistory;
	options: RetryOptions;
	redact: Redact;
	redirects: Redirects;
}

/** Says why a request failed for good, by its last attempt. @param outcomeUnknown as the retry policy decided */
export function failureOf(attempt: Attempt, outcomeUnknown: boolean, sender: Sender): Failure {
	const { request, attempts, options, redact } = sender;
	const { status, networkCode, isSent } = attempt.result;
	const { code, message: serviceMessage } = errorEnvelope(attempt.response?.body);
	const problem = problemOf(attempt, sender);
	const sendsMessage = request.method === 'POST' && request.path === '/messages';
	// The service understood the request, and did not accept its values.
	const isRejected =
		status === 400 || status === 422 || (problem?.kind === 'unusable' && problem.reason === 'errorEnvelope');
	return {
		...{ attempts: attempts.count, outcomeUnknown, sendsMessage },
		...{ status, problem, networkCode, code, serviceMessage },
		isUnsent: options.safety !== 'safe' && isSent === false && !outcomeUnknown,
		sentBody: sendsMessage && isRejected ? redact(showBody(request.body)) : undefined,
	};
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
