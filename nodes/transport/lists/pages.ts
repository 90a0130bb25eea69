import type { ListPage } from '../response/response';
import { Collected, IncompleteList } from './collected';
import { type FetchPage, followPages, type PageMemory } from './pageNumbers';
import { MAX_PAGE_SIZE } from './pagePlan';

/** Pages without a record that a cursor list may show before it counts as ended. */
const MAX_EMPTY_PAGES = 10;

/** How a list goes on: by page number, by cursor, as its first response shows, or only where that says that there is more. */
export type PagingStyle = 'page' | 'cursor' | 'auto' | 'none';

export interface ListSettings {
	style: PagingStyle;
	/** Names of the query parameters. */
	names: { page: string; pageSize: string; cursor: string };
	/** How many records are wanted; undefined = all. */
	wanted?: number;
	/** How many pages may be fetched at a time, once their number is known. */
	concurrency: number;
	/** Shared by the lists of one run; changed in place. */
	memory?: PageMemory;
}

/**
 * Fetches a list: as many records as wanted, never more than 100 a page, and never asking for more than is wanted unless the
 * service has a page size of its own.
 *
 * @returns the records in the list's order
 * @throws what `fetchPage` throws, and IncompleteList when the service says that there are more records but does not give them
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
	} else if (style === 'page' || style === 'auto' || saysMore(first) || (style === 'cursor' && first.isBare)) {
		// A bare array has no room for a cursor, so page numbers are the only way on.
		records = await followPages({ fetchPage, names, wanted, concurrency, memory }, first, asked);
	}
	return records.slice(0, wanted);
}

function saysMore({ total = 0, totalPages = 1, records }: ListPage): boolean {
	return total > records.length || totalPages > 1;
}

async function followCursor(
	fetchPage: FetchPage,
	names: ListSettings['names'],
	first: ListPage,
	wanted: number,
): Promise<unknown[]> {
	const found = new Collected(first.records);
	// A service that repeats a cursor would be asked for ever.
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
