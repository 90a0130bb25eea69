import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { receiveFile } from '../../files/storeFile';
import { asObject, booleanOf, countOf, textOf } from '../../shared/values';
import { type ServiceResponse, header, isJson, readRecords } from '../../transport/response/response';
import { readJson } from '../../transport/request/body';
import { fetchList, type PagingStyle } from '../../transport/lists/fetchList';
import { type ItemRequest, runItem } from '../execution/runItem';
import { valuesAt } from '../../messages/fields';
import { messageOfChat, sentMessage } from '../../messages/responses';
import type { FieldNames } from '../../transport/credentials/fieldNames';

/** The pagination functions, which turn responses into items, for `routing.operations.pagination` of operations. */

const toItems = (records: unknown[]): INodeExecutionData[] =>
	records.map((record) => ({ json: asObject(record) as IDataObject }));

/** Returns the items of records of messages, simplified by a function unless the field `simplify` is off. */
async function toMessages(
	{ context }: ItemRequest,
	records: unknown[],
	simplify: (record: unknown, names: FieldNames) => unknown,
) {
	if (booleanOf(context.getNodeParameter('simplify', true)) === false) return toItems(records);
	const { fieldNames } = await context.account.read();
	return toItems(records.map((each) => simplify(each, fieldNames)));
}

/** Sends an item's message. @returns the response as a message; see `sentMessage` */
export const receiveMessage = async (item: ItemRequest): Promise<INodeExecutionData[]> =>
	await toMessages(item, readRecords((await item.send(item.request)).body), (record, { event, message }) => {
		const [recipient] = valuesAt(item.request.body, message.recipient);
		return sentMessage(record, event, textOf(recipient) ?? '');
	});

/** Sends an item's request. @returns one item per record of the response, `{success: true}` for an empty one */
export const receiveRecords = async ({ request, send }: ItemRequest) =>
	toItems(readRecords((await send(request)).body));

/**
 * Fetches an item's list, with the page size of instances (reference, section 4.1) or the names in Field Names.
 * @throws ServiceError if a request fails, UserError if the list cannot be returned as a whole
 */
async function receiveList({ context, request, send }: ItemRequest, style: PagingStyle) {
	const { query } = (await context.account.read()).fieldNames;
	const names = request.path === '/instances' ? { ...query, pageSize: 'limit' } : query;
	const all = booleanOf(context.getNodeParameter('returnAll', true));
	const maxRecords = all ? undefined : countOf(context.getNodeParameter('limit', 50));
	return await fetchList(async (query) => await send({ ...request, query: { ...request.query, ...query } }), {
		path: request.path,
		style,
		names,
		maxRecords,
	});
}

const listOf = (style: PagingStyle) => runItem(async (item) => toItems(await receiveList(item, style)));

export const singleResponse = runItem(receiveRecords);
export const messageResponse = runItem(receiveMessage);
export const unpagedList = listOf('none');
export const pagedList = listOf('page');
/** A list whose pagination the reference does not document: its first response determines the style. */
export const autoPagedList = listOf('auto');
export const messageList = runItem(
	async (item) =>
		await toMessages(item, await receiveList(item, 'cursor'), (record, { event, query }) =>
			messageOfChat(record, event, textOf(item.request.query?.[query.chat]) ?? ''),
		),
);

const fileField = ({ context }: ItemRequest) => context.getNodeParameter('binaryPropertyName', 'data') as string;

export const fileDownload = runItem(async (item) => await receiveFile(item, fileField(item)));

/** Any API response, according to the fields `pagination` and `responseFormat` of an API request. */
export const autoDetect = runItem(async (item) => {
	const { context, request } = item;
	const format = context.getNodeParameter('responseFormat', 'auto') as string;
	const paging = context.getNodeParameter('pagination', 'none') as PagingStyle;
	// If Method is an expression, Pagination may be set for other methods, too.
	if (request.method === 'GET' && paging !== 'none') return toItems(await receiveList(item, paging));
	if (format === 'json') return await receiveRecords(item);
	if (format === 'file') return await receiveFile(item, fileField(item));
	return await receiveFile(item, fileField(item), async (response, body) =>
		isFile(response) ? undefined : toItems(readRecords(await readJson(response, body))),
	);
});

function isFile(response: ServiceResponse): boolean {
	if (response.status === 204 || response.status === 205 || isJson(response)) return false;
	return !/^\s*(text\/|$)/i.test(header(response.headers, 'content-type') ?? '');
}
