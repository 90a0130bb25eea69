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

/** Whether a page says that there is another one. @param number of the page */
export function saysMore({ hasMore, nextCursor, totalPages = 0 }: ListPage, number: number): boolean {
	return hasMore === true || number < totalPages || (hasMore !== false && nextCursor !== undefined);
}

function recordListIn(levels: Fields[], path: string): unknown[] | undefined {
	const [pathname = ''] = path.split('?');
	const lastSegment = pathname.split('/').filter(Boolean).at(-1);
	const arrays = levels
		.flatMap((fields) => Object.entries(fields))
		.filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
	const namedArrays = [lastSegment, ...LIST_NAMES].map((name) => arrays.find(([key]) => key === name));
	// Under an unknown name, an empty array may be something else, e.g. the parts of a status.
	const [onlyArray, secondArray] = arrays.filter(([, entries]) => entries.every(isObject));
	return (namedArrays.find(Boolean) ?? (secondArray || !onlyArray?.[1].length ? undefined : onlyArray))?.[1];
}

function readPaging(levels: Fields[]): Omit<ListPage, 'records'> {
	const pagingLevels = [...levels.map(({ pagination }) => pagination).filter(isObject), ...levels];
	const valueOf = (name: string) => pagingLevels.map((fields) => fields[name]).find(isPresent);
	const [limit, total, totalPages] = ['limit', 'total', 'totalPages'].map((name) => countOf(valueOf(name), 0));
	const nextCursor = textOf(valueOf('nextCursor'));
	let hasMore = booleanOf(valueOf('hasMore'));
	const isCounted = total !== undefined || totalPages !== undefined;
	const isEmpty = pagingLevels.some((fields) => fields.nextCursor === null || fields.nextCursor === '');
	// A field for a cursor without one says that this is the last page, unless a count says more.
	if (nextCursor === undefined && isEmpty && !isCounted) hasMore ??= false;
	return { limit, total, totalPages, nextCursor, hasMore };
}
