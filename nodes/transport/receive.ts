import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { type Answer, asObject, header, readRecords, type Unreadable } from './answer';
import { openJson, type OpenedJson } from './base64Json';
import {
	describeFile,
	describeJson,
	drainText,
	fileItem,
	findFile,
	isJson,
	isReadable,
	renamed,
	streamOf,
	type Readable,
} from './media';
import type { PagingStyle } from './pages';
import { perform } from './perform';
import { ServiceError } from './failure';
import { receiveList } from './receiveList';
import type { Turn } from './sendItem';
import { kindOf } from './request';

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
	return await perform(this, requestData, async (turn) => toItems(await receiveList(turn, 'none')));
};

/** A list paged by `page` and `limit` (reference, section 4.1). */
export const pagedList: Receive = async function (requestData) {
	return await perform(this, requestData, async (turn) => toItems(await receiveList(turn, 'page')));
};

/** A list paged by cursor (reference, section 4.14). */
export const cursorList: Receive = async function (requestData) {
	return await perform(this, requestData, async (turn) => toItems(await receiveList(turn, 'cursor')));
};

/** A list whose paging the reference does not show: it goes on as its first answer tells. */
export const openList: Receive = async function (requestData) {
	return await perform(this, requestData, async (turn) => toItems(await receiveList(turn, 'auto')));
};

/** A file (reference, sections 4.15 and 4.16), whichever way the service hands it out. */
export const file: Receive = async function (requestData) {
	return await perform(this, requestData, async (turn) => {
		const answer = await turn.send({ ...turn.request, stream: true });
		return await reading(turn, async () => [await receiveFile(turn, answer)]);
	});
};

/** Any answer of the interface, as the fields `pagination` and `responseFormat` of an API request say. */
export const anyAnswer: Receive = async function (requestData) {
	return await perform(this, requestData, async (turn) => {
		const { context, request, send } = turn;
		const format = context.getNodeParameter('responseFormat', 'auto') as string;
		const paging = context.getNodeParameter('pagination', 'none') as PagingStyle;
		// Method may be an expression, which leaves the field Pagination in force.
		if (request.method === 'GET' && paging !== 'none') return toItems(await receiveList(turn, paging));
		if (format === 'json') return toItems(readRecords((await send(request)).body));
		const answer = await send({ ...request, stream: true });
		const type = describeFile(answer.headers).mimeType ?? '';
		const isFile = !isJson(answer) && !/^text\/|^$/.test(type);
		return await reading(turn, async () =>
			format === 'file' || isFile
				? [await receiveFile(turn, answer)]
				: toItems(readRecords(await wholeJson(answer))),
		);
	});
};

const BROKEN_OFF = ['ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_BAD_RESPONSE'];

/** Reads the body of an answer; when it breaks off or cannot be read, the error says so, and what became of a write. */
async function reading(turn: Turn, work: () => Promise<INodeExecutionData[]>): Promise<INodeExecutionData[]> {
	return await work().catch((error: unknown) => {
		const mayHaveHappened = kindOf(turn.request.method) !== 'read';
		const fault = BROKEN_OFF.find((code) => code === (error as { code?: unknown }).code);
		if (fault !== undefined) throw new ServiceError({ fault, attempts: 1, mayHaveHappened });
		const unread = error instanceof ServiceError && ['html', 'brokenJson'].includes(String(error.failure.unreadable));
		throw unread ? new ServiceError({ ...error.failure, mayHaveHappened }) : error;
	});
}

async function receiveFile(turn: Turn, answer: Answer): Promise<INodeExecutionData> {
	const { context } = turn;
	const property = context.getNodeParameter('binaryPropertyName', 'data') as string;
	const fallback = /(\w+)\/?$/.exec(turn.request.path)?.[1] ?? 'file';
	if (!isJson(answer)) {
		const about = describeFile(answer.headers);
		if (about.mimeType === 'text/html') throw noFile(answer, 'html');
		if (!isReadable(answer.body) || isEmpty(answer)) throw noFile(answer, 'noFile');
		return await fileItem(context, answer.body, property, { ...about, fallback });
	}
	if (isReadable(answer.body)) {
		const opened = await openJson(answer.body);
		if (opened.content) return await receiveBase64(turn, answer, answer.body, opened, property, fallback);
		answer.body = opened.text();
	}
	const source = findFile(await wholeJson(answer));
	if (!source) throw noFile(answer, 'noFile');
	if (source.kind === 'base64') {
		const bytes = Buffer.from(source.base64, 'base64');
		return await fileItem(context, bytes, property, { ...source, fallback });
	}
	const { body, headers } = await fetchAddress(turn, source.address);
	const found = describeFile(headers, source.address);
	return await fileItem(context, body, property, {
		name: source.name ?? found.name,
		mimeType: source.mimeType ?? found.mimeType,
		fallback,
	});
}

/** A long base64 text in JSON, stored as it arrives; name and type of the file may stand before it or after it. */
async function receiveBase64(
	{ context }: Turn,
	answer: Answer,
	body: Readable,
	{ content, text, mimeType }: OpenedJson,
	property: string,
	fallback: string,
): Promise<INodeExecutionData> {
	const before = describeJson(text());
	const item = await fileItem(context, streamOf(body, content as AsyncGenerator<Buffer>), property, {
		name: before.name,
		mimeType: before.mimeType ?? mimeType ?? 'application/octet-stream',
		fallback,
	});
	if (!isWhole(text())) throw noFile(answer, 'brokenJson');
	const after = describeJson(text());
	return renamed(item, property, { name: after.name, mimeType: after.mimeType ?? mimeType });
}

/** Fetches a file from the address that an answer named: with the key at home, without it anywhere else. */
async function fetchAddress(turn: Turn, address: string): Promise<{ body: Readable; headers: Answer['headers'] }> {
	const { path, base } = turn.request;
	const answer = await turn.send({ method: 'GET', path, base, address, stream: true });
	if (!isReadable(answer.body)) throw noFile(answer, 'noFile');
	return { body: answer.body, headers: answer.headers };
}

async function wholeJson(answer: Answer): Promise<unknown> {
	const body = isReadable(answer.body) ? await drainText(answer.body, Infinity) : answer.body;
	if (typeof body !== 'string' || body.trim() === '') return body;
	try {
		return JSON.parse(body) as unknown;
	} catch {
		if (!isJson(answer) && !/^\s*[<[{]/.test(body)) return body;
		throw noFile(answer, /^\s*</.test(body) ? 'html' : 'brokenJson');
	}
}

function isEmpty({ status, headers }: Answer): boolean {
	return status === 204 || header(headers, 'content-length') === '0';
}

function isWhole(json: string): boolean {
	try {
		JSON.parse(json);
		return true;
	} catch {
		return false;
	}
}

function noFile(answer: Answer, unreadable: Unreadable): ServiceError {
	return new ServiceError({ status: answer.status, unreadable, attempts: 1, mayHaveHappened: false });
}
