import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import type { FieldNames } from '../transport/credentials/fieldNames';
import { readCredentials } from '../transport/credentials/credentials';
import { MAX_PAGE_SIZE } from '../transport/lists/fetchList';
import { toNodeError } from '../transport/errors/nodeErrors';
import { readList, saysMore } from '../transport/lists/listPage';
import { DEFAULT_SETTINGS, send } from '../transport/request/send';
import { readAddress } from '../phone/address';
import { locatorValue } from './input/field';
import { isObject, textOf } from '../shared/values';

/** The user is waiting, so only short pauses for the rate limit are acceptable. */
const SETTINGS = { ...DEFAULT_SETTINGS, maxWaitMs: 20_000 };
const requestOptions = { timeout: 30_000 };

type Query = Record<string, string | number>;
type QueryOf = (names: FieldNames['query'], context: ILoadOptionsFunctions) => Query;
type ToEntry = (record: unknown) => INodeListSearchItems;

/** @param token the query of this page, as JSON @returns the records, and the next token if there may be more */
async function fetchPage(context: ILoadOptionsFunctions, path: string, queryOf: QueryOf, token = '{}') {
	try {
		const credentials = await readCredentials(context);
		const names = credentials.fieldNames.query;
		const query = { ...queryOf(names, context), ...(JSON.parse(token) as Query) };
		// An empty name in Field Names says that the service has no such parameter.
		delete query[''];
		const request = { method: 'GET' as const, path, query, requestOptions };
		const found = readList(await send(context, request, { ...SETTINGS, credentials }), path);
		const { records, nextCursor, hasMore } = found;
		if (nextCursor !== undefined && nextCursor !== query[names.cursor] && hasMore !== false)
			return { records, next: JSON.stringify({ [names.cursor]: nextCursor }) };
		const page = Number(query.page ?? 1);
		const isMore = saysMore({ ...found, nextCursor: undefined }, page, page * records.length);
		return { records, next: isMore && records.length > 0 ? JSON.stringify({ page: page + 1 }) : undefined };
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

/** The first of a record's fields that has a text. */
const firstText = (record: unknown, ...names: string[]): string =>
	names.map((name) => (isObject(record) ? textOf(record[name]) : undefined)).find((text) => text !== undefined) ?? '';

/** Creates a picker entry; without a name, it shows its value. `detail` distinguishes entries with the same name. */
function entry(named: string, detail: string, value: string): INodeListSearchItems {
	const name = named || value;
	return { name: detail === '' || detail === name ? name : `${name} (${detail})`, value };
}

/** Lower case without accents, as people type names, and without what they type into phone numbers. */
const plain = (text: string): string =>
	text
		.normalize('NFD')
		.replace(/[\p{M}\s()+.-]/gu, '')
		.toLowerCase();

/** Pages without results after which a search ends. */
const MAX_EMPTY_PAGES = 20;

/** Makes a list search, which reads on until a page has results: after an empty one, the editor asks for no more. */
function search(path: string, queryOf: QueryOf, toEntry: ToEntry, select = (page: INodeListSearchItems[]) => page) {
	return async function (this: ILoadOptionsFunctions, filter = '', token?: string): Promise<INodeListSearchResult> {
		const isFound = ({ name, value }: INodeListSearchItems) =>
			value !== '' && plain(`${name} ${value}`).includes(plain(filter));
		let paginationToken = token;
		for (let count = 1; ; count += 1) {
			const { records, next } = await fetchPage(this, path, queryOf, paginationToken);
			const results = select(records.map(toEntry)).filter(isFound);
			paginationToken = next;
			if (results.length > 0 || next === undefined || count === MAX_EMPTY_PAGES) return { results, paginationToken };
		}
	};
}

/** Searches instances by name and phone number (reference, section 4.1); those that cannot send show their status. */
export const searchInstances = search(
	'/instances',
	() => ({ page: 1, limit: MAX_PAGE_SIZE }),
	(record) => {
		const status = firstText(record, 'status');
		const details = [firstText(record, 'phone'), status === 'connected' ? '' : status];
		return entry(firstText(record, 'name'), details.filter(Boolean).join(', '), firstText(record, 'id'));
	},
);

/** The chats, of the selected instance if there is one, under usual names: the reference (2.8) shows none. */
const chats: [string, QueryOf, ToEntry] = [
	'/chats',
	(names, context) => {
		const instance = textOf(locatorValue(context.getCurrentNodeParameter('instanceId')));
		const isKnown = instance !== undefined && !instance.startsWith('=');
		return { [names.pageSize]: MAX_PAGE_SIZE, ...(isKnown && { [names.instance]: instance }) };
	},
	(record) => {
		// What the service sends to comes first: "id" may be a number of its database.
		const id = firstText(record, 'remoteJid', 'chatId', 'jid', 'id');
		return entry(firstText(record, 'name', 'subject', 'title', 'pushName'), id, id);
	},
];

export const searchChats = search(...chats);

/** Searches the groups among the chats, or all of a page's chats if no ID on it shows what it is. */
export const searchGroups = search(...chats, (page) => {
	// An ID of digits alone need not be a phone number.
	const kinds = page.map(({ value }) => /@/.test(`${value}`) && readAddress(value)?.kind);
	return page.filter((_, index) => !kinds.some(Boolean) || kinds[index] === 'group');
});

/** Searches webhooks by URL and events, because several may have the same URL (reference, sections 2.10 and 4.17). */
export const searchWebhooks = search(
	'/webhooks',
	() => ({}),
	(record) => {
		const id = firstText(record, 'id');
		const given: unknown = isObject(record) ? record.events : [];
		const events = [given].flat().filter((each) => typeof each === 'string');
		// The picker cuts off what is long.
		return entry([...events, id].join(', '), firstText(record, 'url'), id);
	},
);
