import type { IDataObject } from 'n8n-workflow';
import { type Fields, isObject } from '../shared/plainValues';
import { messageOf } from './findMessages';
import type { EventMessage, EventNames } from './message';

/**
 * Returns the parts of a message under the names that all operations and the trigger use, without those that it does
 * not have.
 */
export function partsOf(message: EventMessage): IDataObject {
	const { address, timestamp } = message;
	return present({
		messageId: message.messageId,
		chatId: message.chatId,
		phone: address?.phone && `+${address.phone}`,
		status: message.status,
		text: message.text,
		type: message.type,
		fromMe: message.fromMe,
		isGroup: address?.kind && address.kind === 'group',
		instanceId: message.instanceId,
		timestamp,
		date: dateOf(timestamp),
	});
}

/**
 * Returns a record of a response with the parts of its message first; the record itself if it has none of them.
 *
 * @returns the parts, and the record as `raw`
 */
export function simplifiedRecord(record: unknown, names: EventNames): Fields {
	if (!isObject(record)) return { value: record };
	const parts = partsOf(messageOf(record, names));
	return Object.keys(parts).length === 0 ? record : { ...parts, raw: record };
}

/** Returns an object without the fields that are undefined. */
export function present(fields: Record<string, unknown>): IDataObject {
	const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
	return Object.fromEntries(entries) as IDataObject;
}

/** Tells the units of a timestamp since 1970 apart by their size: the reference (section 2.9) does not show the unit. */
function dateOf(timestamp: unknown): string | undefined {
	const isNumber = typeof timestamp === 'number' || /^\d+(\.\d+)?$/.test(String(timestamp));
	let ms = isNumber ? Number(timestamp) : Date.parse(String(timestamp));
	// Seconds are below until the year 5138, milliseconds from 1973 on above.
	if (isNumber && ms < 1e11) ms *= 1000;
	while (isNumber && ms >= 1e14) ms /= 1000;
	const date = new Date(ms);
	return Number.isNaN(date.getTime()) || timestamp === '' ? undefined : date.toISOString();
}
