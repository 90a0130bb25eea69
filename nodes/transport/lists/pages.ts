import type { ListPage } from '../response/response';
import { CollectedRecords } from './collectedRecords';
import { repeatedRecords } from './incompleteList';
import { type FetchPage, followPages, type PageMemory } from './pageNumbers';

/** The reference (sections 4.1 and 4.14) allows at most 100 records per page. */
export const MAX_PAGE_SIZE = 100;

/** How many empty pages in a row end a cursor list. */
const MAX_EMPTY_PAGES = 10;

/** Pagination: by page number, by cursor, detected from the first response, or only if that reports further pages. */
export type PagingStyle = 'page' | 'cursor' | 'auto' | 'none';

export interface ListSettings {
	style: PagingStyle;
	/** Names of the query parameters. */
	names: { page: string; pageSize: string; cursor: string };
	/** Maximum number of records; undefined = all. */
	maxRecords?: number;
	/** How many pages to fetch at the same time, once their number is known. */
	concurrency: number;
	/** Shared by the lists of one run; changed in place. */
	memory?: PageMemory;
}

/**
 * Fetches a list in pages of at most 100 records. With more than 100 `maxRecords`, the last page may contain a few records more,
 * which are dropped.
 *
 * @returns the records in the list's order
 * @throws what `fetchPage` throws, and IncompleteList if the service has more than `MAX_RECORDS` records, or announces more than it
 *   returns
 */
export async function fetchList(fetchPage: FetchPage, settings: ListSettings): Promise<unknown[]> {
	const {
		style,
		names,
		maxRecords = Infinity,
		concurrency,
		memory = { largestPage: 0 },
	} = settings;
	if (maxRecords < 1) return [];
	const requested =
		style === 'none' ? undefined : pageSizeFor(maxRecords, memory.cap ?? MAX_PAGE_SIZE);
	const first = await fetchPage({
		...(style === 'page' ? { [names.page]: 1 } : {}),
		...(requested === undefined ? {} : { [names.pageSize]: requested }),
	});
	let { records } = first;
	if (style !== 'page' && first.nextCursor !== undefined) {
		records = await followCursor(fetchPage, names, first, maxRecords);
	} else if (
		style === 'page' ||
		style === 'auto' ||
		reportsMore(first) ||
		(style === 'cursor' && first.isBare)
	) {
		// A bare array has no room for a cursor, so page numbers are the only way to continue.
		records = await followPages(
			{ fetchPage, names, maxRecords, concurrency, memory },
			first,
			requested,
		);
	}
	return records.slice(0, maxRecords);
}

/** Divides the records evenly among the fewest pages: 150 are fetched as 75 + 75. */
function pageSizeFor(maxRecords: number, max: number): number {
	return maxRecords === Infinity ? max : Math.ceil(maxRecords / Math.ceil(maxRecords / max));
}

function reportsMore({ total = 0, totalPages = 1, records }: ListPage): boolean {
	return total > records.length || totalPages > 1;
}

async function followCursor(
	fetchPage: FetchPage,
	names: ListSettings['names'],
	first: ListPage,
	maxRecords: number,
): Promise<unknown[]> {
	const found = new CollectedRecords(first.records);
	let cursor = first.nextCursor;
	let empty = first.records.length === 0 ? 1 : 0;
	while (cursor !== undefined && found.records.length < maxRecords && empty < MAX_EMPTY_PAGES) {
		const next = await fetchPage({
			[names.pageSize]: Math.min(MAX_PAGE_SIZE, maxRecords - found.records.length),
			[names.cursor]: cursor,
		});
		const isRepeated = found.isRepeatedBy(next.records);
		if (isRepeated && next.nextCursor !== undefined)
			throw repeatedRecords(found.records.length, names.cursor);
		if (isRepeated) break;
		empty = next.records.length === 0 ? empty + 1 : 0;
		found.add(next.records);
		// A cursor that stays the same is fine as long as it leads to new records.
		cursor = next.records.length === 0 && next.nextCursor === cursor ? undefined : next.nextCursor;
	}
	return found.records;
}
