import { isPresent } from '../../shared/looseValues';
import { booleanOf, countOf, type Fields, isObject, textOf } from '../../shared/values';
import { namesError, type ServiceResponse } from '../response';
import { NotAListError } from './listErrors';

/** One page of a list, and what it says about further pages (reference, sections 2.2 and 4.14). */
export interface ListPage {
	records: unknown[];
	/** The response is a bare array, without room for a cursor. */
	isBare?: boolean;
	limit?: number;
	total?: number;
	totalPages?: number;
	nextCursor?: string;
	hasMore?: boolean;
}

/** Names of the array of records (reference, sections 4.1 and 4.14), after the last segment of the path. */
const LIST_NAMES = ['data', 'messages'];

const CURSORS = ['nextCursor', 'next_cursor'];

/**
 * Reads a page of a list: a bare array, or an object with an array under a documented name, the last segment of the
 * path, or the only array that it has; also if that object is in `data`. A 204 is an empty page.
 * @throws NotAListError for anything else, and for a list beside an error
 */
export function readList({ status, body }: ServiceResponse, path: string): ListPage {
	if (status === 204) return { records: [] };
	if (Array.isArray(body)) return { records: body, isBare: true };
	if (!isObject(body)) throw new NotAListError(status, body);
	const levels = isObject(body.data) ? [body.data, body] : [body];
	// Even beside records: unlike a single record, a list with an error may be incomplete.
	const records = levels.some(namesError) ? undefined : recordListIn(levels, path);
	if (records === undefined) throw new NotAListError(status, body);
	return { records, ...readPaging(levels) };
}

/** Whether a page says that there is another one. @param number of the page @param found records up to it */
export function saysMore(
	{ hasMore, nextCursor, totalPages, total = 0 }: ListPage,
	number: number,
	found = Infinity,
): boolean {
	if (hasMore === true || number < (totalPages ?? 0)) return true;
	if (hasMore === false) return false;
	return nextCursor !== undefined || (totalPages === undefined && found < total);
}

function recordListIn(levels: Fields[], path: string): unknown[] | undefined {
	const [pathname] = path.split('?', 1) as [string];
	const lastSegment = pathname.split('/').filter(Boolean).slice(-1);
	const arrays = levels
		.flatMap((fields) => Object.entries(fields))
		.filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
	for (const name of [...lastSegment, ...LIST_NAMES]) {
		const named = arrays.find(([each]) => each === name);
		if (named) return named[1];
	}
	const [only, another] = arrays.filter(([, entries]) => entries.every(isObject));
	if (only === undefined || another !== undefined) return undefined;
	// Under an unknown name, an empty array may be something else, e.g. the parts of a status.
	return only[1].length > 0 || levels.some(saysList) ? only[1] : undefined;
}

/** Whether an object says that it contains a list or the result of a request. */
function saysList({ success, ok, pagination, total, nextCursor }: Fields): boolean {
	return success === true || ok === true || [pagination, total, nextCursor].some((each) => each !== undefined);
}

function readPaging(levels: Fields[]): Omit<ListPage, 'records'> {
	const nested = levels.flatMap(({ pagination, meta }) => [pagination, meta]).filter(isObject);
	const valuesOf = (...names: string[]) =>
		[...nested, ...levels].flatMap((fields) => names.map((name) => fields[name]));
	const valueOf = (...names: string[]) => valuesOf(...names).find(isPresent);
	const nextCursor = textOf(valueOf(...CURSORS));
	const counts = {
		limit: countOf(valueOf('limit'), 0),
		total: countOf(valueOf('total'), 0),
		totalPages: countOf(valueOf('totalPages', 'total_pages'), 0),
	};
	let hasMore = booleanOf(valueOf('hasMore', 'has_more'));
	const isCounted = counts.total !== undefined || counts.totalPages !== undefined;
	const isEmpty = valuesOf(...CURSORS).some((value) => value === null || value === '');
	// A field for a cursor without one says that this is the last page, unless a count says more.
	if (nextCursor === undefined && isEmpty && !isCounted) hasMore ??= false;
	return { ...counts, nextCursor, hasMore };
}
