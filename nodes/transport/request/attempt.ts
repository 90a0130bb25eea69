import { readRetryAfter } from '../rateLimit/window/headers';
import type { Permit } from '../rateLimit/rateLimiter';
import type { Body } from '../response/body';
import { type ServiceResponse, UnusableResponseError, unusableReason } from '../response/response';
import type { TimeLimits } from '../response/timeLimits';
import { ConnectionError, connectionErrorOf } from '../response/connectionError';
import { NotSentError, requestOnce, type RequestInput, type ServiceRequest } from './requestOnce';
import type { AttemptOutcome } from './retryPolicy';

/** The result of one attempt. */
export interface Attempt {
	outcome: AttemptOutcome;
	/** The response, with its body already read. */
	response?: ServiceResponse;
	/** Why a 2xx response cannot be used: UnusableResponseError, NotStoredError, or any error while n8n processed it. */
	problem?: unknown;
}

/**
 * Sends a request once and reads the response to its end.
 *
 * @param permit from the rate limiter; undefined for other hosts
 * @param now returns the time, ms
 * @throws errors of n8n before the request was sent, and the signal's reason if the workflow is canceled
 */
export async function tryOnce(
	input: Omit<RequestInput, 'request'> & { request: ServiceRequest },
	limits: TimeLimits,
	permit: Permit | undefined,
	now: () => number,
	signal: AbortSignal | undefined,
): Promise<Attempt> {
	let response: ServiceResponse | undefined;
	let body: Body | undefined;
	let retryAfterMs: number | undefined;
	try {
		const streamed = await requestOnce(input, limits);
		const { status, headers } = streamed;
		body = streamed.body;
		response = { status, headers, body: undefined };
		// The rate limiter only needs the headers, and other requests must not wait for a long download.
		if (status < 300) permit?.release({ status, headers });
		response.body =
			status < 300 ? await readBody(input.request, response, body) : await body.readError();
		retryAfterMs = readRetryAfter(response.body, headers, now());
		return { response, outcome: { status, retryAfterMs } };
	} catch (error) {
		signal?.throwIfAborted();
		if (error instanceof NotSentError) {
			permit?.release();
			throw error.cause;
		}
		const broken = body?.brokenBy ?? (response === undefined ? error : undefined);
		if (broken === undefined && !(error instanceof ConnectionError)) {
			return {
				response,
				outcome: { status: response?.status, isCut: isCut(error) },
				problem: error,
			};
		}
		const { code, isSent } = connectionErrorOf(broken ?? error, body && 'UNREADABLE_BODY');
		return { outcome: { networkCode: code, isSent } };
	} finally {
		limits.end();
		permit?.release({ status: response?.status, headers: response?.headers, retryAfterMs });
	}
}

/** Whether a response is JSON without its end. */
function isCut(error: unknown): boolean {
	if (!(error instanceof UnusableResponseError) || error.reason !== 'brokenJson') return false;
	return /^\s*[[{]/.test(String(error.body));
}

async function readBody(
	request: ServiceRequest,
	response: ServiceResponse,
	body: Body,
): Promise<unknown> {
	// A 101 without a protocol looks like an empty response, but is not one.
	if (response.status < 200) throw new UnusableResponseError('brokenJson');
	// No request asks for a part of a resource.
	if (response.status === 206) throw new ConnectionError('PARTIAL_CONTENT', true);
	return await (request.receive?.(response, body) ?? readJson(response, body));
}

/**
 * Reads a 2xx response that is not a file.
 *
 * @returns parsed JSON, else text
 * @throws UnusableResponseError for a web page, invalid JSON, a refusal or a body that is too long
 */
export async function readJson(response: ServiceResponse, body: Body): Promise<unknown> {
	const value = await body.read();
	const reason = unusableReason({ ...response, body: value });
	if (reason !== undefined) throw new UnusableResponseError(reason, value);
	return value;
}
