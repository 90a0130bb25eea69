import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { type Answer, asObject, header, readList, readRecords } from './answer';
import { readJson } from './attempt';
import { ServiceError } from './failure';
import { isJson } from './media';
import { fetchList, type ListSettings, type PagingStyle } from './pages';
import { perform, type Turn } from './perform';
import { receiveFile } from './receiveFile';

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

/** One item a record of a single answer; `{success: true}` for an empty one. */
export const records: Receive = async function (requestData) {
	return await perform(this, requestData, async ({ request, send }) =>
		toItems(readRecords((await send(request)).body)),
	);
};

/** One item an entry of a list that comes whole, without parameters for paging. */
export const wholeList: Receive = async function (requestData) {
	return await perform(this, requestData, async (turn) => await receiveList(turn, 'none'));
};

/** A list paged by `page` and `limit` (reference, section 4.1). */
export const pagedList: Receive = async function (requestData) {
	return await perform(this, requestData, async (turn) => await receiveList(turn, 'page'));
};

/** A list paged by cursor (reference, section 4.14). */
export const cursorList: Receive = async function (requestData) {
	return await perform(this, requestData, async (turn) => await receiveList(turn, 'cursor'));
};

/** A list whose paging the reference does not show: it goes on as its first answer tells. */
export const openList: Receive = async function (requestData) {
	return await perform(this, requestData, async (turn) => await receiveList(turn, 'auto'));
};

/** A file (reference, sections 4.15 and 4.16), whichever way the service hands it out. */
export const file: Receive = async function (requestData) {
	return await perform(this, requestData, receiveFile);
};

/** Any answer of the interface, as the fields `pagination` and `responseFormat` of an API request say. */
export const anyAnswer: Receive = async function (requestData) {
	return await perform(this, requestData, async (turn) => {
		const { context, request, send } = turn;
		const format = context.getNodeParameter('responseFormat', 'auto') as string;
		const paging = context.getNodeParameter('pagination', 'none') as PagingStyle;
		// Method may be an expression, which leaves the field Pagination in force.
		if (request.method === 'GET' && paging !== 'none') return await receiveList(turn, paging);
		if (format === 'json') return toItems(readRecords((await send(request)).body));
		if (format === 'file') return await receiveFile(turn);
		return await receiveFile(turn, async (answer, body) =>
			isFile(answer) ? undefined : toItems(readRecords(await readJson(answer, body))),
		);
	});
};

/** Whether a response to an API request is a file by what it says of itself. */
function isFile(answer: Answer): boolean {
	if (answer.status === 204 || answer.status === 205 || isJson(answer)) return false;
	const type = header(answer.headers, 'content-type') ?? '';
	return !/^\s*(text\/|$)/i.test(type);
}

/** Reads `returnAll`, `limit` and, where the operation has it, `parameterNames`. */
async function receiveList(turn: Turn, style: PagingStyle): Promise<INodeExecutionData[]> {
	const { context, request, send } = turn;
	const names = context.getNodeParameter('parameterNames', {}) as IDataObject;
	const all = context.getNodeParameter('returnAll', true) as boolean;
	const settings: ListSettings = {
		style,
		names: {
			page: 'page',
			pageSize: String(names.pageSize || 'limit'),
			cursor: String(names.cursor || 'cursor'),
		},
		wanted: all ? undefined : Number(context.getNodeParameter('limit', 50)),
		concurrency: turn.concurrency,
	};
	let isFirst = true;
	const fetchPage = async (query: Record<string, string | number>) => {
		const goesOn = !isFirst;
		isFirst = false;
		const answer = await send({ ...request, query: { ...request.query, ...query } });
		// A list without records may be answered by nothing at all; a page of one that goes on may not, or records would be lost.
		if (goesOn && typeof answer.body !== 'object') throw new ServiceError({
				status: answer.status,
				unreadable: 'brokenJson',
				attempts: 1,
				mayHaveHappened: false,
			});
		return readList(answer.body);
	};
	return toItems(await fetchList(fetchPage, settings));
}
