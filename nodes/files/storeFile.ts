// Files: this folder finds them in responses and events, downloads them and stores them in n8n.

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { parseJson, trimEnd } from '../shared/texts';
import { type Body, type Readable, readJson } from '../transport/request/body';
import type { ServiceRequest } from '../transport/request/requestOnce';
import { header, isJson, isRefusal, NotStoredError, UnusableResponseError } from '../transport/response';
import { type FileInfo, findFile, type FilePlace } from './findFile';

type FileContext = { helpers: Pick<IExecuteFunctions['helpers'], 'prepareBinaryData'> };
type Content = Parameters<FileContext['helpers']['prepareBinaryData']>[0];

type ReadBody = NonNullable<ServiceRequest['readBody']>;
type ReadBodyParameters = Parameters<ReadBody>;

type Store = (content: Buffer | Body, info: FileInfo) => Promise<INodeExecutionData[]>;

/** The request of a file; `request.url` is the URL of the file itself, if it is known. */
interface FileRequest {
	context: FileContext;
	request: ServiceRequest;
	send(request: ServiceRequest): Promise<{ body: unknown }>;
	maxBytes?: number;
}

/** The usual types of what the operations download. */
const TYPES_OF_KINDS: Record<string, string> = {
	audio: 'audio/ogg',
	document: 'application/octet-stream',
	image: 'image/jpeg',
	video: 'video/mp4',
};

/** Downloads a file within the attempt, so that a cut one is retried. @param readOtherwise reads what may be no file */
export async function downloadFile(
	{ context, request, send, maxBytes = Infinity }: FileRequest,
	property: string,
	readOtherwise?: ReadBody,
): Promise<INodeExecutionData[]> {
	const { path, requestOptions, url: fileUrl } = request;
	// The name of a file without one is the word at the end of the path, e.g. `video`.
	const fallback = /(?:^|\W)(\w+)$/.exec(trimEnd(path, '/'))?.[1] ?? 'file';
	const store: Store = async (content, info) => {
		const size = () => (Buffer.isBuffer(content) ? content.length : content.receivedBytes);
		const tooLarge = () => new UnusableResponseError('fileTooLarge');
		if (size() > maxBytes) throw tooLarge();
		const stream = Buffer.isBuffer(content) ? content : content.toStream(maxBytes);
		// Without a type and an extension, n8n treats a file as text.
		const mimeType = info.mimeType ?? (/\.\w+$/.test(info.name ?? '') ? undefined : TYPES_OF_KINDS[fallback]);
		const storing = storeFile(context, stream, property, { ...info, mimeType, fallback });
		const item = await storing.catch((error: unknown) => {
			throw size() > maxBytes ? tooLarge() : error;
		});
		if (size() === 0) throw new UnusableResponseError('noFile');
		return [item];
	};
	const readBody: ReadBody = async (...parameters) =>
		(await readOtherwise?.(...parameters)) ?? (await readFile(store, parameters));
	const { body: file } = fileUrl === undefined ? await send({ ...request, readBody }) : { body: { url: fileUrl } };
	if (Array.isArray(file)) return file as INodeExecutionData[];
	const { url, name, mimeType } = file as FilePlace;
	const readUrl: ReadBody = async (response, body) => {
		const infoInHeaders = fileInfoFromHeaders(response.headers);
		return await storeBody(store, [response, body], {
			name: name ?? infoInHeaders.name,
			mimeType: mimeType ?? infoInHeaders.mimeType,
		});
	};
	const response = await send({ method: 'GET', path, requestOptions, url, readBody: readUrl });
	return response.body as INodeExecutionData[];
}

/** Stores the file in a response. @returns its items, or its place if the response has its URL */
async function readFile(store: Store, parameters: ReadBodyParameters) {
	const [response] = parameters;
	if (!isJson(response)) return await storeBody(store, parameters, fileInfoFromHeaders(response.headers));
	const json = await readJson(...parameters);
	const file = findFile(json);
	if (file?.url !== undefined) return file;
	if (file?.base64 === undefined) throw new UnusableResponseError('noFile', json);
	const { base64, name, mimeType = 'application/octet-stream' } = file;
	return await store(Buffer.from(base64, 'base64'), { name, mimeType });
}

