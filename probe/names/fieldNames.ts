import { type Fields, isObject } from '../../nodes/shared/values';
import { DEFAULT_FIELD_NAMES, parseFieldNames } from '../../nodes/transport/credentials/fieldNames';

/** Names by their key in the credentials' Field Names, e.g. `message.text`. */
export type Names = Record<string, string>;

/** The node's own name for a key; undefined if there is no such key. */
export function defaultName(key: string): string | undefined {
	const value = key
		.split('.')
		.reduce<unknown>((level, name) => (isObject(level) ? level[name] : undefined), DEFAULT_FIELD_NAMES);
	return typeof value === 'string' ? value : undefined;
}

/**
 * Returns what belongs into the field Field Names of the credentials: the names that differ from the defaults.
 *
 * @throws UserError if the node would not accept it
 */
export function fieldNamesOf(names: Names): Fields {
	const result: Fields = {};
	for (const key of Object.keys(names).sort()) {
		if (names[key] === defaultName(key)) continue;
		const path = key.split('.');
		const last = path.pop()!;
		let place = result;
		for (const name of path) place = (place[name] ??= {}) as Fields;
		place[last] = names[key];
	}
	parseFieldNames(result);
	return result;
}
