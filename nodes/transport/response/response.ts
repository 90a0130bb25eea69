/** A response of the service. */
export interface ServiceResponse {
	status: number;
	headers: Record<string, unknown>;
	/** Parsed JSON, else the text as received. */
	body: unknown;
}

/** Why a 2xx response cannot be used. */
export type UnusableReason = 'html' | 'brokenJson' | 'errorEnvelope' | 'noFile';

/** A 2xx response cannot be used. Thrown while its body is read. */
export class Unusable extends Error {
	override name = 'Unusable';

	constructor(
		readonly reason: UnusableReason,
		/** The parsed body, which may contain the service's own code and message. */
		readonly body?: unknown,
	) {
		super(reason);
	}
}

type Fields = Record<string, unknown>;

/** Whether a value is a JSON object: not null, not an array. */
export function isObject(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns the value of a header, the first one of several.
 *
 * @param name in lower case; the response may write it in any case
 */
export function rawHeader(headers: Record<string, unknown>, name: string): unknown {
	const value =
		headers[name] ?? Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
	return Array.isArray(value) ? value[0] : value;
}

/** Like `rawHeader`, but as text. */
export function header(headers: Record<string, unknown>, name: string): string | undefined {
	const value = rawHeader(headers, name.toLowerCase());
	return value === undefined || value === null ? undefined : String(value);
}

/** Returns whether the content type of a response is JSON. */
export function isJson(response: ServiceResponse): boolean {
	return /[/+]json\b/i.test(header(response.headers, 'content-type') ?? '');
}

/**
 * Returns why a 2xx response is unusable: `html` for a web page, `brokenJson` for invalid JSON, `errorEnvelope` for the error
 * envelope `{success: false, error}` (reference, section 7); undefined if it is usable.
 */
export function unusableReason(response: ServiceResponse): UnusableReason | undefined {
	const { body } = response;
	if (isObject(body)) {
		return body.success === false && body.error !== undefined ? 'errorEnvelope' : undefined;
	}
	if (typeof body !== 'string' || body.trim() === '') return undefined;
	const type = header(response.headers, 'content-type') ?? '';
	const text = body.trimStart();
	if (/html/i.test(type) || /^<(!doctype|html|head|body)/i.test(text)) return 'html';
	if (/json/i.test(type)) return text.startsWith('<') ? 'html' : 'brokenJson';
	if (/^[[{]/.test(text)) return 'brokenJson';
	return undefined;
}

/** Returns the code and the message of the error envelope (reference, section 7), if there is one. */
export function errorEnvelope(body: unknown): { code?: string; message?: string } {
	if (!isObject(body)) return {};
	const error = isObject(body.error) ? body.error : body;
	return {
		code: typeof error.code === 'string' ? error.code : undefined,
		message:
			typeof error.message === 'string'
				? error.message
				: typeof body.error === 'string'
					? body.error
					: undefined,
	};
}

/** Keys next to `data` that belong to the wrapper, not to a record. */
const WRAPPER_KEYS = new Set(['success', 'message', 'pagination', 'meta']);

function unwrapOnce(body: unknown): unknown {
	if (!isObject(body) || typeof body.data !== 'object' || body.data === null) return body;
	const others = Object.keys(body).filter((key) => key !== 'data');
	return others.every((key) => WRAPPER_KEYS.has(key)) ? body.data : body;
}

/**
 * Returns the record or records of a response, one object per record. An empty response (204, empty text) gives
 * `{success: true}`, `{data: {…}}` gives the inner record. Unknown fields are preserved.
 */
export function readRecords(body: unknown): Fields[] {
	if (body === undefined || body === null || (typeof body === 'string' && body.trim() === '')) {
		return [{ success: true }];
	}
	const record = unwrapOnce(body);
	return (Array.isArray(record) ? record : [record]).map(asObject);
}

/** Converts a value to an item's JSON: objects stay as they are, anything else goes under `value`. */
export function asObject(value: unknown): Fields {
	return isObject(value) ? value : { value };
}
