import type { ListPage } from '../response/response';
import { CollectedRecords } from './collectedRecords';
import { MAX_RECORDS, missingRecords, repeatedRecords, tooManyRecords } from './incompleteList';
import { inParallel } from './inParallel';

/** What earlier requests for the same list have shown about its pages. */
export interface PageMemory {
	/** The service returns this many records per page although more were requested. */
	cap?: number;
	/** The most records that a page has contained. */
	largestPage: number;
}

/**
 * Fetches one page with these query parameters.
 *
 * @param guess set if nothing says that this page exists: after a full page, or after one with fewer records than requested.
 *   A refusal that means "no such page" then counts as an empty page.
 */
export type FetchPage = (
	query: Record<string, string | number>,
	guess?: 'afterFull' | 'afterShort',
) => Promise<ListPage>;

export interface NumberedList {
	fetchPage: FetchPage;
	names: { page: string; pageSize: string };
	/** Maximum number of records; Infinity for all. */
	maxRecords: number;
	/** How many pages may be fetched at a time, once their number is known. */
	concurrency: number;
	memory: PageMemory;
}

/**
 * Fetches the pages of a list after the first one. All requests have the same page size, regardless of how the service treats
 * it, so that each page begins where the previous one ended even if the service caps or ignores the size, or filters its pages.
 *
 * @param requested page size of the first request; undefined = none
 * @returns at least as many records as `maxRecords`, or all
 * @throws IncompleteList if the service announces too many records, or more than it returns
 */
export async function followPages(
	list: NumberedList,
	first: ListPage,
	requested: number | undefined,
): Promise<unknown[]> {
	const { memory, maxRecords, names } = list;
	const { length } = first.records;
	const isShort = length < (requested ?? 0);
	const isShorterThanBefore = length < Math.min(requested ?? 0, memory.largestPage);
	memory.largestPage = Math.max(memory.largestPage, length);
	if (length === 0) return first.records;
	const { total = 0 } = first;
	if (Math.min(total, maxRecords) > MAX_RECORDS) throw tooManyRecords(total);
	const pages = pagesOf(first, maxRecords);
	if (pages === undefined && isShorterThanBefore) return first.records;
	const fetchNumber = async (page: number, guess?: 'afterFull' | 'afterShort') => {
		const size = requested ?? length;
		const { records } = await list.fetchPage({ [names.page]: page, [names.pageSize]: size }, guess);
		if (records.length > 0 && isShort) memory.cap = length;
		return records;
	};
	const found = new CollectedRecords(first.records);
	const hasEmptyPage = await addAnnouncedPages(list, first, found, pages ?? 1, fetchNumber);
	await addFurtherPages(list, first, found, pages ?? 1, async (page) =>
		fetchNumber(page, page === 2 && isShort ? 'afterShort' : 'afterFull'),
	);
	const missing = Math.min(total, maxRecords) - found.records.length;
	// Fewer may have been deleted in the meantime.
	if (hasEmptyPage && missing >= length) throw missingRecords(found.records.length, total);
	return found.records;
}

type FetchNumber = (page: number) => Promise<unknown[]>;

/** Adds the pages from 2 to `pages`, in parallel. @returns whether one of them is empty */
async function addAnnouncedPages(
	{ concurrency, maxRecords, names }: NumberedList,
	first: ListPage,
	found: CollectedRecords,
	pages: number,
	fetchNumber: FetchNumber,
): Promise<boolean> {
	let hasEmptyPage = false;
	const numbers = Array.from({ length: pages - 1 }, (_, index) => index + 2);
	for (const records of await inParallel(numbers, concurrency, async (page) => fetchNumber(page))) {
		if (!found.isRepeatedBy(records)) found.add(records);
		else if (isMissing(found, first, maxRecords))
			throw repeatedRecords(found.records.length, names.page, first.total);
		hasEmptyPage ||= records.length === 0;
	}
	return hasEmptyPage;
}

/** Adds the pages after number `pages`, one at a time, while records are missing or nothing says that there are no more. */
async function addFurtherPages(
	{ maxRecords }: NumberedList,
	{ records: { length }, total, totalPages }: ListPage,
	found: CollectedRecords,
	pages: number,
	fetchNumber: FetchNumber,
): Promise<void> {
	const target = Math.min(total !== undefined && total >= length ? total : Infinity, maxRecords);
	if (target === Infinity && totalPages === 1) return;
	for (let page = pages + 1; found.records.length < target; page += 1) {
		// Without a total, a page that is shorter than the first one is the last.
		if (found.lastLength < (target < maxRecords ? 1 : length)) return;
		const records = await fetchNumber(page);
		if (found.isRepeatedBy(records)) return;
		found.add(records);
	}
}

/** Whether records are missing when a page is repeated. Without an exact total, they are if no second page was found. */
function isMissing({ records }: CollectedRecords, first: ListPage, maxRecords: number): boolean {
	return (
		records.length <
		(first.total === undefined ? first.records.length + 1 : Math.min(first.total, maxRecords))
	);
}

/** How many pages the first one announces; undefined if it does not say, or contradicts itself. */
function pagesOf(
	{ total, totalPages, limit = Infinity, records: { length } }: ListPage,
	maxRecords: number,
): number | undefined {
	if (total !== undefined && total >= length)
		return Math.ceil(Math.min(total, maxRecords) / length);
	return totalPages === undefined || limit < length
		? undefined
		: Math.max(1, Math.min(totalPages, Math.ceil(Math.min(maxRecords, MAX_RECORDS + 1) / length)));
}
