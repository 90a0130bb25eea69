// What a response contains: records, a refusal, or nothing that can be used.

import { asObject, booleanOf, type Fields, isObject, textOf } from '../shared/values';

export interface ServiceResponse {
	status: number;
	headers: Record<string, unknown>;
	/** Parsed JSON, else the text as received. */
	body: unknown;
}

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

export class NotStoredError extends Error {
	override name = 'NotStoredError';
}

/** Returns the value of a header as text, the first one of several. @param name in lower case */
export function header(headers: Record<string, unknown>, name: string): string | undefined {
	const values = headers[name] ?? Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
	const value: unknown = Array.isArray(values) ? values[0] : values;
	return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

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

/** The most records of a list: n8n passes them to `push(...items)`, and the stack has room for about 120,000. */
export const MAX_RECORDS = 100_000;

/** Fields of a wrapper, not of a record. */
const WRAPPER_KEYS = /^(data|success|message|pagination|meta)$/;

/**
 * Returns the records of a response, bare or in `data`, one object each; `{success: true}` if it is empty, because
 * nothing after the node would run without an item.
 * @param isList whether an empty list is one without records, not the response to a write
 */
export function readRecords(body: unknown, isList = false): Fields[] {
	if (body === undefined || body === null || (typeof body === 'string' && body.trim() === ''))
		return [{ success: true }];
	const data = isObject(body) && typeof body.data === 'object' ? body.data : undefined;
	const isWrapper = data && Object.keys(body).every((key) => WRAPPER_KEYS.test(key));
	const records = [isWrapper ? data : body].flat();
	return records.length === 0 && !isList ? [{ success: true }] : records.map(asObject);
}

/** Fields that say whether a request succeeded. */
const FLAG = /^(success|ok|isSuccess|succeeded|successful)$/i;

/** Fields that may say it, unless they belong to a record: an instance, too, has a status, which may be "error". */
const STATES = ['status', 'state', 'result', 'type', 'sent', 'accepted', 'statusCode', 'code'];

const FAILED = /^(error|err|fail|failed|failure|rejected|refused|ko|nok|false|[45]\d\d)$/i;

/** Names of what a refusal says in words. */
const WORDS = ['message', 'msg', 'detail', 'description', 'reason', 'title', 'error'];

/** Fields that may stand beside an error text, unlike those of a record. */
const BESIDE_TEXT = /^(error|message|code|statusCode|path|timestamp|requestId|traceId)$/;

/** Fields that may stand beside a state that says that a request failed. */
const BESIDE_STATE = new RegExp(`${BESIDE_TEXT.source}|^(${[...STATES, ...WORDS].join('|')}|instance)$`);

/** Whether a value says nothing. Unlike nothing, 0 and false are values of a record. */
const isNothing = (value: unknown) =>
	value === undefined || value === null || (Array.isArray(value) && value.length === 0);

const isFilled = (value: unknown) =>
	typeof value === 'object' ? Object.keys(value ?? {}).length > 0 : Boolean(value) && booleanOf(value) !== false;

const isListed = (value: unknown) => typeof value === 'object' && isFilled(value);

const isFailed = (state: unknown) => state === false || FAILED.test(textOf(state) ?? '');

function flagOf(fields: Fields): boolean | undefined {
	const flags = Object.keys(fields).filter((key) => FLAG.test(key));
	const read = (value: unknown) => (/^(0|no)$/i.test(textOf(value) ?? '') ? false : booleanOf(value));
	return flags.map((key) => read(fields[key])).find((each) => each !== undefined);
}

/** Whether an object says that there is an error (reference, section 7); it may contain a record as well. */
export const namesError = (fields: Fields): boolean =>
	flagOf(fields) === false || isFilled(fields.error) || isFilled(fields.errors);

/**
 * Whether the body of a 2xx response is a refusal: the error envelope (reference, section 7) or another common form,
 * also in `data`, and nothing else that could be a record.
 */
export function isRefusal(body: unknown): boolean {
	if (Array.isArray(body)) return body.length === 1 && isObject(body[0]) && isRefusal(body[0]);
	if (!isObject(body)) return false;
	const flag = flagOf(body);
	if (flag !== undefined) return !flag;
	const filled = Object.keys(body).filter((key) => !isNothing(body[key]));
	const inside = [body.data, body.result, body.response].find(isObject);
	if (filled.length === 1 && inside) return isRefusal(inside);
	return isErrorAlone(body, filled) || isFailedState(body);
}

function isErrorAlone({ error, errors, ...body }: Fields, filled: string[]): boolean {
	const isClaimed = filled.some((key) => /^(is|has)(error|failed)$/i.test(key) && booleanOf(body[key]));
	if (isListed(error) || isListed(errors) || booleanOf(error) === true || isClaimed)
		return !filled.some((key) => key === 'id' || key === 'data' || (isClaimed && key === 'messageId'));
	const isStatus = (key: string) => key === 'status' && /^[45]\d\d$/.test(String(body.status));
	const isText = textOf(error) !== undefined && booleanOf(error) === undefined;
	return isText && filled.every((key) => BESIDE_TEXT.test(key) || isStatus(key));
}

/** Whether one field says that the request failed, another one why, perhaps in `data`, and nothing else is there. */
function isFailedState(body: Fields): boolean {
	const all = isObject(body.data) ? { ...body.data, ...body, data: undefined } : body;
	const isExplained = WORDS.some((name) => name !== 'error' && textOf(all[name]) !== undefined);
	const isKnown = (key: string) => BESIDE_STATE.test(key) || isNothing(all[key]);
	return isExplained && STATES.some((name) => isFailed(body[name])) && Object.keys(all).every(isKnown);
}

/** Returns the code and the message of an error response (reference, section 7), if there are any. */
export function errorEnvelope(body: unknown): { code?: string; message?: string } {
	if (!isObject(body)) return {};
	const [first] = [body.errors, body.error].map((each) => (Array.isArray(each) ? (each[0] as unknown) : undefined));
	const places = [body.error, first, body].filter(isObject);
	const textAt = (names: string[]) =>
		places.flatMap((place) => names.map((name) => place[name])).find((each) => typeof each === 'string');
	return { code: textAt(['code']), message: textAt(WORDS) ?? textOf(first) };
}
