import { incomplete } from './listErrors';
import { type ListPage, saysMore } from './listPage';

/** Pagination: by page number, by cursor, detected from the responses, or none documented. */
export type PagingStyle = 'page' | 'cursor' | 'auto' | 'none';

/** What is known of a list after a page. */
export interface ListProgress {
	style: PagingStyle;
	/** The name of the query parameter for cursors. */
	cursorName: string;
	/** Requested page size; undefined if none is documented. */
	size?: number;
	/** Number of the page. */
	number: number;
	/** How many records of the page are new, how many the first page had, and how many were found. */
	added: number;
	firstLength: number;
	found: number;
	/** How many records are missing of the first total that was announced, or of those that are wanted. */
	missing: number;
	/** The first and the last total that was announced. */
	expected?: number;
	total?: number;
	/** The cursor that led to the page. */
	cursor?: string;
}

/** A request for a page, perhaps by cursor. As a guess, it has the statuses that say that there is no such page. */
export interface PageRequest {
	query: Record<string, string | number>;
	cursor?: string;
	endStatuses?: number[];
}

/** How a list goes on: with a page, not at all, or with a look whether smaller pages say that there are more. */
export type Step = PageRequest | undefined | 'look';

/**
 * Decides how a list goes on after a page: if nothing says whether there is more, with one more page as a guess.
 * @throws IncompleteListError if the service says that there is more, but does not send it
 */
export function nextPage(page: ListPage, at: ListProgress): Step {
	// In a list by page, a cursor only says that there is more.
	const { nextCursor } = page;
	const isEmptyAgain = page.records.length === 0 && nextCursor === at.cursor;
	if (at.style !== 'page' && nextCursor !== undefined && page.hasMore !== false && !isEmptyAgain)
		return followCursor(nextCursor, at);
	const isAnnounced = saysMore(page, at.number);
	const isEmpty = page.records.length === 0;
	if (!isAnnounced && (isEmpty || at.cursor !== undefined)) return requireAll(at);
	const isMore = isAnnounced || at.missing > 0;
	if (at.added === 0 && !isEmpty) return afterRepeated(page, isMore, at);
	const query = { page: at.number + 1 };
	if (isMore) return { query };
	return isEnd(page, at) ? undefined : { query, endStatuses: endStatuses(page, at) };
}

/** The last page, or one after it, ends the list. */
function requireAll({ missing, found, expected = 0 }: ListProgress): undefined {
	if (missing > 0) throw incomplete.missing(found, expected);
}

function followCursor(nextCursor: string, at: ListProgress): Step {
	// A cursor that stays the same is fine as long as it leads to new records.
	if (nextCursor === at.cursor && at.added === 0) throw incomplete.repeated(at.found, at.cursorName);
	return { query: { [at.cursorName]: nextCursor }, cursor: nextCursor };
}

/** After a page without anything new, nothing comes; but the service may ignore page numbers. */
function afterRepeated({ isBare }: ListPage, isMore: boolean, at: ListProgress): Step {
	const mayBeIgnored = at.number === 2 && at.firstLength === at.size && !isTotalReached(at);
	if (!isMore && !mayBeIgnored) return undefined;
	// Only a list by cursor can be told by a look.
	if (isMore || isBare || at.style === 'page') throw incomplete.repeated(at.found, 'page');
	return 'look';
}

/** Whether a page that does not announce another one is the last. */
function isEnd({ records, limit = 0, hasMore, isBare }: ListPage, { style, size = Infinity }: ListProgress): boolean {
	// A bare array has no room for a cursor, so page numbers are the only way to continue.
	const hasNoCursor = style === 'cursor' && !isBare;
	return hasNoCursor || hasMore === false || records.length < Math.min(limit, size);
}

/** Statuses that mean "no such page", or "no pages", if nothing says that the next page exists. */
function endStatuses({ records }: ListPage, at: ListProgress): number[] {
	const fullLength = at.number === 1 ? (at.size ?? Infinity) : at.firstLength;
	return isTotalReached(at) || records.length < fullLength ? [400, 404, 416, 422] : [404];
}

/** Whether not more records have arrived than were announced, for lists that miss none. */
const isTotalReached = ({ found, total = 0 }: ListProgress) => found <= total;
