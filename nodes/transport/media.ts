import {
	fileTypeFromMimeType,
	type IExecuteSingleFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { type Answer, header, isObject } from './answer';

/** A body that n8n's helper gives with `encoding: 'stream'`. */
export type Readable = AsyncIterable<Uint8Array>;

/** Longest text that is read of an answer that is not a file, in characters. */
const MAX_ERROR_TEXT = 64 * 1024;

export function isReadable(body: unknown): body is Readable {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** Reads a stream as text. @param limit what comes after that many characters is left unread */
export async function drainText(stream: Readable, limit = MAX_ERROR_TEXT): Promise<string> {
	const decoder = new TextDecoder();
	let text = '';
	for await (const chunk of stream) {
		text += decoder.decode(chunk, { stream: true });
		if (text.length >= limit) break;
	}
	return text;
}

/** Where an answer has its file: in itself, as base64 in JSON, or at an address in JSON. */
export type FileSource = { name?: string; mimeType?: string } & (
	| { kind: 'base64'; base64: string }
	| { kind: 'address'; address: string }
);

/** The reference does not show the answer of a download (4.15, 4.16), so these names are looked for, in this order. */
const CONTENT_KEYS = ['base64', 'data', 'file', 'content', 'media', 'body', 'video', 'audio'];
const ADDRESS_KEYS = ['url', 'downloadUrl', 'mediaUrl', 'fileUrl', 'link', 'href', 'address', 'file', 'media', 'data'];

/**
 * Finds the file in a JSON answer.
 *
 * @param body parsed JSON
 * @returns undefined when it holds none
 */
export function findFile(body: unknown): FileSource | undefined {
	if (!isObject(body)) return undefined;
	const name = text(body, ['fileName', 'filename', 'name']);
	const mimeType = text(body, ['mimetype', 'mimeType', 'mime', 'contentType', 'type'], /^\w+\/[\w.+-]/);
	for (const key of CONTENT_KEYS) {
		const value = body[key];
		if (typeof value !== 'string') continue;
		const uri = /^data:([\w.+/-]+)?[^,]*;base64,/.exec(value.slice(0, 200));
		if (uri) {
			return { kind: 'base64', base64: value.slice(uri[0].length), name, mimeType: mimeType ?? uri[1] };
		}
		if (/^[A-Za-z0-9+/_-]{16}/.test(value)) {
			return { kind: 'base64', base64: value, name, mimeType };
		}
	}
	for (const key of ADDRESS_KEYS) {
		const value = body[key];
		if (typeof value === 'string' && /^[a-z][a-z\d+.-]*:\/\//i.test(value) && URL.canParse(value)) {
			return { kind: 'address', address: value, name, mimeType };
		}
	}
	for (const value of Object.values(body)) {
		const inner = findFile(value);
		if (inner) return { ...inner, name: inner.name ?? name, mimeType: inner.mimeType ?? mimeType };
	}
	return undefined;
}

function text(body: Record<string, unknown>, keys: string[], pattern = /./): string | undefined {
	for (const key of keys) {
		const value = body[key];
		if (typeof value === 'string' && pattern.test(value)) return value;
	}
	return undefined;
}

/** File name and MIME type as the headers tell them (RFC 6266), and as the address ends. */
export function describeFile(
	headers: Record<string, unknown>,
	address?: string,
): { name?: string; mimeType?: string } {
	const disposition = header(headers, 'content-disposition') ?? '';
	const encoded = /filename\*=utf-8'[^']*'([^;]+)/i.exec(disposition)?.[1];
	const plain = /filename=(?:"([^"]+)|([^";]+))/i.exec(disposition);
	const fromAddress = address === undefined ? undefined : /\/([^/?#]+\.\w{1,5})(?:[?#]|$)/.exec(address)?.[1];
	const type = header(headers, 'content-type')?.split(';')[0]?.trim().toLowerCase();
	return {
		name: decoded(encoded) ?? (plain?.[1] ?? plain?.[2])?.trim() ?? decoded(fromAddress),
		mimeType: type === 'application/octet-stream' ? undefined : type,
	};
}

function decoded(value: string | undefined): string | undefined {
	if (value === undefined) return undefined;
	try {
		return decodeURIComponent(value);
	} catch {
		return value;
	}
}

const EXTENSIONS: Record<string, string> = {
	'video/mp4': 'mp4',
	'video/3gpp': '3gp',
	'video/webm': 'webm',
	'audio/ogg': 'ogg',
	'audio/opus': 'opus',
	'audio/mpeg': 'mp3',
	'audio/mp4': 'm4a',
	'audio/aac': 'aac',
	'audio/wav': 'wav',
	'image/jpeg': 'jpg',
	'image/png': 'png',
	'application/pdf': 'pdf',
};

/**
 * Hands a file to n8n's binary store.
 *
 * @param content bytes, or a stream that is never held whole
 * @param property name of the binary property
 * @param about what is known of the file; `fallback` is its name without extension if it has none
 * @returns one item: the file, and its name, MIME type and size (in bytes, where n8n tells) as JSON
 */
export async function fileItem(
	context: IExecuteSingleFunctions,
	content: Buffer | Readable,
	property: string,
	about: { name?: string; mimeType?: string; fallback: string },
): Promise<INodeExecutionData> {
	const extension = EXTENSIONS[about.mimeType ?? ''];
	const name = (about.name ?? `${about.fallback}${extension === undefined ? '' : `.${extension}`}`)
		// A name that the service chose must not name a folder.
		.replace(/[/\\\u0000-\u001f]+/g, '_');
	const binary = await context.helpers.prepareBinaryData(
		content as Parameters<typeof context.helpers.prepareBinaryData>[0],
		name,
		about.mimeType,
	);
	const json: INodeExecutionData['json'] = { fileName: name, mimeType: binary.mimeType };
	if (binary.fileSize !== undefined) json.fileSize = binary.fileSize;
	return { json, binary: { [property]: binary } };
}

/** Name and MIME type as JSON tells them that may still be cut off. */
export function describeJson(json: string): { name?: string; mimeType?: string } {
	const value = (names: string, pattern: string) =>
		new RegExp(`"(?:${names})"\\s*:\\s*"(${pattern})"`, 'i').exec(json)?.[1];
	return {
		name: value('fileName|name', '[^"\\\\]+'),
		mimeType: value('mimetype|mime|contentType|type', '\\w+/[\\w.+-]+'),
	};
}

/** Gives a stored file the name and type that became known after it was stored. */
export function renamed(
	item: INodeExecutionData,
	property: string,
	about: { name?: string; mimeType?: string },
): INodeExecutionData {
	const binary = item.binary?.[property];
	if (!binary) return item;
	const mimeType = about.mimeType ?? binary.mimeType;
	const extension = EXTENSIONS[mimeType];
	const stem = binary.fileName ?? '';
	const fileName = about.name ?? (extension === undefined || stem.includes('.') ? stem : `${stem}.${extension}`);
	const changed = {
		...binary,
		mimeType,
		fileName,
		fileExtension: extension ?? binary.fileExtension,
		fileType: fileTypeFromMimeType(mimeType),
	};
	return { json: { ...item.json, fileName, mimeType }, binary: { [property]: changed } };
}

/**
 * Turns decoded pieces into the kind of stream that n8n's store takes. The class comes from the answer's own body, since
 * verified packages may not import Node's stream module.
 */
export function streamOf(body: Readable, pieces: AsyncGenerator<Buffer>): Readable {
	const { from } = body.constructor as unknown as {
		from(pieces: AsyncGenerator<Buffer>, options: { objectMode: boolean }): Readable;
	};
	return from(pieces, { objectMode: false });
}

/** Whether an answer calls itself JSON. */
export function isJson(answer: Answer): boolean {
	return /[/+]json\b/i.test(header(answer.headers, 'content-type') ?? '');
}
