import { createHash } from 'crypto';
import { isObject } from '../../transport/response/response';
import type { Payload } from './events';
import { type Headers, single } from '../verification/verification';

/** Headers that by their name hold the ID of a delivery or of its event. `x-webhook-id` is none: it usually names the webhook. */
const ID_HEADERS = ['x-delivery-id', 'x-webhook-delivery-id', 'x-event-id', 'idempotency-key', 'x-idempotency-key'];

/**
 * What makes two deliveries the same: the field that the user named, else the bytes. An ID in a header tells deliveries with the
 * same body apart, but never makes two of different bodies the same, since nobody knows what a sender counts by it: a message
 * has several events. The raw bytes count, since parsing loses digits of long numbers.
 *
 * @param path of the user's field, e.g. `data.eventId`; empty = none
 * @param signedIdHeader name of the header with the ID that is part of what is signed, if it is
 * @returns a short text to compare
 */
export function deduplicationKey(headers: Headers, raw: Buffer, payload: Payload, path: string, signedIdHeader?: string): string {
	if (path !== '' && 'events' in payload) {
		const values = payload.events.map((event) => at(event, path));
		if (values.length > 0 && values.every(isTelling)) return digest(`field ${path}\n${JSON.stringify(values)}`);
	}
	const name = idHeaders(headers, signedIdHeader).find((each) => single(headers, each) !== undefined);
	if (name === undefined) return digest(raw);
	return digest(`header ${name}\n${String(single(headers, name))}\n${digest(raw)}`);
}

/** The headers that count; `webhook-id` only beside a timestamp, as Standard Webhooks has it. */
function idHeaders(headers: Headers, signedIdHeader: string | undefined): string[] {
	const signed = signedIdHeader === undefined ? [] : [signedIdHeader.toLowerCase()];
	const standard = single(headers, 'webhook-timestamp') === undefined ? [] : ['webhook-id'];
	return [...signed, ...standard, ...ID_HEADERS];
}

/** Whether a value can be an ID: not missing, not empty, and no number that has lost digits. */
function isTelling(value: unknown): boolean {
	if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
	return value !== undefined && value !== null && value !== '';
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
