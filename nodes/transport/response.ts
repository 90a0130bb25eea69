// What a response contains: a refusal, or nothing that can be used.

import { booleanOf, type Fields, isObject } from '../shared/values';

/** A response of the service, with any status. */
export interface ServiceResponse {
	/** The HTTP status. */
	status: number;
	/** Values by name in lower case, as n8n's helper returns them, without the API key. */
	headers: Record<string, unknown>;
	/** Parsed JSON, else the text as received. */
	body: unknown;
}

/** Why a 2xx response cannot be used; the errors say it in words. */
export type UnusableReason = 'html' | 'brokenJson' | 'errorEnvelope' | 'noFile' | 'fileTooLarge' | 'tooLarge';

/** A 2xx response cannot be used. Thrown while its body is read. */
export class UnusableResponseError extends Error {
	override name = 'UnusableResponseError';

	/** @param body parsed; it may contain the service's own code and message */
	constructor(
		readonly reason: UnusableReason,
		readonly body?: unknown,
	) {
		super(reason);
	}
}

/** n8n could not store a file that the service sent. The message is that of n8n. */
export class NotStoredError extends Error {
	override name = 'NotStoredError';
}

/** Returns the value of a header as text, the first one of several. @param name in lower case */
export function header(headers: Record<string, unknown>, name: string): string | undefined {
	const [value] = [headers[name]].flat() as unknown[];
	return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Returns whether a response says that it is JSON. */
export const isJson = ({ headers }: Pick<ServiceResponse, 'headers'>): boolean =>
	/[/+]json\b/i.test(header(headers, 'content-type') ?? '');

/** Returns why a 2xx response is unusable: a web page, invalid JSON or a refusal. @param isParsed if it was JSON */
export function unusableReason(response: ServiceResponse, isParsed = false): UnusableReason | undefined {
	const { body } = response;
	if (isRefusal(body)) return 'errorEnvelope';
	if (isParsed || typeof body !== 'string' || body.trim() === '') return undefined;
	const type = header(response.headers, 'content-type') ?? '';
	const text = body.trimStart();
	if (/html/i.test(type) || /^<(!doctype|html|head|body)/i.test(text)) return 'html';
	if (/json/i.test(type)) return text.startsWith('<') ? 'html' : 'brokenJson';
	return /^[[{]/.test(text) ? 'brokenJson' : undefined;
}

/** Whether a value is empty. Unlike an empty text, 0 and false are values of a record. */
export const isEmpty = (value: unknown): boolean =>
	typeof value === 'object' ? Object.keys(value ?? {}).length === 0 : value === undefined || value === '';

/** Whether the envelope says that the request failed (reference, section 7). Its flag may be called `ok`. */
const isUnsuccessful = ({ success, ok }: Fields): boolean => [success, ok].some((flag) => booleanOf(flag) === false);

/** Whether an object says that there is an error; it may contain a record as well. */
export const namesError = (fields: Fields): boolean =>
	isUnsuccessful(fields) || [fields.error, fields.errors].some(isError);

const isError = (value: unknown): boolean => Boolean(value) && !isEmpty(value) && booleanOf(value) !== false;

/** Fields that describe an error, unlike those of a record. */
const ERROR_KEYS = /^(errors?|message|code|statusCode)$/;

/** Whether the body of a 2xx response is a refusal: it says that the request failed, or has an error and no record. */
export function isRefusal(body: unknown): boolean {
	if (!isObject(body)) return false;
	if (isUnsuccessful(body)) return true;
	return namesError(body) && Object.entries(body).every(([key, value]) => ERROR_KEYS.test(key) || isEmpty(value));
}

/** Returns the code and the message of an error response (reference, section 7), if there are any. */
export function errorEnvelope(body: unknown): { code?: string; message?: string } {
	if (!isObject(body)) return {};
	const { code, message } = isObject(body.error) ? body.error : body;
	const [text] = [message, body.message, body.error].filter((candidate) => typeof candidate === 'string');
	return { code: typeof code === 'string' ? code : undefined, message: text };
}
