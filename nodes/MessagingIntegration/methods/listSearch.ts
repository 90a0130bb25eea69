import {
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
} from 'n8n-workflow';
import { toNodeError } from '../../transport/errors/nodeErrors';
import { MAX_PAGE_SIZE } from '../../transport/lists/fetchList';
import { readList } from '../../transport/lists/listPage';
import { DEFAULT_SETTINGS, send } from '../../transport/request/send';
import { locatorValue } from '../input/values';
import { isObject } from '../../shared/plainValues';

/** The user is waiting for the picker, so only short pauses for the rate limit are acceptable. */
const SETTINGS = { ...DEFAULT_SETTINGS, maxWaitMs: 20_000 };

const TIMEOUT_MS = 30_000;

interface PickerPage {
	records: unknown[];
	/** Selects the next page: "page:2" or "cursor:…"; undefined if nothing says that there is one. */
	next?: string;
}

/** @param token `next` of the page before; undefined for the first page */
async function fetchPage(
	context: ILoadOptionsFunctions,
	path: string,
	parameters: Record<string, string | number>,
	token = '',
): Promise<PickerPage> {
	const query = { ...parameters };
	const [kind, place = ''] = token.split(/:(.*)/s);
	if (kind === 'page') query.page = Number(place);
	if (kind === 'cursor') query.cursor = place;
	const request = { method: 'GET' as const, path, query, requestOptions: { timeout: TIMEOUT_MS } };
	try {
		const found = readList(await send(context, request, SETTINGS), path);
		const { records, nextCursor, hasMore, total = 0, totalPages } = found;
		const number = Number(query.page ?? 1);
		const isMore =
			hasMore ?? (totalPages === undefined ? number * records.length < total : number < totalPages);
		if (nextCursor !== undefined && nextCursor !== query.cursor && hasMore !== false)
			return { records, next: `cursor:${nextCursor}` };
		return { records, next: isMore && records.length > 0 ? `page:${number + 1}` : undefined };
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

function text(record: unknown, ...names: string[]): string {
	if (!isObject(record)) return '';
	for (const name of names) {
		const value = record[name];
		if ((typeof value === 'string' && value !== '') || typeof value === 'number')
			return String(value);
	}
	return '';
}

/** Creates a picker entry; `detail` distinguishes entries with the same name. */
function entry(name: string, detail: string, value: string): INodeListSearchItems {
	return { name: detail === '' || detail === name ? name : `${name} (${detail})`, value };
}

/** Finds entries by text. A phone number is also found if it is typed with "+", spaces and dashes. */
function matching(results: INodeListSearchItems[], filter = ''): INodeListSearchItems[] {
	const query = filter.trim().toLowerCase();
	const digits = /^\+?[\d\s().-]{3,}$/.test(query) ? query.replace(/\D/g, '') : undefined;
	return results.filter(({ name, value }) => {
		const text = `${name} ${String(value)}`.toLowerCase();
		if (value === '') return false;
		return (
			text.includes(query) ||
			(digits !== undefined && text.replace(/[\s().-]/g, '').includes(digits))
		);
	});
}

/** Searches instances by name, phone number and status (reference, section 4.1). @param filter the user's search text */
export async function searchInstances(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const { records, next } = await fetchPage(
		this,
		'/instances',
		{ page: 1, limit: MAX_PAGE_SIZE },
		paginationToken,
	);
	const results = records.map((record) => {
		const id = text(record, 'id');
		const detail = [text(record, 'phone'), text(record, 'status')].filter((part) => part !== '');
		return entry(text(record, 'name') || id, detail.join(', '), id);
	});
	return { results: matching(results, filter), paginationToken: next };
}

/**
 * Searches chats, of the selected instance if there is one. The reference does not document the Chat record (section 2.8), so
 * the function tries several usual field names.
 */
export async function searchChats(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const instance = locatorValue(this.getCurrentNodeParameter('instanceId'));
	const query: Record<string, string | number> = { limit: MAX_PAGE_SIZE };
	if (typeof instance === 'string' && instance !== '' && !instance.startsWith('=')) {
		query.instanceId = instance;
	}
	const { records, next } = await fetchPage(this, '/chats', query, paginationToken);
	const results = records.map((record) => {
		const id = text(record, 'chatId', 'id', 'remoteJid', 'jid');
		return entry(text(record, 'name', 'subject', 'title', 'pushName') || id, id, id);
	});
	return { results: matching(results, filter), paginationToken: next };
}

/** Searches the groups among the chats, or all chats if no ID on the page looks like that of a group. */
export async function searchGroups(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const page = await searchChats.call(this, undefined, paginationToken);
	const groups = page.results.filter(({ value }) => String(value).endsWith('@g.us'));
	return { ...page, results: matching(groups.length > 0 ? groups : page.results, filter) };
}

/** Searches webhooks by URL (reference, section 4.17). */
export async function searchWebhooks(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const { records, next } = await fetchPage(this, '/webhooks', {}, paginationToken);
	const results = records.map((record) => {
		const id = text(record, 'id');
		const inactive = isObject(record) && record.isActive === false ? 'inactive' : '';
		return entry(text(record, 'url') || id, inactive, id);
	});
	return { results: matching(results, filter), paginationToken: next };
}
