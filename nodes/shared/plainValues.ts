/**
 * A switch as a boolean, also in the form in which expressions and models often write it.
 *
 * @returns undefined for anything but true, false and their texts
 */
export function booleanOf(value: unknown): boolean | undefined {
	const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (text === true || text === 'true') return true;
	return text === false || text === 'false' ? false : undefined;
}

/**
 * A number of records.
 *
 * @returns undefined for anything but a whole number of at least 1, or its digits as text
 */
export function countOf(value: unknown): number | undefined {
	const number = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) && number >= 1 ? number : undefined;
}

/**
 * A text or a number as text without spaces around it.
 *
 * @returns undefined for what is empty, and for what is neither: lists, objects, switches, NaN
 */
export function textOf(value: unknown): string | undefined {
	if (typeof value !== 'string' && typeof value !== 'bigint' && !(typeof value === 'number' && Number.isFinite(value))) {
		return undefined;
	}
	const text = String(value).trim();
	return text === '' ? undefined : text;
}
