import type { INodeExecutionData } from 'n8n-workflow';
import {
	type ServiceResponse,
	header,
	isJson,
	UnusableResponseError,
	unusableReason,
} from '../../transport/response/response';
import { readJson } from '../../transport/request/attempt';
import type { Body } from '../../transport/response/body';
import { type FileInfo, fileInfoFromHeaders } from './fileInfo';
import { type FileSource, findFile } from './findFile';
import { storeFile } from './storeFile';
import type { ItemRequest } from '../execution/sendItem';
import { trimEnd } from '../../shared/text';

/** A file as a URL. */
type FileUrl = Extract<FileSource, { kind: 'url' }>;

/** The result of a response: items, or the URL of the file. */
type Received = INodeExecutionData[] | FileUrl;

/** Reads a response that need not be a file; returns undefined if it is one. */
type ReadOtherwise = (
	response: ServiceResponse,
	body: Body,
) => Promise<INodeExecutionData[] | undefined>;

/** Where to store an item's file, and its name if the response has none. */
interface Target {
	item: ItemRequest;
	property: string;
	fallback: string;
}

/**
 * Sends an item's request and stores the file from the response. Storing is part of the attempt, so an interrupted download is
 * retried. The incomplete file stays in n8n's store until n8n prunes the execution, because nodes cannot remove it.
 *
 * @param readOtherwise for responses that need not be files
 * @returns one item with the file
 * @throws ServiceError if the last attempt failed
 */
export async function receiveFile(
	item: ItemRequest,
	readOtherwise?: ReadOtherwise,
): Promise<INodeExecutionData[]> {
	const property = item.context.getNodeParameter('binaryPropertyName', 'data') as string;
	const target: Target = {
		item,
		property,
		fallback: nameOf(item.request.path),
	};
	const receive = async (response: ServiceResponse, body: Body): Promise<Received> =>
		(await readOtherwise?.(response, body)) ?? (await readFile(target, response, body));
	const received = (await item.send({ ...item.request, receive })).body as Received;
	return Array.isArray(received) ? received : await fetchFile(target, received);
}

/** Returns the name of a file without one: the word at the end of the path, e.g. `video`. */
function nameOf(path: string): string {
	return /(?:^|\W)(\w+)$/.exec(trimEnd(path, '/'))?.[1] ?? 'file';
}

async function readFile(target: Target, response: ServiceResponse, body: Body): Promise<Received> {
	if (!isJson(response))
		return await storeBody(target, response, body, fileInfoFromHeaders(response.headers));
	const json = await readJson(response, body);
	const source = findFile(json);
	if (source?.kind === 'url') return source;
	const bytes = Buffer.from(source?.base64 ?? '', 'base64');
	if (bytes.length === 0) throw new UnusableResponseError('noFile', json);
	return [
		await storeFile(target.item.context, bytes, target.property, {
			...source,
			mimeType: source?.mimeType ?? 'application/octet-stream',
			fallback: target.fallback,
		}),
	];
}

/** Stores a response body as the file. */
async function storeBody(
	{ item, property, fallback }: Target,
	response: ServiceResponse,
	body: Body,
	info: FileInfo,
): Promise<INodeExecutionData[]> {
	const type = header(response.headers, 'content-type') ?? '';
	if (/html/i.test(type)) throw new UnusableResponseError('html');
	if (body.isEmpty) throw new UnusableResponseError('noFile');
	// An error may come with any content type.
	const head = await body.peekObject();
	if (unusableReason({ ...response, body: head }) === 'errorEnvelope')
		throw new UnusableResponseError('errorEnvelope', head);
	// Without a MIME type n8n uses the file extension, and treats files without one as text.
	const unknown =
		/octet-stream/i.test(type) && !/\.\w+$/.test(info.name ?? '')
			? 'application/octet-stream'
			: undefined;
	const name = info.name && body.redactor.text(info.name);
	return [
		await storeFile(item.context, body.toStream(), property, {
			name,
			mimeType: info.mimeType ?? unknown,
			fallback,
		}),
	];
}

/** Fetches a file from the URL in a response. Only requests to the origin of the base URL contain the key. */
async function fetchFile(target: Target, source: FileUrl): Promise<INodeExecutionData[]> {
	const { path, requestOptions } = target.item.request;
	const receive = async (response: ServiceResponse, body: Body) => {
		const found = fileInfoFromHeaders(response.headers, source.url);
		const info = { name: source.name ?? found.name, mimeType: source.mimeType ?? found.mimeType };
		return await storeBody(target, response, body, info);
	};
	const response = await target.item.send({
		method: 'GET',
		path,
		requestOptions,
		url: source.url,
		receive,
	});
	return response.body as INodeExecutionData[];
}
