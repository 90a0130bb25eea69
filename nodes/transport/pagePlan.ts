import type { ListPage } from './answer';

/** Reference, sections 4.1 and 4.14: no list gives more than 100 records a page. */
export const MAX_PAGE_SIZE = 100;

/** A page to ask for: number (from 1) and size. */
export interface PlannedPage {
	page: number;
	size: number;
}

/**
 * Plans the pages of a list whose length is known.
 *
 * @param size records a page, at least 1
 * @param target records to fetch in all
 * @param whole the last page may be asked for in full: the list ends there, or the service knows no other size
 * @returns pages that together cover exactly `target` records (`whole`: at least)
 */
export function planPages(size: number, target: number, whole: boolean): PlannedPage[] {
	const pages: PlannedPage[] = [];
	for (let offset = 0; offset < target; ) {
		const next = nextPage(offset, size, whole ? size : target - offset);
		pages.push(next);
		offset += next.size;
	}
	return pages;
}

/**
 * The next page after `offset` records that asks for no more than `remaining`. With page numbers a page of a smaller size
 * begins at a multiple of that size only, so the size is the greatest divisor of the offset that fits.
 */
export function nextPage(offset: number, size: number, remaining: number): PlannedPage {
	let fitting = Math.max(1, Math.min(size, remaining));
	while (offset % fitting !== 0) fitting -= 1;
	return { page: offset / fitting + 1, size: fitting };
}

/** Whether a page holds as many records as it was asked for, which only a service that follows the page size does. */
export function isAsAsked({ records, limit }: ListPage, planned: PlannedPage | undefined): boolean {
	return records.length === planned?.size && (limit === undefined || limit === planned.size);
}
