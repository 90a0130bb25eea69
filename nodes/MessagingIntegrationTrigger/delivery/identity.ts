import { type Headers, singleHeader } from '../verification/verification';
import { isPresent, valuesAt } from '../../messages/keys';
import type { DeliveredEvent } from '../events/events';
import { sha256 } from '../../shared/values';

/** Headers that usually contain the ID of a delivery or event; `x-webhook-id` usually identifies the webhook. */
const ID_HEADERS = [
	'x-delivery-id',
	'x-webhook-delivery-id',
	'x-event-id',
	'idempotency-key',
	'x-idempotency-key',
];

/**
 * Returns a key that is equal for duplicates: from the user's field, else from the raw bytes (parsing loses digits) and
 * an ID header. Different bodies are never duplicates: the ID may identify a message with several events.
 * @param events of the body; undefined if it is not JSON
 * @param path of the user's field in the event or in its message, e.g. `data.eventId`; empty = none
 * @param signedIds headers with the ID of a signed delivery; with others, a replay with another ID would be new
 */
export function deduplicationKey(
	headers: Headers,
	raw: Buffer,
	events: DeliveredEvent[] | undefined,
	path: string,
	signedIds?: string[],
): string {
	if (path !== '' && events !== undefined) {
		const values = events.map((event) => idAt(event, path));
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

/** The value at a path in an event; else, of each of its messages. */
function idAt({ event, messages }: DeliveredEvent, path: string): unknown {
	const [inEvent, ...others] = valuesAt(event, path);
	if (others.length > 0) return [inEvent, ...others];
	if (isPresent(inEvent)) return inEvent;
	const [only, ...more] = messages.map(({ record }) => valuesAt(record, path)[0]);
	return more.length > 0 && [only, ...more].every(isUsableId) ? [only, ...more] : only;
}
