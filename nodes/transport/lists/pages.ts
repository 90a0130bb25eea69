import type { ListPage } from '../response/response';
import { Collected, IncompleteList } from './collected';
import { type FetchPage, followPages, type PageMemory } from './pageNumbers';
import { MAX_PAGE_SIZE } from './pagePlan';

/** After this many consecutive empty pages, a cursor list has ended. */
const MAX_EMPTY_PAGES = 10;

/** Pagination: by page number, by cursor, detected from the first response, or only if that reports further pages. */
export type PagingStyle = 'page' | 'cursor' | 'auto' | 'none';

export interface ListSettings {
	style: PagingStyle;
	/** Names of the query parameters. */
	names: { page: string; pageSize: string; cursor: string };
	/** Maximum number of records; undefined = all. */
	wanted?: number;
	/** How many pages to fetch at the same time, once their number is known. */
	concurrency: number;
	/** Shared by the lists of one run; changed in place. */
	memory?: PageMemory;
}

/**
 * Fetches a list, at most 100 records per page, and no more than wanted unless the service enforces its own page size.
 *
 * @returns the records in order
 * @throws the errors of `fetchPage`, and IncompleteList if the service reports more records than it returns
 */
export async function fetchList(fetchPage: FetchPage, settings: ListSettings): Promise<unknown[]> {
	const { style, names, wanted = Infinity, concurrency, memory = { given: 0 } } = settings;
	if (wanted < 1) return [];
	const asked = style === 'none' ? undefined : Math.min(memory.cap ?? MAX_PAGE_SIZE, wanted);
	const first = await fetchPage({
		...(style === 'page' ? { [names.page]: 1 } : {}),
		...(asked === undefined ? {} : { [names.pageSize]: asked }),
	});
	let { records } = first;
	if (style !== 'page' && first.nextCursor !== undefined) {
		records = await followCursor(fetchPage, names, first, wanted);
	} else if (style === 'page' || style === 'auto' || reportsMore(first) || (style === 'cursor' && first.isBare)) {
		// A bare array cannot contain a cursor, so only page numbers are left.
		records = await followPages({ fetchPage, names, wanted, concurrency, memory }, first, asked);
	}
	return records.slice(0, wanted);
}

function reportsMore({ total = 0, totalPages = 1, records }: ListPage): boolean {
	return total > records.length || totalPages > 1;
}

async function followCursor(
	fetchPage: FetchPage,
	names: ListSettings['names'],
	first: ListPage,
	wanted: number,
): Promise<unknown[]> {
	const found = new Collected(first.records);
	// A repeated cursor would cause an endless loop.
	const seen = new Set<string>();
	let cursor = first.nextCursor;
	let empty = first.records.length === 0 ? 1 : 0;
	while (
		cursor !== undefined &&
		!seen.has(cursor) &&
		found.records.length < wanted &&
		empty < MAX_EMPTY_PAGES
	) {
		seen.add(cursor);
		const next = await fetchPage({
			[names.pageSize]: Math.min(MAX_PAGE_SIZE, wanted - found.records.length),
			[names.cursor]: cursor,
		});
		if (found.isRepeatedBy(next.records)) throw new IncompleteList(found.records.length, names.cursor);
		empty = next.records.length === 0 ? empty + 1 : 0;
		found.add(next.records);
		cursor = next.nextCursor;
	}
	return found.records;
}
