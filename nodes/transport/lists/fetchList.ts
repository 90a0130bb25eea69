// This folder fetches lists, page by page, as a whole.

import { ServiceError } from '../errors/serviceError';
import type { ServiceResponse } from '../response';
import { DistinctRecords } from './distinctRecords';
import { incomplete } from './listErrors';
import { type ListPage, readList } from './listPage';
import { afterPage, firstPage, type ListProgress, nextPage, type PageRequest, type PagingStyle } from './nextPage';

/** How many pages in a row may contain nothing new if the service says that there is more. */
const MAX_USELESS_PAGES = 100;

/** The fields that may identify a chat (reference, section 2.8: `chatId`); `id` may be a number of a database. */
export const CHAT_IDS = ['remoteJid', 'chatId', 'jid', 'id'];

interface ListSettings {
	/** The path of the request; its last segment may be the name of the list in the response. */
	path: string;
	style: PagingStyle;
	/** The names of the query parameters; an empty one is not sent. */
	queryNames?: Record<'pageSize' | 'cursor', string>;
	maxRecords?: number;
	/** Records per page; by default, the most that the reference allows. */
	pageSize?: number;
}

/** Sends a request for a page with these query parameters. */
export type SendQuery = (query: Record<string, string | number>) => Promise<ServiceResponse>;

/**
 * Fetches a list, one page after the other, all with the same page size, so that each begins where the previous one
 * ended, whether the service obeys the size, caps it, ignores it or filters its pages.
 * @returns the records in the list's order; one that changes meanwhile, or has no ID, may come twice
 * @throws what `send` throws; NotAListError; IncompleteListError, also if there are more than `MAX_RECORDS` records
 */
export async function fetchList(send: SendQuery, settings: ListSettings): Promise<unknown[]> {
	const { path, style, maxRecords = Infinity, queryNames = { pageSize: 'limit', cursor: 'cursor' } } = settings;
	const distinct = new DistinctRecords(path === '/chats' ? CHAT_IDS : undefined);
	const [start, request] = firstPage(style, queryNames.cursor, maxRecords);
	const { pageSize: size = start.size } = settings;
	const sizeQuery = size === undefined ? {} : { [queryNames.pageSize]: size };
	let progress: ListProgress = { ...start, size };
	let nextRequest: PageRequest | undefined = request;
	for (let uselessPages = 0; nextRequest;) {
		const { cursor, query } = nextRequest;
		const page = await fetchPage(send, path, { ...nextRequest, query: { ...sizeQuery, ...query } });
		const newCount = distinct.add(page.records);
		progress = afterPage(page, progress, { cursor, newCount, maxRecords });
		uselessPages = newCount === 0 ? uselessPages + 1 : 0;
		if (uselessPages >= MAX_USELESS_PAGES) throw incomplete.repeated(progress.recordCount, queryNames.cursor);
		nextRequest = progress.recordCount >= maxRecords ? undefined : nextPage(page, progress);
	}
	return distinct.records.slice(0, maxRecords);
}

/** Fetches one page; an empty one if the service has no such page. @throws what `send` throws; NotAListError */
export async function fetchPage(send: SendQuery, path: string, request: PageRequest): Promise<ListPage> {
	const response = await send(request.query).catch((error: unknown) => {
		const { status = 0 } = error instanceof ServiceError ? error.failure : {};
		if (!request.endStatuses?.includes(status)) throw error;
	});
	return response === undefined ? { records: [] } : readList(response, path);
}
