import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { type ServiceResponse, asObject, header, readRecords } from '../../transport/response/response';
import { readJson } from '../../transport/request/attempt';
import { isJson } from './media';
import type { PagingStyle } from '../../transport/lists/pages';
import { runItem } from '../execution/perform';
import { receiveFile } from './receiveFile';
import { receiveList } from './receiveList';

/**
 * What an operation makes of its answers. Each is a pagination function of n8n's declarative engine: the one hook that wraps
 * every request of a node, so that all of them pass through `perform` and `send`. An operation names one in
 * `routing.operations.pagination`; without a name it is `records`.
 */
type Receive = (
	this: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
) => Promise<INodeExecutionData[]>;

function toItems(records: unknown[]): INodeExecutionData[] {
	return records.map((record) => ({ json: asObject(record) as IDataObject }));
}

/** One item a record of a single response; `{success: true}` for an empty one. */
export const records: Receive = async function (requestData) {
	return await runItem(this, requestData, async ({ request, send }) =>
		toItems(readRecords((await send(request)).body)),
	);
};

/** One item an entry of a list that comes whole, without parameters for paging. */
export const unpagedList: Receive = async function (requestData) {
	return await runItem(this, requestData, async (turn) => toItems(await receiveList(turn, 'none')));
};

/** A list paged by `page` and `limit` (reference, section 4.1). */
export const pagedList: Receive = async function (requestData) {
	return await runItem(this, requestData, async (turn) => toItems(await receiveList(turn, 'page')));
};

/** A list paged by cursor (reference, section 4.14). */
export const cursorList: Receive = async function (requestData) {
	return await runItem(this, requestData, async (turn) => toItems(await receiveList(turn, 'cursor')));
};

/** A list whose paging the reference does not show: it goes on as its first response tells. */
export const autoPagedList: Receive = async function (requestData) {
	return await runItem(this, requestData, async (turn) => toItems(await receiveList(turn, 'auto')));
};

/** A file (reference, sections 4.15 and 4.16), whichever way the service hands it out. */
export const file: Receive = async function (requestData) {
	return await runItem(this, requestData, receiveFile);
};

/** Any response of the interface, as the fields `pagination` and `responseFormat` of an API request say. */
export const autoDetect: Receive = async function (requestData) {
	return await runItem(this, requestData, async (turn) => {
		const { context, request, send } = turn;
		const format = context.getNodeParameter('responseFormat', 'auto') as string;
		const paging = context.getNodeParameter('pagination', 'none') as PagingStyle;
		// Method may be an expression, which leaves the field Pagination in force.
		if (request.method === 'GET' && paging !== 'none') return toItems(await receiveList(turn, paging));
		if (format === 'json') return toItems(readRecords((await send(request)).body));
		if (format === 'file') return await receiveFile(turn);
		return await receiveFile(turn, async (response, body) =>
			isFile(response) ? undefined : toItems(readRecords(await readJson(response, body))),
		);
	});
};

/** Whether a response to an API request is a file by what it says of itself. */
function isFile(response: ServiceResponse): boolean {
	if (response.status === 204 || response.status === 205 || isJson(response)) return false;
	const type = header(response.headers, 'content-type') ?? '';
	return !/^\s*(text\/|$)/i.test(type);
}
