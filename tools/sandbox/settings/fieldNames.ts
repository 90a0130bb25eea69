import { isDeepStrictEqual } from 'node:util';
import type { Dialect } from '../types/dialect';
import { dialectOf } from './dialects';

/**
 * Returns the Field Names for the node's credentials with which it fits a dialect, without those groups that are as in
 * the dialect `documented`, whose names are the node's defaults.
 */
export function fieldNamesOf(dialect: Dialect): Record<string, object> {
	const names = { ...dialect.fieldNames, event: eventNamesOf(dialect) };
	const defaults: Record<string, object> = { ...dialectOf().fieldNames, event: {} };
	return Object.fromEntries(Object.entries(names).filter(([key, group]) => !isDeepStrictEqual(group, defaults[key])));
}

/** Names that the node finds by itself are missing: those of every shape but `foreign`. */
function eventNamesOf({ events: { path, fields } }: Dialect): Record<string, string> {
	if (fields.fromMe === undefined) return {};
	const names = path.split('.').map((each) => each.replaceAll('[]', '').split('+'));
	return {
		message: names.map((each) => each.at(-1)).join('.'),
		name: names[0]!.length > 1 ? names[0]![0]! : '',
		...fields,
	};
}
