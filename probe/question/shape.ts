import { type Fields, isObject } from '../../nodes/shared/values';
import { readList, type ListPage } from '../../nodes/transport/lists/listPage';
import type { Answer } from './question';

/** What may be shown of a response: names, types and words, never values that may be personal. */

/** Whether a text is a name rather than a value: no spaces, and no number inside. */
const isName = (text: string) => /^[A-Za-z_$][\w$-]{0,39}$/.test(text) && !/\d{3}/.test(text);

const code = (text: string) => `\`${text}\``;

/** Lists names, and says how many are not shown because they look like values. */
function shownNames(names: string[]): string {
	const shown = names.filter(isName).map(code);
	const hidden = names.length - shown.length;
	const rest = hidden === 0 ? [] : [`${hidden} that the probe does not show`];
	return [...shown, ...rest].join(', ') || 'none';
}

/** Lists the different words that a field has, e.g. kinds of messages. More than twelve are no enumeration. */
export function words(values: unknown[]): string {
	const found = [...new Set(values)].filter((each) => typeof each === 'string');
	const shown = found.filter((each) => /^[A-Za-z][\w.:-]{0,49}$/.test(each) && !/\d{3}/.test(each));
	if (found.length === 0) return 'none';
	if (found.length > 12) return `${found.length} different texts, which the probe does not show`;
	return [
		...shown.map(code),
		...(shown.length < found.length ? [`${found.length - shown.length} not shown`] : []),
	].join(', ');
}

/** Lists paths of names. */
export const shownPaths = (paths: string[]) =>
	paths
		.filter((path) => path.split('.').every(isName))
		.map(code)
		.join(', ');

/** An error code, if it is one. */
export function shownCode(text?: string): string {
	return text !== undefined && /^[A-Z][A-Z_]{2,39}$/.test(text) ? code(text) : 'none shown';
}

const typeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** The structure of a body: its names, and those of what it wraps. */
export function shapeOf(body: unknown): string {
	if (body === undefined || body === '') return 'empty';
	if (Array.isArray(body)) return 'array';
	if (!isObject(body)) return typeof body;
	const parts = Object.entries(body).map(([name, value]) => (isName(name) ? `${name}: ${typeOf(value)}` : '…'));
	return code(`{${[...new Set(parts)].join(', ')}}`);
}

/** The kind of wrapper around the records or the record of a response. */
export function wrapperOf(body: unknown): 'bare' | 'data' | 'successData' {
	if (!isObject(body) || typeof body.data !== 'object' || body.data === null) return 'bare';
	return 'success' in body ? 'successData' : 'data';
}

/** The record of a response, without its wrapper. */
export function recordOf(body: unknown): Fields {
	const inner = wrapperOf(body) === 'bare' ? body : (body as Fields).data;
	return isObject(inner) ? inner : {};
}

/** The list of a response as the node reads it; undefined if there is none. */
export function listOf({ ok, status = 0, headers, body }: Answer, path: string) {
	if (!ok) return undefined;
	try {
		const response = { status, headers, body };
		const page: ListPage = readList(response, path);
		return { ...page, records: page.records.filter(isObject) };
	} catch {
		return undefined;
	}
}

/** Whether two lists have a record in common. */
export const overlaps = (one: Fields[], other: Fields[]) => {
	const known = new Set(one.map((each) => JSON.stringify(each)));
	return other.some((each) => known.has(JSON.stringify(each)));
};

/** Whether the service responds to an ID that does not exist as if there were nothing. */
export const isNothing = (answer: Answer, path: string) =>
	[400, 404, 422].includes(answer.status ?? 0) || listOf(answer, path)?.records.length === 0;

/** Names and types of the fields of records: those that all have, and the others. */
export function fieldsOf(records: Fields[]): string {
	const types = new Map<string, { count: number; types: Set<string> }>();
	for (const [name, value] of records.flatMap((record) => Object.entries(record))) {
		const entry = types.get(name) ?? { count: 0, types: new Set() };
		types.set(name, entry);
		entry.count += 1;
		entry.types.add(typeOf(value));
	}
	const names = (isAlways: boolean) =>
		[...types]
			.filter(([, { count }]) => (count === records.length) === isAlways)
			.map(([name, { types: all }]) => (isName(name) ? `${name} ${[...all].join('|')}` : name));
	const shown = (list: string[]) => {
		const safe = list.filter((each) => isName(each.split(' ')[0]!)).map(code);
		return safe.length === list.length ? safe.join(', ') || 'none' : shownNames(list);
	};
	const count = records.length === 1 ? 'the only record' : `all ${records.length} records`;
	const rest = records.length === 1 ? '' : `; in some: ${shown(names(false))}`;
	return `in ${count}: ${shown(names(true))}${rest}`;
}
