import { isObject } from '../../transport/response/response';

/** The plain value of a resource locator; any other value as it is. */
export function valueOf(value: unknown): unknown {
	return isObject(value) && value.__rl === true ? value.value : value;
}

/** Whether a value is a uuid of any version. */
export function isUuid(value: unknown): boolean {
	return (
		typeof value === 'string' &&
		/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)
	);
}

/** Reference, sections 4.3 and 8: a pairing code has 8 characters. */
export function isPairingCode(value: string): boolean {
	return /^[a-z0-9]{8}$/i.test(value);
}

/**
 * A phone number as the service wants it: digits with country code.
 *
 * @returns the digits, without "+", spaces, brackets, dots and dashes; undefined when anything else is in it, or when it has
 *   fewer than 7 or more than 15 digits (the longest that ITU-T E.164 allows)
 */
export function normalizePhoneNumber(value: unknown): string | undefined {
	const digits = String(value ?? '').replace(/[\s+().\-\u2010-\u2015\u00a0]/g, '');
	return /^\d{7,15}$/.test(digits) ? digits : undefined;
}

/**
 * Name and value pairs, kept as n8n's HTTP Request node keeps them: `{ parameters: [{ name, value }] }`.
 *
 * @param json values that read as JSON are sent as what they say, all others as text
 * @returns an object; pairs without a name are dropped, of a name that comes twice a list is made
 */
export function readPairs(value: unknown, json: boolean): Record<string, unknown> {
	const list = isObject(value) && Array.isArray(value.parameters) ? value.parameters : [];
	const result: Record<string, unknown> = {};
	for (const pair of list) {
		if (!isObject(pair)) continue;
		const name = String(pair.name ?? '').trim();
		if (name === '') continue;
		const read = json ? readJson(pair.value) : pair.value;
		if (read === undefined || read === null) continue;
		const before = Object.hasOwn(result, name) ? result[name] : undefined;
		const merged: unknown = before === undefined ? read : [before, read].flat();
		// An own property even for a name like __proto__.
		Object.defineProperty(result, name, { value: merged, enumerable: true, configurable: true, writable: true });
	}
	return result;
}

function readJson(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	// Long numbers are IDs and phone numbers more often than quantities, and would lose digits.
	if (/^-?\d{10,}$/.test(value.trim())) return value;
	try {
		return JSON.parse(value) as unknown;
	} catch {
		return value;
	}
}
