import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import type { FieldNames } from '../transport/credentials/fieldNames';
import { readCredentials } from '../transport/credentials/credentials';
import { toNodeError } from '../transport/errors/nodeErrors';
import { IncompleteListError } from '../transport/lists/listErrors';
import { CHAT_IDS, fetchPage } from '../transport/lists/fetchList';
import {
	afterPage,
	firstPage,
	MAX_PAGE_SIZE,
	type ListProgress,
	nextPage,
	type PageRequest,
	type PagingStyle,
} from '../transport/lists/nextPage';
import { DEFAULT_SETTINGS, send } from '../transport/request/send';
import { readAddress } from '../phone/address';
import { locatorValue } from './input/field';
import { joinSentences, sha256 } from '../shared/texts';
import { UserError } from '../shared/userError';
import { isObject, textOf } from '../shared/values';

/** The user is waiting, so only short pauses for the rate limit are acceptable. */
const SETTINGS = { ...DEFAULT_SETTINGS, maxWaitMs: 20_000 };
const requestOptions = { timeout: 30_000 };

type Query = Record<string, string | number>;

/** A list of the service, and how the form shows it. */
interface List {
	path: string;
	style: PagingStyle;
	query(queryNames: FieldNames['query'], context: ILoadOptionsFunctions): Query;
	/** Returns the entry of the picker for a record. */
	entryOf(record: unknown): INodeListSearchItems;
	/** Selects entries of a page. */
	select?(page: INodeListSearchItems[]): INodeListSearchItems[];
}

/** Where a list goes on. The editor keeps it as a text until it asks for the next page. */
interface Bookmark {
	progress: ListProgress;
	request: PageRequest;
	/** Hash of the page before. The editor keeps no records, so only a page that repeats this one is recognized. */
	lastPage?: string;
}

/** Says first what the user can do without the list: the editor cuts off long texts. */
function withoutList(context: ILoadOptionsFunctions, error: unknown) {
	const nodeError = toNodeError(context.getNode(), error);
	const advice = 'Enter the ID instead: switch the field from From List to By ID or By Address.';
	nodeError.description = joinSentences(advice, nodeError.description ?? '');
	return nodeError;
}

/** Fetches a page. @param token a bookmark; undefined for the first page @returns the records, and the next bookmark */
async function readPage(context: ILoadOptionsFunctions, { path, style, query }: List, token?: string) {
	try {
		const credentials = await readCredentials(context);
		const queryNames = credentials.fieldNames.query;
		const [progress, request] = firstPage(style, queryNames.cursor);
		const bookmark = token === undefined ? { progress, request } : (JSON.parse(token) as Bookmark);
		const sendQuery = async (paging: Query) =>
			await send(
				context,
				{ method: 'GET', path, query: { ...query(queryNames, context), ...paging }, requestOptions },
				{ ...SETTINGS, credentials },
			);
		const page = await fetchPage(sendQuery, path, bookmark.request);
		const { records } = page;
		const lastPage = sha256(JSON.stringify(records));
		const newCount = lastPage === bookmark.lastPage ? 0 : records.length;
		const { cursor } = bookmark.request;
		const newProgress = afterPage(page, bookmark.progress, { cursor, newCount, maxRecords: Infinity });
		const nextRequest = nextPage(page, newProgress);
		const next = nextRequest && JSON.stringify({ progress: newProgress, request: nextRequest, lastPage });
		return { records: newCount === 0 ? [] : records, next };
	} catch (error) {
		throw withoutList(context, error instanceof IncompleteListError ? new UserError(error.message) : error);
	}
}

/** The first of a record's fields that has a text. */
const firstText = (record: unknown, ...names: string[]): string =>
	names.map((name) => (isObject(record) ? textOf(record[name]) : undefined)).find((text) => text !== undefined) ?? '';

/** Creates a picker entry; without a name, it shows its value. `detail` distinguishes entries with the same name. */
function pickerEntry(label: string, detail: string, value: string): INodeListSearchItems {
	const name = label || value;
	return { name: detail === '' || detail === name ? name : `${name} (${detail})`, value };
}

/** Lower case without accents, as people type names, and without what they type into phone numbers. */
const plain = (text: string): string =>
	text
		.normalize('NFD')
		.replace(/[\p{M}\s()+.-]/gu, '')
		.toLowerCase();

/** Pages without results after which a search ends with an error: the rate limit allows one page a second. */
const MAX_PAGES = 20;

/** Makes a list search, which reads on until a page has results: after an empty one, the editor asks for no more. */
function search(list: List) {
	const { entryOf, select = (page) => page } = list;
	return async function (this: ILoadOptionsFunctions, filter = '', token?: string): Promise<INodeListSearchResult> {
		const isMatch = ({ name, value }: INodeListSearchItems) =>
			value !== '' && plain(`${name} ${value}`).includes(plain(filter));
		let paginationToken = token;
		for (let count = 0; count < MAX_PAGES; count += 1) {
			const { records, next } = await readPage(this, list, paginationToken);
			const results = select(records.map(entryOf)).filter(isMatch);
			if (results.length > 0 || next === undefined) return { results, paginationToken: next };
			paginationToken = next;
		}
		throw withoutList(this, new UserError(`Nothing was found on the first ${MAX_PAGES} pages of the list`));
	};
}

/** Searches instances by name and phone number (reference, section 4.1); those that cannot send show their status. */
export const searchInstances = search({
	path: '/instances',
	style: 'page',
	query: () => ({ limit: MAX_PAGE_SIZE }),
	entryOf: (record) => {
		const status = firstText(record, 'status');
		const details = [firstText(record, 'phone'), status === 'connected' ? '' : status];
		return pickerEntry(firstText(record, 'name'), details.filter(Boolean).join(', '), firstText(record, 'id'));
	},
});

/** The chats, of the selected instance if there is one, under usual names: the reference (2.8) shows none. */
const chats: List = {
	path: '/chats',
	style: 'auto',
	query: (queryNames, context) => {
		const instance = textOf(locatorValue(context.getCurrentNodeParameter('instanceId')));
		const isKnown = instance !== undefined && !instance.startsWith('=');
		return { [queryNames.pageSize]: MAX_PAGE_SIZE, ...(isKnown && { [queryNames.instance]: instance }) };
	},
	entryOf: (record) => {
		const id = firstText(record, ...CHAT_IDS);
		return pickerEntry(firstText(record, 'name', 'subject', 'title', 'pushName'), id, id);
	},
};

/** Searches chats by name and address (reference, section 4.19). */
export const searchChats = search(chats);

/** Searches the groups among the chats, or all of a page's chats if no ID on it shows what it is. */
export const searchGroups = search({
	...chats,
	select: (page) => {
		// An ID of digits alone need not be a phone number.
		const kinds = page.map(({ value }) => /@/.test(`${value}`) && readAddress(value)?.kind);
		return page.filter((_, index) => !kinds.some(Boolean) || kinds[index] === 'group');
	},
});

/** Searches webhooks by URL and events, because several may have the same URL (reference, sections 2.10 and 4.17). */
export const searchWebhooks = search({
	path: '/webhooks',
	style: 'none',
	query: () => ({}),
	entryOf: (record) => {
		const id = firstText(record, 'id');
		const eventList: unknown = isObject(record) ? record.events : [];
		const events = [eventList].flat().filter((name) => typeof name === 'string');
		// The picker cuts off what is long.
		return pickerEntry([...events, id].join(', '), firstText(record, 'url'), id);
	},
});
