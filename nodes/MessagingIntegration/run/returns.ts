import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { downloadFile } from '../../files/storeFile';
import { splitList } from '../../shared/texts';
import { UserError } from '../../shared/userError';
import { asObject, booleanOf, countOf, type Fields, textOf } from '../../shared/values';
import { type ServiceResponse, header, isJson } from '../../transport/response';
import { readJson } from '../../transport/request/body';
import { fetchList } from '../../transport/lists/fetchList';
import { readRecords } from '../../transport/lists/records';
import type { PagingStyle } from '../../transport/lists/nextPage';
import type { ItemRequest } from './item';
import { messageOfChat, sentMessage } from './responseMessages';
import { DEFAULT_FIELD_NAMES, type FieldNames } from '../../transport/credentials/fieldNames';

const toItems = (records: unknown[]): INodeExecutionData[] =>
	records.map((record) => ({ json: asObject(record) as IDataObject }));

type Simplify = (record: unknown, fieldNames: FieldNames) => unknown;

/** Returns the items of records of messages, simplified by a function unless the field `simplify` is off. */
async function toMessages({ context }: ItemRequest, records: unknown[], simplify: Simplify) {
	// Only the tool of an agent has the field.
	const output = context.getNodeParameter('output', '');
	if (output === 'raw' || booleanOf(context.getNodeParameter('simplify', true)) === false) return toItems(records);
	const { fieldNames } = await context.credentials();
	const items = toItems(records.map((record) => simplify(record, fieldNames)));
	if (output === '') return items;
	const fields = output === 'selectedFields' ? splitList(context.getNodeParameter('outputFields', [])) : undefined;
	// The ID is what an agent needs to reply, or to download a file.
	const isOutputField = (name: string) => (fields ? name === 'messageId' || fields.includes(name) : name !== 'raw');
	return items.map(({ json }) => ({
		json: Object.fromEntries(Object.entries(json).filter(([name]) => isOutputField(name))),
	}));
}

/** Sends an item's message. @returns the response as a message; see `sentMessage` */
export const messageResponse = async (item: ItemRequest): Promise<INodeExecutionData[]> =>
	await toMessages(item, readRecords((await item.send(item.request)).body), (record, names) =>
		// The user may have written the whole body.
		sentMessage(record, names, item.message ?? { content: item.request.body as Fields }),
	);

/** Sends an item's request. @returns one item per record of the response, `{success: true}` for an empty one */
export const singleResponse = async ({ request, echo, send }: ItemRequest) => {
	const records = readRecords((await send(request)).body, request.method === 'GET');
	return toItems(echo ? records.map((record) => ({ ...echo, ...record })) : records);
};

/** Fetches a list. @param documentedNames of its query parameters; by default, those in Field Names */
async function fetchRecords(
	{ context, request, send }: ItemRequest,
	style: PagingStyle,
	documentedNames?: FieldNames['query'],
) {
	const queryNames = documentedNames ?? (await context.credentials()).fieldNames.query;
	// An empty name in Field Names is that of no parameter.
	const query: Fields = { ...request.query, '': undefined };
	const { page, [queryNames.pageSize]: enteredSize } = query;
	const pageSize = countOf(enteredSize);
	if (page !== undefined || (enteredSize !== undefined && pageSize === undefined))
		throw new UserError(
			page === undefined
				? `The page size ${JSON.stringify(enteredSize)} is not a whole number above 0`
				: 'The node sets the query parameter "page" itself, since it reads all pages from the first',
			'Remove it from the query parameters. For a single page, use an API Request with Pagination set to None.',
		);
	const returnsAll = booleanOf(context.getNodeParameter('returnAll', true));
	const maxRecords = returnsAll ? undefined : countOf(context.getNodeParameter('limit', 50));
	const sendQuery = async (page: object) => await send({ ...request, query: { ...request.query, ...page } });
	return await fetchList(sendQuery, { path: request.path, style, queryNames, maxRecords, pageSize });
}

const listOf = (style: PagingStyle, documentedNames?: FieldNames['query']) => async (item: ItemRequest) =>
	toItems(await fetchRecords(item, style, documentedNames));

/** A list that the service returns as a whole (reference, sections 4.6 and 4.17). */
export const unpagedList = listOf('none');
/** A list by page with the documented names (reference, section 4.1). */
export const pagedList = listOf('page', DEFAULT_FIELD_NAMES.query);
/** A list whose pagination the reference does not document: its first response determines the style. */
export const autoPagedList = listOf('auto');
/** The list of a chat's messages, by cursor (reference, section 4.14), as messages; see `messageOfChat`. */
export const messageList = async (item: ItemRequest) =>
	await toMessages(item, await fetchRecords(item, 'cursor'), (record, names) =>
		messageOfChat(record, names, textOf(item.request.query?.[names.query.chat])),
	);

const fileField = ({ context }: ItemRequest) => context.getNodeParameter('binaryPropertyName', 'data') as string;

/** A file, in the binary field that the user named (reference, sections 4.15 and 4.16). */
export const fileDownload = async (item: ItemRequest) => await downloadFile(item, fileField(item));

/** Any API response, according to the fields `pagination` and `responseFormat` of an API request. */
export async function autoDetect(item: ItemRequest): Promise<INodeExecutionData[]> {
	const { context, request } = item;
	const format = context.getNodeParameter('responseFormat', 'auto') as string;
	const paging = context.getNodeParameter('pagination', 'none') as PagingStyle;
	// If Method is an expression, Pagination may be set for other methods, too.
	if (request.method === 'GET' && paging !== 'none') return toItems(await fetchRecords(item, paging));
	if (format === 'json') return await singleResponse(item);
	if (format === 'file') return await downloadFile(item, fileField(item));
	return await downloadFile(item, fileField(item), async (response, body) =>
		isFile(response) ? undefined : toItems(readRecords(await readJson(response, body), request.method === 'GET')),
	);
}

const isFile = (response: ServiceResponse): boolean =>
	![204, 205].includes(response.status) &&
	!isJson(response) &&
	!/^\s*(text\/|$)/i.test(header(response.headers, 'content-type') ?? '');
