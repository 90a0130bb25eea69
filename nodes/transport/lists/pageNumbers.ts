import type { ListPage } from '../response/response';
import { Collected, IncompleteList } from './collected';
import { inParallel } from './inParallel';
import { isAsAsked, MAX_PAGE_SIZE, nextPage, type PlannedPage } from './pagePlan';

/** More pages than any list has; only a service that makes up records without end gets there. */
const MAX_PAGES = 100_000;

/** What earlier requests for the same list have shown of its pages. */
export interface PageMemory {
	/** The service gives so many records a page although more were asked for. */
	cap?: number;
	/** Most records that a page has held. */
	given: number;
}

/**
 * Fetches one page with these query parameters.
 *
 * @param guess set where nothing says that there is such a page: after a full page, or after one that held fewer records
 *   than asked for. A refusal of the service that means "no such page" then counts as a page without records.
 */
export type FetchPage = (query: Record<string, string | number>, guess?: 'afterFull' | 'afterShort') => Promise<ListPage>;

export interface NumberedList {
	fetchPage: FetchPage;
	/** Names of the query parameters. */
	names: { page: string; pageSize: string };
	/** How many records are wanted; Infinity = all. */
	wanted: number;
	/** How many pages may be fetched at a time, once their number is known. */
	concurrency: number;
	memory: PageMemory;
}

interface Sized extends NumberedList {
	/** Records a full page. */
	size: number;
	/** The service gave exactly as many records as asked for, so it can be expected to give smaller pages as well. */
	exact: boolean;
}

/**
 * Follows a list by page numbers from its first page on.
 *
 * @param asked page size that the first request asked for; undefined = none
 * @returns at least as many records as wanted, or all
 * @throws IncompleteList when the service says that there are more, but gives the same records again
 */
export async function followPages(list: NumberedList, first: ListPage, asked: number | undefined): Promise<unknown[]> {
	const { memory, wanted } = list;
	const { length } = first.records;
	// A page holds at least as many records as this service has shown before; one with fewer is the last.
	const mustFit = Math.min(asked ?? 0, memory.given);
	memory.given = Math.max(memory.given, length);
	if (length === 0 || length >= wanted) return first.records;
	const size = sizeOf(first, asked);
	const sized: Sized = { ...list, size, exact: size === asked };
	const total = totalOf(first, size);
	if (total !== undefined) return await fetchKnown(sized, first, total);
	if (length < mustFit || length < size) return first.records;
	return await fetchUnknown(sized, first.records, length < (asked ?? 0));
}

/** The service may give smaller or greater pages than asked for; then its own size counts, as it tells or as the first page shows. */
function sizeOf({ limit = 0, records: { length } }: ListPage, asked = 0): number {
	return limit >= length && limit < asked ? limit : length;
}

/** How many records there are at most; undefined where nothing tells, or where what is told contradicts the first page. */
function totalOf({ total, totalPages, limit = 0, records }: ListPage, size: number): number | undefined {
	if (total !== undefined || totalPages === undefined) return total;
	if (totalPages <= 1) return records.length;
	// Reckoned with another page size than the one that the service keeps, the number of pages is wrong.
	return limit > 0 && limit !== size ? undefined : totalPages * size;
}

/** The pages of a list whose length is known: full ones in parallel, then what is wanted of the last. */
async function fetchKnown(list: Sized, first: ListPage, total: number): Promise<unknown[]> {
	const { size, exact, wanted, concurrency, names } = list;
	const target = Math.min(wanted, total);
	// Where the list ends, or the service knows no other size, the last page is asked for in full.
	const full = exact && wanted < total ? Math.floor(target / size) : Math.ceil(target / size);
	const pages = Array.from({ length: full - 1 }, (_, index) => ({ page: index + 2, size }));
	const rest = await inParallel(pages, concurrency, async (page) => (await fetchPlanned(list, page)).records);
	const found = new Collected(first.records);
	const incomplete = () => new IncompleteList(found.records.length, names.page, first.total);
	if (rest.some((records) => found.isRepeatedBy(records))) throw incomplete();
	remember(list, rest[0] ?? []);
	for (const records of rest) found.add(records);
	if (found.records.length === full * size && full * size < target) {
		const tail = await fetchTail(list, found, target - full * size);
		if (!found.isRepeatedBy(tail)) found.add(tail);
		else if (first.total !== undefined) throw incomplete();
	}
	return found.records;
}

/** The pages of a list whose length nothing tells: one after the other, until one is not full or comes again. */
async function fetchUnknown(list: Sized, first: unknown[], isShort: boolean): Promise<unknown[]> {
	const { size, wanted, names } = list;
	let { exact } = list;
	const found = new Collected(first);
	for (let page = 2; found.records.length < wanted; page += 1) {
		const remaining = wanted - found.records.length;
		const guess = page === 2 && isShort ? 'afterShort' : 'afterFull';
		const next =
			exact && remaining < size
				? await fetchTail(list, found, remaining)
				: (await fetchPlanned(list, { page, size }, guess)).records;
		if (next.length === 0 || found.isRepeatedBy(next)) break;
		if (page > MAX_PAGES) throw new IncompleteList(found.records.length, names.page);
		remember(list, next);
		found.add(next);
		if (next.length < size) break;
		exact &&= next.length === size;
	}
	return found.records;
}

/**
 * The last records that are wanted, in pages of exactly that many. Where a page does not come as asked for, either the list
 * has ended or the service ignores the page size: then the whole page is asked for, which is right in both cases.
 */
async function fetchTail(list: Sized, before: Collected, remaining: number): Promise<unknown[]> {
	const { size } = list;
	const offset = before.records.length;
	const all = new Collected(before.records);
	for (let rest = remaining; rest > 0; rest = offset + remaining - all.records.length) {
		const planned = nextPage(all.records.length, size, rest);
		const found = await fetchPlanned(list, planned, 'afterFull');
		if (!isAsAsked(found, planned) || all.isRepeatedBy(found.records)) {
			return (await fetchPlanned(list, { page: offset / size + 1, size }, 'afterFull')).records;
		}
		all.add(found.records);
	}
	return all.records.slice(offset);
}

async function fetchPlanned(
	{ fetchPage, names }: Sized,
	{ page, size }: PlannedPage,
	guess?: 'afterFull' | 'afterShort',
): Promise<ListPage> {
	return await fetchPage({ [names.page]: page, [names.pageSize]: Math.min(size, MAX_PAGE_SIZE) }, guess);
}

/** A second page with records shows that the first one was full, though it held fewer than asked for. */
function remember({ memory, size, exact }: Sized, second: unknown[]): void {
	if (!exact && second.length > 0 && size <= MAX_PAGE_SIZE) memory.cap = size;
}
