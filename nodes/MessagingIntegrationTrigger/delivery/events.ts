import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../transport/response/response';
import { type Headers, TOKEN_HEADER } from '../verification/verification';

/** Nesting that n8n itself still copes with when it stores and shows an item; deeper bodies are kept as a file. */
const MAX_DEPTH = 500;

/** A delivery's body: events, or bytes that are no JSON. */
export type Payload = { events: unknown[] } | { bytes: Buffer };

/**
 * Reads the body. The payload of an event is not shown in the reference (section 6): an array is one event an entry, anything
 * else is one event.
 */
export function readPayload(raw: Buffer): Payload {
	if (raw.length === 0) return { events: [{}] };
	try {
		const text = new TextDecoder('utf-8', { fatal: true }).decode(raw);
		if (depthOf(text) > MAX_DEPTH) return { bytes: raw };
		const value = JSON.parse(text) as unknown;
		return { events: Array.isArray(value) ? value : [value] };
	} catch {
		return { bytes: raw };
	}
}

function depthOf(json: string): number {
	let depth = 0;
	let deepest = 0;
	let quoted = false;
	for (let at = 0; at < json.length; at += 1) {
		const char = json[at];
		if (quoted) {
			if (char === '\\') at += 1;
			else if (char === '"') quoted = false;
		} else if (char === '"') quoted = true;
		else if (char === '{' || char === '[') deepest = Math.max(deepest, (depth += 1));
		else if (char === '}' || char === ']') depth -= 1;
	}
	return deepest;
}

export interface Filters {
	ignoreOwnMessages: boolean;
	/** Empty = all. */
	instanceIds: string[];
}

/** Whether an event passes the filters. One without the field in question passes, and so does a list in which any entry passes. */
export function passes(event: unknown, filters: Filters): boolean {
	if (filters.ignoreOwnMessages && find(event, 'fromMe').every((value) => value === true)) return false;
	if (filters.instanceIds.length === 0) return true;
	return find(event, 'instanceId').some((value) => value === undefined || filters.instanceIds.includes(String(value)));
}

/**
 * Looks for a field of a Message (reference, section 2.9) in the event, in `data`, in `message` and in `data.message`, in this
 * order, separately for each entry of `data`. Anything else may be a quoted message.
 *
 * @returns its value at the first place that has it, one for each entry where that place is a list; undefined stands for none
 */
function find(event: unknown, name: string): unknown[] {
	return entriesOf(event).flatMap((each) =>
		entriesOf(field(each, 'data')).flatMap((data) => {
			for (const place of [each, data, field(each, 'message'), field(data, 'message')]) {
				const values = entriesOf(place).map((entry) => field(entry, name) ?? undefined);
				if (values.some((value) => value !== undefined)) return values;
			}
			return [undefined];
		}),
	);
}

/** At least one entry: an empty list holds no field, like any other value. */
function entriesOf(value: unknown): unknown[] {
	return Array.isArray(value) && value.length > 0 ? value : [value];
}

function field(value: unknown, name: string): unknown {
	return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** JSON of the item of an event: the body as sent; with headers `{ headers, body }`, the token taken out. */
export function itemJson(event: unknown, headers: Headers | undefined, signatureHeader?: string): IDataObject {
	const body = isObject(event) ? (event as IDataObject) : { value: event as IDataObject };
	if (headers === undefined) return body;
	const hidden = new Set([TOKEN_HEADER, signatureHeader ?? '', 'authorization', 'cookie'].map((name) => name.toLowerCase()));
	const shown = Object.entries(headers).filter(([name]) => !hidden.has(name));
	return { headers: Object.fromEntries(shown) as IDataObject, body };
}
