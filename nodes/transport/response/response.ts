// This folder tells whether a response can be used, and reads its records.

import { jsonOrText } from '../../shared/parse';
import { asObject, type Fields, isObject } from '../../shared/values';
import { isRefusal } from './refusal';

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

/**
 * Returns why a 2xx response is unusable, if it is: a web page, invalid JSON or a refusal.
 * @param isParsed whether the body was JSON; then a text is one
 */
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

const MARK = '[API key]';

/** A shorter key may be an ordinary word; redacting it would garble texts. */
const SHORTEST = 8;

/** Returns a pattern for a character from "!" to "~": as it is, or escaped in JSON or a URL. */
function patternOf(character: string): string {
	const hex = character.charCodeAt(0).toString(16);
	const escape = /["\\/]/.test(character) ? '\\\\?' : '';
	return `(?:${escape}${character.replace(/\W/, '\\$&')}|\\\\u00${hex}|%${hex})`;
}

/** Redacts the API key in responses, so that a key that the service echoes reaches no error, item or log. */
export class Redactor {
	private readonly pattern: RegExp | undefined;

	/** @param apiKey printable ASCII without spaces, as `parseCredentials` ensures */
	constructor(apiKey: string) {
		if (apiKey.length >= SHORTEST) this.pattern = new RegExp([...apiKey].map(patternOf).join(''), 'gi');
	}

	/** Redacts a text. In the raw text of JSON, this includes all strings and property names. */
	text(text: string): string {
		return this.pattern ? text.replace(this.pattern, MARK) : text;
	}

	/** Redacts the text of a response. @returns the parsed JSON, else the text */
	parse(text: string): unknown {
		return jsonOrText(this.text(text));
	}
}
