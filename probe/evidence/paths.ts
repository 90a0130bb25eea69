import type { Fields } from '../../nodes/shared/values';

/** Paths of fields, with dots between their names. */

/** Whether a path has names of fields: no values, and none that objects inherit. */
export const isUsable = (path: string) =>
	path
		.split('.')
		.every(
			(name) =>
				name.length < 60 &&
				/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(name) &&
				!/\d{3}/.test(name) &&
				!(name in Object.prototype),
		);

/** Whether a path is another one, or leads into it. */
export const within = (path: string, outer: string) => path === outer || path.startsWith(`${outer}.`);

/** Whether two paths cannot both have a value. */
export const overlap = (one: string, other: string) =>
	one !== '' && other !== '' && (within(one, other) || within(other, one));

/** Whether there is something at a path. */
export function isIn(body: Fields, path: string): boolean {
	let level: unknown = body;
	for (const name of path.split('.')) {
		if (typeof level !== 'object' || level === null || !Object.hasOwn(level, name)) return false;
		level = (level as Fields)[name];
	}
	return true;
}

/** Puts a value at a path with dots; the path of an object that is there already is kept. */
export function put(body: Fields, path: string, value: unknown): void {
	const names = path.split('.');
	const last = names.pop()!;
	let place = body;
	for (const name of names) {
		if (!Object.hasOwn(place, name)) place[name] = {};
		place = place[name] as Fields;
	}
	place[last] = value;
}
