import type { ListPage } from './answer';

/** Reference, sections 4.1 and 4.14: no list gives more than 100 records a page. */
export const MAX_PAGE_SIZE = 100;

/** Pages without a record that a cursor list may show before it counts as ended. */
const MAX_EMPTY_PAGES = 10;

/** How a list goes on: by page number, by cursor, as its first answer shows, or not at all. */
export type PagingStyle = 'page' | 'cursor' | 'auto' | 'none';

export interface ListSettings {
	style: PagingStyle;
	/** Names of the query parameters. */
	names: { page: string; pageSize: string; cursor: string };
	/** How many records are wanted; undefined = all. */
	wanted?: number;
	/** How many pages may be fetched at a time, once their number is known. */
	concurrency: number;
}

/** Fetches one page with these query parameters. */
export type FetchPage = (query: Record<string, string | number>) => Promise<ListPage>;

/** A page to ask for: number (from 1) and size. */
export interface PlannedPage {
	page: number;
	size: number;
}

/**
 * Fetches a list: as many records as wanted, never more than 100 a page, never asking for more than is wanted.
 *
 * @returns the records in the list's order
 * @throws what `fetchPage` throws
 */
export async function fetchList(fetchPage: FetchPage, settings: ListSettings): Promise<unknown[]> {
	const { style, names, wanted } = settings;
	if (wanted !== undefined && wanted < 1) return [];
	if (style === 'none') return (await fetchPage({})).records.slice(0, wanted);
	const size = Math.min(MAX_PAGE_SIZE, wanted ?? MAX_PAGE_SIZE);
	const first = await fetchPage({
		...(style === 'page' ? { [names.page]: 1 } : {}),
		[names.pageSize]: size,
	});
	let records: unknown[];
	if (style === 'cursor' || (style === 'auto' && first.nextCursor !== undefined)) {
		records = await followCursor(fetchPage, settings, first);
	} else {
		records = await followPages(fetchPage, settings, first, size);
	}
	return records.slice(0, wanted);
}

async function followCursor(
	fetchPage: FetchPage,
	{ names, wanted = Infinity }: ListSettings,
	first: ListPage,
): Promise<unknown[]> {
	const records = [...first.records];
	// A service that repeats a cursor would be asked for ever.
	const seen = new Set<string>();
	let cursor = first.nextCursor;
	let empty = first.records.length === 0 ? 1 : 0;
	while (
		cursor !== undefined &&
		!seen.has(cursor) &&
		records.length < wanted &&
		empty < MAX_EMPTY_PAGES
	) {
		seen.add(cursor);
		const next = await fetchPage({
			[names.pageSize]: Math.min(MAX_PAGE_SIZE, wanted - records.length),
			[names.cursor]: cursor,
		});
		empty = next.records.length === 0 ? empty + 1 : 0;
		records.push(...next.records);
		cursor = next.nextCursor;
	}
	return records;
}

async function followPages(
	fetchPage: FetchPage,
	{ names, wanted = Infinity, concurrency }: ListSettings,
	first: ListPage,
	asked: number,
): Promise<unknown[]> {
	const size = sizeOf(first, asked);
	const total =
		first.total ?? (first.totalPages === undefined ? undefined : first.totalPages * size);
	const fetchPlanned = async ({ page, size: limit }: PlannedPage) =>
		(await fetchPage({ [names.page]: page, [names.pageSize]: limit })).records;
	if (total !== undefined) {
		if (first.records.length === 0) return [];
		const pages = planPages(size, Math.min(wanted, total), wanted === Infinity);
		const rest = await inParallel(pages.slice(1), concurrency, fetchPlanned);
		return [...first.records, ...rest.flat()];
	}
	// Nothing tells the number of pages: a page that is not full is the last one.
	const records = [...first.records];
	let last = first.records;
	while (last.length === size) {
		const [next] = nextPages(records.length, size, wanted - records.length);
		if (!next) break;
		const found = await fetchPlanned(next);
		// A service that ignores the page number would give the same page for ever.
		if (JSON.stringify(found) === JSON.stringify(last.slice(0, next.size))) break;
		records.push(...found);
		if (found.length < next.size) break;
		last = next.size === size ? found : last;
	}
	return records;
}

/** The service may give smaller pages than asked for; then its own size counts on, as it tells or as the first page shows. */
function sizeOf({ limit = 0, totalPages = 1, total = 0, records }: ListPage, asked: number): number {
	if (limit > 0) return Math.min(asked, limit);
	const goesOn = totalPages > 1 || total > records.length;
	return goesOn ? Math.min(asked, records.length) : asked;
}

/**
 * Plans the pages of a list whose length is known.
 *
 * @param size records a page, 1 to 100
 * @param target records to fetch in all
 * @param whole the last page may be asked for in full, since the list ends there
 * @returns pages that together cover exactly `target` records (`whole`: at least)
 */
export function planPages(size: number, target: number, whole: boolean): PlannedPage[] {
	const pages: PlannedPage[] = [];
	for (let offset = 0; offset < target; ) {
		const [next] = nextPages(offset, size, whole ? size : target - offset);
		if (!next) break;
		pages.push(next);
		offset += next.size;
	}
	return pages;
}

/**
 * The next page after `offset` records that asks for no more than `remaining`. With page numbers a page of a smaller size
 * begins at a multiple of that size only, so the size is the greatest divisor of the offset that fits.
 */
function nextPages(offset: number, size: number, remaining: number): PlannedPage[] {
	for (let candidate = Math.min(size, remaining); candidate >= 1; candidate -= 1) {
		if (offset % candidate === 0) return [{ page: offset / candidate + 1, size: candidate }];
	}
	return [];
}

async function inParallel<In, Out>(
	inputs: In[],
	concurrency: number,
	work: (input: In) => Promise<Out>,
): Promise<Out[]> {
	const outputs: Out[] = [];
	let next = 0;
	let failed = false;
	const worker = async () => {
		while (next < inputs.length && !failed) {
			const index = next;
			next += 1;
			let ended = false;
			try {
				outputs[index] = await work(inputs[index] as In);
				ended = true;
			} finally {
				failed ||= !ended;
			}
		}
	};
	const workers = Array.from({ length: Math.min(concurrency, inputs.length) }, worker);
	await Promise.all(workers);
	return outputs;
}
