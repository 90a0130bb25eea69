import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../transport/answer';
import { type Headers, TOKEN_HEADER } from './verification';

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

/** Whether an event passes the filters. One without the field in question passes. */
export function passes(event: unknown, filters: Filters): boolean {
	if (filters.ignoreOwnMessages && find(event, 'fromMe') === true) return false;
	if (filters.instanceIds.length === 0) return true;
	const instance = find(event, 'instanceId');
	return instance === undefined || filters.instanceIds.includes(String(instance));
}

/** Looks for a field where the Message record has it (reference, section 2.9): at the top level, or one level down. */
function find(event: unknown, name: string): unknown {
	if (!isObject(event)) return undefined;
	if (Object.hasOwn(event, name)) return event[name];
	const inner = Object.values(event).find((value) => isObject(value) && Object.hasOwn(value, name));
	return isObject(inner) ? inner[name] : undefined;
}

/** Headers under which senders number their deliveries; a repeated delivery keeps its number. */
const ID_HEADERS = [
	'webhook-id',
	'x-webhook-id',
	'x-delivery-id',
	'x-webhook-delivery-id',
	'x-event-id',
	'idempotency-key',
	'x-idempotency-key',
];

/**
 * What makes two deliveries the same: the ID in a header, else the field that the user named, else the bytes. Never the ID of a
 * message alone, since one message has several events (sent, delivered, read).
 *
 * @param path of the user's field, e.g. `data.eventId`; empty = none
 * @returns a short text to compare
 */
export function identityOf(headers: Headers, raw: Buffer, payload: Payload, path: string): string {
	const name = ID_HEADERS.find((each) => typeof headers[each] === 'string' && headers[each] !== '');
	if (name !== undefined) return digest(`${name}\n${String(headers[name])}`);
	if (path !== '' && 'events' in payload) {
		const values = payload.events.map((event) => at(event, path));
		if (values.length > 0 && values.every((value) => value !== undefined && value !== null)) {
			return digest(`field ${path}\n${JSON.stringify(values)}`);
		}
	}
	return digest(raw);
}

function at(event: unknown, path: string): unknown {
	return path.split('.').reduce<unknown>((value, name) => {
		if (Array.isArray(value)) return value[Number(name)] as unknown;
		return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
	}, event);
}

function digest(value: string | Buffer): string {
	return createHash('sha256').update(value).digest('base64');
}

/** JSON of the item of an event: the body as sent; with headers `{ headers, body }`, the token taken out. */
export function itemJson(event: unknown, headers: Headers | undefined, signatureHeader?: string): IDataObject {
	const body = isObject(event) ? (event as IDataObject) : { value: event as IDataObject };
	if (headers === undefined) return body;
	const hidden = new Set([TOKEN_HEADER, signatureHeader ?? '', 'authorization', 'cookie'].map((name) => name.toLowerCase()));
	const shown = Object.entries(headers).filter(([name]) => !hidden.has(name));
	return { headers: Object.fromEntries(shown) as IDataObject, body };
}
