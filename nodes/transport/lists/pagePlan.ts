import type { ListPage } from '../response/response';

/** Reference, sections 4.1 and 4.14: at most 100 records per page. */
export const MAX_PAGE_SIZE = 100;

/** A page to request: number (from 1) and size. */
export interface PlannedPage {
	page: number;
	size: number;
}

/**
 * Returns the page that starts right after `offset` records and has at most `remaining`. A numbered page starts at a multiple
 * of its size, so the size is the greatest suitable divisor of the offset.
 *
 * @param size records per full page, at least 1
 */
export function nextPage(offset: number, size: number, remaining: number): PlannedPage {
	let fitting = Math.max(1, Math.min(size, remaining));
	while (offset % fitting !== 0) fitting -= 1;
	return { page: offset / fitting + 1, size: fitting };
}

/** Whether a page has exactly the requested size, so that the service respects the page size. */
export function isAsAsked({ records, limit }: ListPage, planned: PlannedPage): boolean {
	return records.length === planned.size && (limit === undefined || limit === planned.size);
}
