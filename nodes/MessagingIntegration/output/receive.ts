import type { DeclarativeRestApiSettings, IDataObject, INodeExecutionData } from 'n8n-workflow';
import {
	type ServiceResponse,
	header,
	isJson,
	readRecords,
} from '../../transport/response/response';
import { readJson } from '../../transport/response/body';
import type { PagingStyle } from '../../transport/lists/fetchList';
import { MAX_RECORDS, tooManyRecords } from '../../transport/lists/listErrors';
import { runItem } from '../execution/runItem';
import type { ItemTask } from '../execution/sendItem';
import { receiveFile } from './receiveFile';
import { receiveList } from './receiveList';
import { asObject } from '../../shared/plainValues';

/**
 * Turns the responses of an operation into items. Pagination functions are the only hook of n8n's declarative engine that
 * wraps every request, so all requests pass through `runItem` and `send`. An operation sets one of them in
 * `routing.operations.pagination`; the default is `singleResponse`.
 */
export type Receive = (
	requestData: DeclarativeRestApiSettings.ResultOptions,
) => Promise<INodeExecutionData[]>;

function toItems(records: unknown[]): INodeExecutionData[] {
	return records.map((record) => ({ json: asObject(record) as IDataObject }));
}

/** @throws IncompleteListError for more items than n8n can take */
async function receiveItems(
	requestData: DeclarativeRestApiSettings.ResultOptions,
	task: ItemTask,
): Promise<INodeExecutionData[]> {
	return await runItem(requestData, async (item) => {
		const items = await task(item);
		if (items.length > MAX_RECORDS) throw tooManyRecords();
		return items;
	});
}

/** One item per record of a single response; `{success: true}` for an empty response. */
export const singleResponse: Receive = async (requestData) =>
	await receiveItems(requestData, async (item) =>
		toItems(readRecords((await item.send(item.request)).body)),
	);

/** One item per record of a list without pagination. */
export const unpagedList: Receive = async (requestData) =>
	await receiveItems(requestData, async (item) => toItems(await receiveList(item, 'none')));

/** A list with pagination by `page` and `limit` (reference, section 4.1). */
export const pagedList: Receive = async (requestData) =>
	await receiveItems(requestData, async (item) => toItems(await receiveList(item, 'page')));

/** A list with pagination by cursor (reference, section 4.14). */
export const cursorList: Receive = async (requestData) =>
	await receiveItems(requestData, async (item) => toItems(await receiveList(item, 'cursor')));

/** A list whose pagination the reference does not document: its first response determines the style. */
export const autoPagedList: Receive = async (requestData) =>
	await receiveItems(requestData, async (item) => toItems(await receiveList(item, 'auto')));

/** A file (reference, sections 4.15 and 4.16), in any form in which the service returns it. */
export const fileDownload: Receive = async (requestData) =>
	await receiveItems(requestData, receiveFile);

/** Any API response, according to the fields `pagination` and `responseFormat` of an API request. */
export const autoDetect: Receive = async (requestData) =>
	await receiveItems(requestData, async (item) => {
		const { context, request } = item;
		const format = context.getNodeParameter('responseFormat', 'auto') as string;
		const paging = context.getNodeParameter('pagination', 'none') as PagingStyle;
		// If Method is an expression, Pagination may be set for other methods, too.
		if (request.method === 'GET' && paging !== 'none')
			return toItems(await receiveList(item, paging));
		if (format === 'json') return toItems(readRecords((await item.send(request)).body));
		if (format === 'file') return await receiveFile(item);
		return await receiveFile(item, async (response, body) =>
			isFile(response) ? undefined : toItems(readRecords(await readJson(response, body))),
		);
	});

/** Returns whether a response to an API request is a file, judging by its status and content type. */
function isFile(response: ServiceResponse): boolean {
	if (response.status === 204 || response.status === 205 || isJson(response)) return false;
	const type = header(response.headers, 'content-type') ?? '';
	return !/^\s*(text\/|$)/i.test(type);
}
