import type { INodeExecutionData } from 'n8n-workflow';
import { trimEnd } from '../shared/values';
import { type Body, readJson } from '../transport/request/body';
import {
	type ServiceResponse,
	header,
	isJson,
	UnusableResponseError,
	unusableReason,
} from '../transport/response/response';
import type { ServiceRequest } from '../transport/request/serviceRequest';
import { findFile, type FoundFile } from './findFile';
import { type FileContext, type FileInfo, fileInfoFromHeaders, storeFile } from './storeFile';

type Received = [response: ServiceResponse, body: Body];

type Store = (content: Buffer | Body, info: FileInfo) => Promise<INodeExecutionData[]>;

/** The request of a file; `request.url` is the URL of the file itself, if it is known. */
interface FileRequest {
	context: FileContext;
	request: ServiceRequest;
	send(request: ServiceRequest): Promise<ServiceResponse>;
	maxBytes?: number;
}

/** Receives a file within the attempt, so that a cut download is retried. @param readOtherwise for other responses */
export async function receiveFile(
	{ context, request, send, maxBytes = Infinity }: FileRequest,
	property: string,
	readOtherwise?: (...received: Received) => Promise<INodeExecutionData[] | undefined>,
): Promise<INodeExecutionData[]> {
	const { path, requestOptions } = request;
	// The name of a file without one is the word at the end of the path, e.g. `video`.
	const fallback = /(?:^|\W)(\w+)$/.exec(trimEnd(path, '/'))?.[1] ?? 'file';
	const store: Store = async (content, info) => {
		const isBuffer = Buffer.isBuffer(content);
		const size = () => (isBuffer ? content.length : content.received);
		const announced = isBuffer ? 0 : Number(header(content.headers, 'content-length') ?? 0);
		const tooLarge = () => new UnusableResponseError('fileTooLarge');
		if (Math.max(announced, size()) > maxBytes) throw tooLarge();
		const stream = isBuffer ? content : content.toStream(maxBytes);
		const storing = storeFile(context, stream, property, { ...info, fallback });
		return [
			await storing.catch((error: unknown) => {
				throw size() > maxBytes ? tooLarge() : error;
			}),
		];
	};
	const receive = async (...received: Received) =>
		(await readOtherwise?.(...received)) ?? (await readFile(store, ...received));
	const received =
		request.url === undefined
			? ((await send({ ...request, receive })).body as INodeExecutionData[] | FoundFile)
			: ({ url: request.url } as FoundFile);
	if (Array.isArray(received)) return received;
	const { url, name, mimeType } = received;
	const receiveUrl = async (response: ServiceResponse, body: Body) => {
		const found = fileInfoFromHeaders(response.headers, url);
		const info = { name: name ?? found.name, mimeType: mimeType ?? found.mimeType };
		return await storeBody(store, response, body, info);
	};
	const response = await send({ method: 'GET', path, requestOptions, url, receive: receiveUrl });
	return response.body as INodeExecutionData[];
}

/** Stores the file in a response, or returns its URL. */
async function readFile(store: Store, response: ServiceResponse, body: Body) {
	if (!isJson(response))
		return await storeBody(store, response, body, fileInfoFromHeaders(response.headers));
	const json = await readJson(response, body);
	const found = findFile(json);
	if (found?.url !== undefined) return found;
	const bytes = Buffer.from(found?.base64 ?? '', 'base64');
	if (bytes.length === 0) throw new UnusableResponseError('noFile', json);
	const mimeType = found?.mimeType ?? 'application/octet-stream';
	return await store(bytes, { name: found?.name, mimeType });
}

async function storeBody(store: Store, response: ServiceResponse, body: Body, info: FileInfo) {
	const type = header(response.headers, 'content-type') ?? '';
	if (/html/i.test(type)) throw new UnusableResponseError('html');
	if (body.isEmpty) throw new UnusableResponseError('noFile');
	// An error may come with any content type.
	const head = await body.peekObject();
	if (unusableReason({ ...response, body: head }) === 'errorEnvelope')
		throw new UnusableResponseError('errorEnvelope', head);
	// Without a MIME type n8n uses the file extension, and treats files without one as text.
	const isUnknown = /octet-stream/i.test(type) && !/\.\w+$/.test(info.name ?? '');
	const named = {
		name: info.name && body.redactor.text(info.name),
		mimeType: info.mimeType ?? (isUnknown ? 'application/octet-stream' : undefined),
	};
	return await store(body, named);
}
