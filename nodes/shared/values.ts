// This folder has what all others use: values of unknown types, texts and properties.

/** An object from outside, whose fields may be missing or of any type. */
export type Fields = Record<string, unknown>;

/** Whether a value is a JSON object: not null, not an array. */
export function isObject(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Converts a value to an item's JSON: objects stay as they are, anything else goes under `value`. */
export const asObject = (value: unknown): Fields => (isObject(value) ? value : { value });

/** Reads a boolean, if it is one; also as text, which expressions and AI models often return. */
export function booleanOf(value: unknown): boolean | undefined {
	const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (text === true || text === 'true') return true;
	return text === false || text === 'false' ? false : undefined;
}

/** Reads a whole number of at least `least`, also as text. @returns undefined for any other value */
export function countOf(value: unknown, least = 1): number | undefined {
	const number = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) && number >= least ? number : undefined;
}

/** Reads a string or a number as trimmed text; undefined for empty text and anything else, e.g. lists and NaN. */
export function textOf(value: unknown): string | undefined {
	const isText = typeof value === 'string' || typeof value === 'bigint' || Number.isFinite(value);
	return isText ? String(value).trim() || undefined : undefined;
}

/** Whether a text is a UUID, as the IDs of instances are (reference, section 4). */
export const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
