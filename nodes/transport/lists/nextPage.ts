import { incomplete } from './listErrors';
import { type ListPage, saysMore } from './listPage';
import { MAX_RECORDS } from './records';

/** Pagination: by page number, by cursor, detected from the responses, or none documented. */
export type PagingStyle = 'page' | 'cursor' | 'auto' | 'none';

/** What is known of a list after a page. It is JSON, so that the editor can keep it between two pages. */
export interface ListProgress {
	style: PagingStyle;
	/** The name of the query parameter for cursors. */
	cursorName: string;
	/** Requested page size; undefined if none is documented. */
	size?: number;
	/** How many pages were read. */
	pageCount: number;
	/** How many records of the last page were new. */
	newCount: number;
	/** How many records the first page had. */
	firstLength: number;
	/** How many different records were read. */
	recordCount: number;
	/** How many records are missing of the first announced total, or of the user's limit. */
	missingCount: number;
	firstTotal?: number;
	lastTotal?: number;
	/** The cursor that led to the last page. */
	cursor?: string;
}

/** A request for a page, perhaps by cursor. As a guess, it has the statuses that say that there is no such page. */
export interface PageRequest {
	query: Record<string, string | number>;
	cursor?: string;
	endStatuses?: number[];
}

/** The reference (sections 4.1 and 4.14) allows at most 100 records per page. */
export const MAX_PAGE_SIZE = 100;
/** The documented default (section 4.1). A shorter list without documented pagination is not a page of a longer one. */
const DEFAULT_PAGE_SIZE = 20;

/** Returns the progress before the first page, and the request for it. @param cursorName of the query parameter */
export function firstPage(style: PagingStyle, cursorName: string, maxRecords = Infinity): [ListProgress, PageRequest] {
	const size = style === 'none' ? undefined : Math.min(maxRecords, MAX_PAGE_SIZE);
	const counts = { pageCount: 0, newCount: 0, firstLength: 0, recordCount: 0, missingCount: 0 };
	return [{ style, cursorName, size, ...counts }, { query: style === 'page' ? { page: 1 } : {} }];
}

/**
 * Adds a page to the progress.
 * @param cursor that led to the page @param newCount how many of its records are new
 * @throws IncompleteListError if n8n cannot take all records, or pages may have moved past unread ones
 */
export function afterPage(
	{ records, total }: ListPage,
	progress: ListProgress,
	{ cursor = progress.cursor, newCount, maxRecords }: { cursor?: string; newCount: number; maxRecords: number },
): ListProgress {
	// Records were deleted before all were read.
	if (progress.missingCount > 0 && (total ?? Infinity) < (progress.lastTotal ?? 0)) throw incomplete.changedMeanwhile();
	const recordCount = progress.recordCount + newCount;
	if (Math.min(Math.max(recordCount, total ?? 0), maxRecords) > MAX_RECORDS) throw incomplete.tooLong();
	const firstTotal = progress.firstTotal ?? total;
	return {
		...progress,
		pageCount: progress.pageCount + 1,
		newCount,
		firstLength: progress.pageCount === 0 ? records.length : progress.firstLength,
		recordCount,
		missingCount: Math.max(0, Math.min(firstTotal ?? 0, maxRecords) - recordCount),
		firstTotal,
		lastTotal: total ?? progress.lastTotal,
		cursor,
	};
}

/**
 * Decides how a list goes on after a page: if nothing says whether there is more, with one more page as a guess.
 * @throws IncompleteListError if the service says that there is more, but does not send it
 */
export function nextPage(page: ListPage, progress: ListProgress): PageRequest | undefined {
	const { style, pageCount, newCount, missingCount, cursor, cursorName } = progress;
	const { nextCursor } = page;
	const isEmpty = page.records.length === 0;
	// In a list by page, or of a service without cursors, a cursor only says that there is more.
	const hasCursor = style !== 'page' && cursorName !== '' && nextCursor !== undefined && page.hasMore !== false;
	if (hasCursor && !(isEmpty && nextCursor === cursor)) return followCursor(nextCursor, progress);
	const isAnnounced = saysMore(page, pageCount);
	if (!isAnnounced && (isEmpty || cursor !== undefined)) return requireComplete(progress);
	const isMore = isAnnounced || missingCount > 0;
	if (newCount === 0 && !isEmpty) return endAfterRepeatedPage(isMore, progress);
	const query = { page: pageCount + 1 };
	if (isMore) return { query };
	return isEnd(page, progress) ? undefined : { query, endStatuses: endStatuses(page, progress) };
}

/** Ends a list at its last page, or one after it. @throws IncompleteListError if records are missing */
function requireComplete({ missingCount, recordCount, firstTotal = 0 }: ListProgress): undefined {
	if (missingCount > 0) throw incomplete.fewerThanAnnounced(recordCount, firstTotal);
}

function followCursor(nextCursor: string, { cursor, cursorName, newCount, recordCount }: ListProgress): PageRequest {
	// A cursor that stays the same is fine as long as it leads to new records.
	if (nextCursor === cursor && newCount === 0) throw incomplete.repeated(recordCount, cursorName);
	return { query: { [cursorName]: nextCursor }, cursor: nextCursor };
}

/** Ends a list after a page without new records. @throws IncompleteListError if the service may ignore page numbers */
function endAfterRepeatedPage(isMore: boolean, progress: ListProgress): undefined {
	const { pageCount, firstLength, size, recordCount } = progress;
	const isIgnored = pageCount === 2 && firstLength === size && !isTotalReached(progress);
	if (isMore || isIgnored) throw incomplete.repeated(recordCount, 'page');
}

/** Whether a page that does not announce another one is the last. */
function isEnd({ records, limit = 0, hasMore, isBare }: ListPage, { style, size = Infinity }: ListProgress): boolean {
	// A bare array has no room for a cursor, so page numbers are the only way to continue.
	const isWhole = style === 'none' ? records.length < DEFAULT_PAGE_SIZE : style === 'cursor' && !isBare;
	return isWhole || hasMore === false || records.length < Math.min(limit, size);
}

/** Statuses that mean "no such page", or "no pages", if nothing says that the next page exists. */
function endStatuses({ records, totalPages = Infinity }: ListPage, progress: ListProgress): number[] {
	const { pageCount, firstLength, size = Infinity } = progress;
	const isShort = records.length < (pageCount === 1 ? size : firstLength);
	return isShort || isTotalReached(progress) || pageCount >= totalPages ? [400, 404, 416, 422] : [404];
}

/** Whether not more records have arrived than were announced, for lists that miss none. */
const isTotalReached = ({ recordCount, lastTotal = 0 }: ListProgress) => recordCount <= lastTotal;