/** Stores the body of a response as a file. @throws UnusableResponseError for a web page and for a refusal */
async function storeBody(store: Store, [response, body]: ReadBodyParameters, info: FileInfo) {
	const type = header(response.headers, 'content-type') ?? '';
	if (/html/i.test(type)) throw new UnusableResponseError('html');
	// Without a MIME type n8n uses the file extension, and treats files without one as text.
	const isUntyped = /octet-stream/i.test(type) && !/\.\w+$/.test(info.name ?? '');
	const infoWithType = {
		name: info.name && body.redact(info.name),
		mimeType: info.mimeType ?? (isUntyped ? 'application/octet-stream' : undefined),
	};
	if (!isJson(response)) return await store(body, infoWithType);
	const text = await body.readText();
	const json = parseJson(text);
	if (isRefusal(json)) throw new UnusableResponseError('errorEnvelope', json);
	return await store(Buffer.from(text), infoWithType);
}

/** Reads file name and MIME type from the headers (RFC 6266). */
export function fileInfoFromHeaders(headers: Record<string, unknown>): FileInfo {
	const disposition = header(headers, 'content-disposition') ?? '';
	const encoded = /filename\*=utf-8'[^']*'([^;]+)/i.exec(disposition)?.[1];
	const plain = /filename=(?:"((?:[^"\\]|\\.)+)|([^";]+))/i.exec(disposition);
	const quoted = plain?.[1]?.replace(/\\(["\\])/g, '$1');
	const type = header(headers, 'content-type')?.split(';')[0]?.trim().toLowerCase();
	return {
		name: decoded(encoded) ?? fromBytes((quoted ?? plain?.[2])?.trim()),
		mimeType: type?.endsWith('/octet-stream') ? undefined : type,
	};
}

/** Decodes a header as UTF-8, which many services send, although Node reads it as Latin-1. */
function fromBytes(text: string | undefined): string | undefined {
	if (text === undefined || /[^\0-\xff]/.test(text)) return text;
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
	} catch {
		return text;
	}
}

function decoded(value: string | undefined): string | undefined {
	if (value === undefined) return undefined;
	try {
		return decodeURIComponent(value);
	} catch {
		return value;
	}
}

/** Extensions that are not the second part of the MIME type. */
const EXTENSIONS: Record<string, string> = { 'audio/mpeg': 'mp3', 'audio/mp4': 'm4a', 'image/jpeg': 'jpg' };

/** Removes from a file name slashes, control characters, and what changes the direction of text. */
function cleanName(name: string | undefined): string | undefined {
	const clean = name?.replace(/[/\\\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, '_').trim();
	return clean === undefined || /^[._\s]*$/.test(clean) ? undefined : clean;
}

/** Stores a file in n8n. @param info `fallback` has no extension @returns the item @throws NotStoredError */
export async function storeFile(
	context: FileContext,
	content: Buffer | Readable,
	property: string,
	info: FileInfo & { fallback: string },
): Promise<INodeExecutionData> {
	// Without parameters such as `codecs`.
	const [mimeType = ''] = (info.mimeType ?? '').split(';');
	const extension =
		EXTENSIONS[mimeType] ?? /^(?:application|audio|image|text|video)\/([a-z\d]{2,4})$/.exec(mimeType)?.[1];
	const name = cleanName(info.name) ?? [info.fallback, extension].filter(Boolean).join('.');
	const storing = context.helpers.prepareBinaryData(content as Content, name, info.mimeType);
	const binary = await storing.catch((error: unknown) => {
		throw new NotStoredError(error instanceof Error ? error.message : String(error));
	});
	const { mimeType: storedType, fileSize } = binary;
	const json = { fileName: name, mimeType: storedType, ...(fileSize !== undefined && { fileSize }) };
	return { json, binary: { [property]: binary } };
}
