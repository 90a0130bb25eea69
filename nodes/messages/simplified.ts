import type { IDataObject } from 'n8n-workflow';
import { type Fields, isObject } from '../shared/values';
import { messageOf } from './findMessages';
import type { EventMessage } from './message';
import type { EventNames } from './parts';

/** Returns the parts that a message has, under the names that all operations and the trigger use. */
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

/** Returns the parts of a record's message, and the record as `raw`; the record itself if it has none of them. */
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

/** The units of a timestamp since 1970, as the numbers below which they are, and their length in ms. */
const UNITS = [
	[1e11, 1000],
	[1e14, 1],
	[1e17, 1e-3],
	[1e20, 1e-6],
] as const;

/** Returns a timestamp as ISO 8601. The reference (section 2.9) does not show its unit, so the size decides. */
function dateOf(timestamp: unknown): string | undefined {
	const text = String(timestamp);
	const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
	const [, length = NaN] = UNITS.find(([end]) => (number ?? 0) < end) ?? [];
	const date = new Date(number === undefined ? Date.parse(text) : number * length);
	return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
