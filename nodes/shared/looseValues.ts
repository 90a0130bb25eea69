import { isObject } from './values';

/** Whether there is a value; an empty text is none. */
export const isPresent = (value: unknown): value is NonNullable<unknown> =>
	value !== undefined && value !== null && value !== '';

/** Returns a name without case, "_" and "-", which services write differently, and "@" of attributes. */
export const plainName = (name: string): string => name.replace(/[_@-]/g, '').toLowerCase();

/** A value that is neither an object nor a list. */
export type Scalar = string | number | boolean;

/** Whether a value is a text that is not empty, a number or a boolean. */
export const isScalar = (value: unknown): value is Scalar =>
	typeof value === 'string' ? value !== '' : typeof value === 'number' || typeof value === 'boolean';

/** The fields, by plain name, that an object may stand for. */
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
		for (const key in value) if (plainName(key) === name && isScalar(value[key])) return value[key];
	return undefined;
}

/** Returns an address whose parts are fields: `{ user, server }`. */
export function joinedAddress(value: unknown): string | undefined {
	if (!isObject(value)) return undefined;
	const part = (name: string) => Object.keys(value).find((key) => key.toLowerCase() === name) ?? '';
	const { [part('server')]: server, [part('user')]: user } = value;
	return isScalar(user) && isScalar(server) ? `${user}@${server}` : undefined;
}

/** Returns the values at a path with dots, of each entry of a list on the way, unless the path numbers them. */
export function valuesAt(value: unknown, path: string): unknown[] {
	return path.split('.').reduce<unknown[]>(
		(values, part) =>
			values.flatMap((parent) => {
				if (!Array.isArray(parent)) return child(parent, part);
				return /^\d+$/.test(part)
					? parent.slice(Number(part), Number(part) + 1)
					: parent.flatMap((entry) => child(entry, part));
			}),
		[value],
	);
}

/** Returns the first value that a user's path leads to, in one object after the other; undefined without a path. */
export const valueAtPath = (path: string, ...objects: unknown[]): unknown =>
	path === '' ? undefined : objects.flatMap((object) => valuesAt(object, path)).find(isPresent);

function child(value: unknown, name: string): unknown[] {
	if (!isObject(value)) return [];
	if (Object.hasOwn(value, name)) return [value[name]];
	const plain = plainName(name.trim());
	const keys = Object.keys(value).filter((key) => plainName(key) === plain);
	return keys.slice(0, 1).map((key) => value[key]);
}

const WORDS_FOR_NONE = /^(0|no|não|null|none|false|undefined|unknown)?$/i;

/** Whether a value stands for nothing: an empty list or object, or a word for none. */
export const isNone = (value: unknown): boolean =>
	typeof value === 'object' ? Object.keys(value ?? {}).length === 0 : WORDS_FOR_NONE.test(String(value));

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
	return times.find((time) => time > EARLIEST && time < LATEST);
}
