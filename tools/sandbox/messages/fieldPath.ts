/** Values at paths with dots, such as `content.text`. */

export type Fields = Record<string, unknown>;

/** Returns the value at a path; undefined if nothing is there. */
export function valueAt(fields: Fields, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>((value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined), fields);
}

/** Puts a value at a path, and creates the objects on the way. An empty path or an undefined value changes nothing. */
export function putAt(fields: Fields, path: string, value: unknown): void {
	if (path === '' || value === undefined) return;
	const [key = '', ...rest] = path.split('.');
	if (rest.length === 0) return void (fields[key] = value);
	const inner = isObject(fields[key]) ? fields[key] : {};
	fields[key] = inner;
	putAt(inner, rest.join('.'), value);
}

/** Whether a value is an object and no list. */
export function isObject(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
