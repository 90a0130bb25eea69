import type { ListPage } from '../response/response';

/** Reference, sections 4.1 and 4.14: no list gives more than 100 records a page. */
export const MAX_PAGE_SIZE = 100;

/** A page to ask for: number (from 1) and size. */
export interface PlannedPage {
	page: number;
	size: number;
}

/**
 * The next page after `offset` records that asks for no more than `remaining`. With page numbers a page of a smaller size
 * begins at a multiple of that size only, so the size is the greatest divisor of the offset that fits.
 *
 * @param size records a full page, at least 1
 * @returns a page that begins right behind `offset`, with at least one record
 */
export function nextPage(offset: number, size: number, remaining: number): PlannedPage {
	let fitting = Math.max(1, Math.min(size, remaining));
	while (offset % fitting !== 0) fitting -= 1;
	return { page: offset / fitting + 1, size: fitting };
}

/** Whether a page holds as many records as it was asked for, which only a service that follows the page size does. */
export function isAsAsked({ records, limit }: ListPage, planned: PlannedPage): boolean {
	return records.length === planned.size && (limit === undefined || limit === planned.size);
}
