import type { Redact } from '../credentials/credentials';
import type { AttemptResult } from '../errors/failure';
import { NotStoredError, type ServiceResponse, UnusableResponseError } from '../response';
import { ConnectionError, connectionErrorOf } from './connection';

/** One attempt to send a request, when it has ended. */
export interface Attempt {
	result: AttemptResult;
	/** The response, with its body already read. */
	response?: ServiceResponse;
	/** An error of n8n or this package, not of the service or the network; its stack is for developers. */
	cause?: unknown;
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
	const stack = String((error as Error).stack);
	return {
		response,
		result: { status, problem: { kind, message } },
		cause: redact(stack) === stack ? error : undefined,
	};
}

/** The longest text in the body that an error shows: enough for names and values, too short for a file. */
const MAX_TEXT = 100;
/** The longest body that an error shows. */
const MAX_BODY = 1_500;

/** Shows the body of a rejected request in an error, as JSON with long texts cut, and without the key of a link. */
export function showBody(body: unknown): string {
	const cut = (text: string, max: number) =>
		text.length > max ? `${text.slice(0, max)}… (${text.length} characters)` : text;
	const json = JSON.stringify(body, (_key, value: unknown) =>
		typeof value === 'string' ? cut(value, MAX_TEXT) : value,
	);
	return cut(json.replace(/signature=\w+/g, 'signature=…'), MAX_BODY);
}
