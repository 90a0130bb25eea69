import { isObject } from './values';

export const isPresent = (value: unknown): value is NonNullable<unknown> =>
	value !== undefined && value !== null && value !== '';

/** Returns a name without case, "_" and "-", which services write differently, and "@" of attributes. */
export const plainName = (name: string): string => name.replace(/[_@-]/g, '').toLowerCase();

export type Scalar = string | number | boolean;

export const isScalar = (value: unknown): value is Scalar =>
	typeof value === 'string' ? value !== '' : typeof value === 'number' || typeof value === 'boolean';

/** What a value that is an object stands for. */
const VALUES_OF_OBJECTS = ['serialized', 'id', 'userid', 'string'];

/** Returns a text, a number or a boolean, also if it is that of an object, or the first of a list. */
export function scalarOf(value: unknown): Scalar | undefined {
	if (isScalar(value)) return value;
	if (Array.isArray(value)) return isScalar(value[0]) ? value[0] : undefined;
	if (!isObject(value)) return undefined;
	const address = joinedAddress(value);
	if (address !== undefined) return address;
	const { low, high } = value;
	if (typeof low === 'number' && typeof high === 'number') return high * 2 ** 32 + (low >>> 0);
	for (const name of VALUES_OF_OBJECTS)
		for (const each in value) if (plainName(each) === name && isScalar(value[each])) return value[each];
	return undefined;
}

/** Returns an address whose parts are fields: `{ user, server }`. */
export function joinedAddress(value: unknown): string | undefined {
	if (!isObject(value)) return undefined;
	const part = (name: string) => Object.keys(value).find((each) => each.toLowerCase() === name) ?? '';
	const { [part('server')]: server, [part('user')]: user } = value;
	return isScalar(user) && isScalar(server) ? `${user}@${server}` : undefined;
}

/** Returns the values at a path with dots, of each entry of a list on the way, unless the path numbers them. */
export function valuesAt(value: unknown, path: string): unknown[] {
	return path.split('.').reduce<unknown[]>(
		(values, part) =>
			values.flatMap((each) => {
				if (!Array.isArray(each)) return child(each, part);
				return /^\d+$/.test(part)
					? each.slice(Number(part), Number(part) + 1)
					: each.flatMap((entry) => child(entry, part));
			}),
		[value],
	);
}

/** Returns the first value that a user's path leads to, in one object after the other; undefined without a path. */
export const valueAtPath = (path: string, ...objects: unknown[]): unknown =>
	path === '' ? undefined : objects.flatMap((each) => valuesAt(each, path)).find(isPresent);

function child(value: unknown, name: string): unknown[] {
	if (!isObject(value)) return [];
	if (Object.hasOwn(value, name)) return [value[name]];
	const plain = plainName(name.trim());
	const names = Object.keys(value).filter((each) => plainName(each) === plain);
	return names.slice(0, 1).map((each) => value[each]);
}

const NOT_GIVEN = /^(0|no|não|null|none|false|undefined|unknown)?$/i;

/** Whether a value stands for nothing: an empty list or object, or a word for none. */
export const isNone = (value: unknown): boolean =>
	typeof value === 'object' ? Object.keys(value ?? {}).length === 0 : NOT_GIVEN.test(String(value));

/** Whether a field has a value; a service may send all its fields, some with values that stand for none. */
export const isGiven = (value: unknown): true | undefined =>
	isNone(value) || (isObject(value) && Object.values(value).every(isNone)) ? undefined : true;

/** The possible units of a timestamp in ms, and the years in which a message may be. */
const UNITS = [1000, 1, 1e-3, 1e-6];
const EARLIEST = Date.UTC(2000);
const LATEST = Date.UTC(2100);
const NUMBER = /^\d+(\.\d+)?$/;
/** Any other text, or one without a time zone, can be read in several ways. */
const ISO_DATE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?\s?(Z|[+-]\d\d:?\d\d)$/i;

/** Reads a timestamp, in ms. The reference (section 2.9) does not show the unit, so the size decides. */
export function timeOf(timestamp: Scalar | undefined): number | undefined {
	const text = String(timestamp);
	const isNumber = NUMBER.test(text);
	if (!isNumber && !ISO_DATE.test(text)) return undefined;
	const times = isNumber ? UNITS.map((unit) => Number(text) * unit) : [Date.parse(text)];
	return times.find((each) => each > EARLIEST && each < LATEST);
}
