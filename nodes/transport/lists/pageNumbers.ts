import type { ListPage } from '../response/response';
import { Collected, IncompleteList } from './collected';
import { inParallel } from './inParallel';
import { isAsAsked, MAX_PAGE_SIZE, nextPage, type PlannedPage } from './pagePlan';

/** More pages than any real list has; stops a service that generates records endlessly. */
const MAX_PAGES = 100_000;

/** What earlier requests for the same list revealed about its pages. */
export interface PageMemory {
	/** The service returns at most this many records per page, even if more are requested. */
	cap?: number;
	/** Most records of a page so far. */
	given: number;
}

/**
 * Fetches one page with these query parameters.
 *
 * @param guess set if the page may not exist: after a full page, or after one with fewer records than requested. An error that
 *   means "no such page" then counts as an empty page.
 */
export type FetchPage = (query: Record<string, string | number>, guess?: 'afterFull' | 'afterShort') => Promise<ListPage>;

export interface NumberedList {
	fetchPage: FetchPage;
	/** Names of the query parameters. */
	names: { page: string; pageSize: string };
	/** Maximum number of records; Infinity = all. */
	wanted: number;
	/** How many pages to fetch at the same time, once their number is known. */
	concurrency: number;
	memory: PageMemory;
}

interface Sized extends NumberedList {
	/** Records per full page. */
	size: number;
	/** The service returned exactly the requested number of records, so it probably supports smaller pages too. */
	exact: boolean;
}

/**
 * Fetches the pages after the first one by page number.
 *
 * @param asked page size of the first request; undefined = none
 * @returns at least as many records as wanted, or all
 * @throws IncompleteList if the service reports more records but repeats earlier ones
 */
export async function followPages(list: NumberedList, first: ListPage, asked: number | undefined): Promise<unknown[]> {
	const { memory, wanted } = list;
	const { length } = first.records;
	// A page with fewer records than an earlier page of this service is the last one.
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

/** The service may use another page size than requested: the one that it reports, else that of the first page. */
function sizeOf({ limit = 0, records: { length } }: ListPage, asked = 0): number {
	return limit >= length && limit < asked ? limit : length;
}

/** The maximum number of records; undefined if unknown, or if the reported number contradicts the first page. */
function totalOf({ total, totalPages, limit = 0, records }: ListPage, size: number): number | undefined {
	if (total !== undefined || totalPages === undefined) return total;
	if (totalPages <= 1) return records.length;
	// The number of pages is wrong if it is based on another page size than the actual one.
	return limit > 0 && limit !== size ? undefined : totalPages * size;
}

/** Fetches a list of known length: full pages in parallel, then the rest of the last one. */
async function fetchKnown(list: Sized, first: ListPage, total: number): Promise<unknown[]> {
	const { size, exact, wanted, concurrency, names } = list;
	const target = Math.min(wanted, total);
	// Request the last page in full if the list ends there, or if the service supports no other size.
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

/** Fetches a list of unknown length: page by page, until one is not full or repeats earlier records. */
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
 * Fetches the remaining records in smaller pages that fit exactly. If a page has another size than requested, the list has ended
 * or the service ignores the page size. In both cases, fetching the full page is correct.
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

/** Records on the second page prove that the first one was full, even if it had fewer records than requested. */
function remember({ memory, size, exact }: Sized, second: unknown[]): void {
	if (!exact && second.length > 0 && size <= MAX_PAGE_SIZE) memory.cap = size;
}
