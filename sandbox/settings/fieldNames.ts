import { isDeepStrictEqual } from 'node:util';
import type { Dialect } from '../types/dialect';
import type { FieldNames } from '../types/sandbox';
import { dialectOf } from './dialects';

/**
 * Returns the Field Names for the node's credentials with which it fits a dialect. The keys are those of the node; the
 * names of the dialect `documented` are missing, because they are the node's defaults.
 */
export function fieldNamesOf(dialect: Dialect): FieldNames {
	return without(namesOf(dialect), namesOf(dialectOf())) ?? {};
}

function namesOf(dialect: Dialect): FieldNames {
	return { ...(dialect.fieldNames as unknown as FieldNames), event: eventNamesOf(dialect) };
}

/** Names that the node finds by itself are missing: those of every shape but `foreign`. */
function eventNamesOf({ events: { path, fields } }: Dialect): FieldNames {
	if (fields.fromMe === undefined) return {};
	const names = path.split('.').map((each) => each.replaceAll('[]', '').split('+'));
	return {
		message: names.map((each) => each.at(-1)).join('.'),
		name: names[0]!.length > 1 ? names[0]![0]! : '',
		...fields,
	};
}

/** Leaves out what is the same; undefined if all is. An example is kept as a whole. */
function without(names: FieldNames, defaults: FieldNames): FieldNames | undefined {
	const different = Object.entries(names).flatMap(([key, value]): Array<[string, FieldNames[string]]> => {
		const fallback = defaults[key] ?? {};
		if (isDeepStrictEqual(value, fallback)) return [];
		const isWhole = typeof value === 'string' || typeof fallback === 'string' || /message$/i.test(key);
		const rest = isWhole ? value : without(value, fallback);
		return rest === undefined ? [] : [[key, rest]];
	});
	return different.length === 0 ? undefined : Object.fromEntries(different);
}
