import type { IDataObject } from 'n8n-workflow';
import { type Headers, TOKEN_HEADER } from '../verification/verification';
import { asObject, isObject } from '../../shared/plainValues';

/**
 * Reads the events of a body. The reference (section 6) does not document it: each entry of an array is one event,
 * anything else is one event.
 *
 * @returns undefined if the body is not JSON
 */
export function readEvents(raw: Buffer): unknown[] | undefined {
	if (raw.length === 0) return [{}];
	try {
		const text = new TextDecoder('utf-8', { fatal: true }).decode(raw);
		return [JSON.parse(text) as unknown].flat();
	} catch {
		return undefined;
	}
}

export interface Filters {
	ignoreOwnMessages: boolean;
	/** Empty = all. */
	instanceIds: string[];
}

/** Whether an event passes the filters. It passes if the field is missing, or if one entry of a list passes. */
export function passesFilters(event: unknown, filters: Filters): boolean {
	if (filters.ignoreOwnMessages && findField(event, 'fromMe').every((value) => value === true))
		return false;
	if (filters.instanceIds.length === 0) return true;
	return findField(event, 'instanceId').some(
		(value) => value === undefined || filters.instanceIds.includes(String(value)),
	);
}

/**
 * Finds a field of a Message (reference, section 2.9) in the event, `data`, `message` or `data.message`, in this order
 * and for each entry of `data`. Other places may contain a quoted message.
 *
 * @returns the values at the first place that has the field, one per entry if it is a list; undefined for a missing
 *   field
 */
function findField(event: unknown, name: string): unknown[] {
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

/** Returns at least one entry; an empty list counts as a value without fields. */
function entriesOf(value: unknown): unknown[] {
	return Array.isArray(value) && value.length > 0 ? value : [value];
}

function field(value: unknown, name: string): unknown {
	return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Returns the item's JSON: the body or, with headers, `{ headers, body }` without the headers that contain secrets. */
export function itemJson(
	event: unknown,
	headers: Headers | undefined,
	signatureHeader: string,
): IDataObject {
	const body = asObject(event) as IDataObject;
	if (headers === undefined) return body;
	const hidden = [TOKEN_HEADER, signatureHeader, 'authorization', 'cookie'].map((name) =>
		name.toLowerCase(),
	);
	const shown = Object.entries(headers).filter(([name]) => !hidden.includes(name));
	return { headers: Object.fromEntries(shown) as IDataObject, body };
}
