import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../shared/plainValues';

/** Returns the plain value of a resource locator, and any other value unchanged. */
export function locatorValue(value: unknown): unknown {
	return isObject(value) && value.__rl === true ? value.value : value;
}

/** Removes empty fields, but keeps false and 0. Replaces resource locators by their plain values, and trims IDs. */
export function withoutEmpty(values: IDataObject = {}): IDataObject {
	const entries = Object.entries(values)
		.map(
			([name, value]) =>
				[name, IDS.has(name) ? trimmed(locatorValue(value)) : locatorValue(value)] as const,
		)
		.filter(([, value]) => value !== undefined && value !== null && value !== '');
	return Object.fromEntries(entries) as IDataObject;
}

/** Fields whose value is trimmed. */
const IDS = new Set(['instanceId', 'chatId']);

/** Trims a text; returns any other value unchanged. */
export function trimmed(value: unknown): unknown {
	return typeof value === 'string' ? value.trim() : value;
}

/** Returns whether a value is a UUID of any version. */
export function isUuid(value: unknown): boolean {
	return (
		typeof value === 'string' &&
		/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)
	);
}

/**
 * Reads name and value pairs in the format of n8n's HTTP Request node: `{ parameters: [{ name, value }] }`.
 *
 * @param json parses values that are valid JSON and keeps all others as text
 * @returns an object; pairs without a name are dropped, and the values of duplicate names become a list
 */
export function readPairs(value: unknown, json: boolean): IDataObject {
	const list = isObject(value) && Array.isArray(value.parameters) ? value.parameters : [];
	const result: IDataObject = {};
	for (const pair of list) {
		if (!isObject(pair)) continue;
		const name = String(pair.name ?? '').trim();
		if (name === '') continue;
		const read = json ? readJson(pair.value) : pair.value;
		if (read === undefined || read === null) continue;
		const previous = Object.hasOwn(result, name) ? result[name] : undefined;
		const merged: unknown = previous === undefined ? read : [previous, read].flat();
		// Assigning to a name like __proto__ would not create an own property.
		Object.defineProperty(result, name, {
			value: merged,
			enumerable: true,
			configurable: true,
			writable: true,
		});
	}
	return result;
}

function readJson(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	// Long numbers are usually IDs or phone numbers, and would lose digits.
	if (/^-?\d{10,}$/.test(value.trim())) return value;
	try {
		const parsed = JSON.parse(value) as unknown;
		// A number such as 1e400 is too large, and would be sent as null.
		return typeof parsed === 'number' && !Number.isFinite(parsed) ? value : parsed;
	} catch {
		return value;
	}
}
