import { type Headers, singleHeader } from '../verification/verification';
import { isObject } from '../../shared/plainValues';
import { sha256 } from '../../shared/text';

/** Headers that usually contain the ID of a delivery or event; `x-webhook-id` usually identifies the webhook. */
const ID_HEADERS = [
	'x-delivery-id',
	'x-webhook-delivery-id',
	'x-event-id',
	'idempotency-key',
	'x-idempotency-key',
];

/**
 * Returns a key that is equal for duplicate deliveries: from the user's field, else from the raw bytes and an ID
 * header. Different bodies are never duplicates, even with the same ID, because the ID may identify a message with
 * several events. The raw bytes are used because parsing loses digits of long numbers.
 *
 * @param events of the body; undefined if it is not JSON
 * @param path of the user's field, e.g. `data.eventId`; empty = none
 * @param signedIds headers with the ID of a signed delivery. Without a signature, every usual ID header counts; next to
 *   one, only signed headers do, or a replay with another ID would be new.
 */
export function deduplicationKey(
	headers: Headers,
	raw: Buffer,
	events: unknown[] | undefined,
	path: string,
	signedIds?: string[],
): string {
	if (path !== '' && events !== undefined) {
		const values = events.map((event) => readPath(event, path));
		if (values.length > 0 && values.every(isUsableId))
			return sha256(`field ${path}\n${JSON.stringify(values)}`);
	}
	const names = signedIds ?? unsignedIds(headers);
	const name = names.find((each) => singleHeader(headers, each) !== undefined)?.toLowerCase();
	if (name === undefined) return sha256(raw);
	return sha256(`header ${name}\n${String(singleHeader(headers, name))}\n${sha256(raw)}`);
}

/** Returns the usual ID headers; `webhook-id` only next to a timestamp, as in Standard Webhooks. */
function unsignedIds(headers: Headers): string[] {
	const isStandard = singleHeader(headers, 'webhook-timestamp') !== undefined;
	return isStandard ? ['webhook-id', ...ID_HEADERS] : ID_HEADERS;
}

/** Whether a value can be an ID: present, not empty, and not a number that lost digits. */
function isUsableId(value: unknown): boolean {
	if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
	return value !== undefined && value !== null && value !== '';
}

function readPath(event: unknown, path: string): unknown {
	return path.split('.').reduce<unknown>((value, name) => {
		if (Array.isArray(value)) return value[Number(name)] as unknown;
		return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
	}, event);
}
