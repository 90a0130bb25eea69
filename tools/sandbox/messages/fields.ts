export type Fields = Record<string, unknown>;

/** Whether a value is an object and no list. */
export function isObject(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
