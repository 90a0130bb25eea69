import {
	fileTypeFromMimeType,
	type IExecuteSingleFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { NotStored } from '../../transport/response/notStored';
import { type ServiceResponse, header, isObject } from '../../transport/response/response';
import type { Readable } from '../../transport/response/body';

/** Where a response has its file: in itself, as base64 in JSON, or at an address in JSON. */
export type FileSource = { name?: string; mimeType?: string } & (
	| { kind: 'base64'; base64: string }
	| { kind: 'address'; address: string }
);

/** The reference does not show the response of a download (4.15, 4.16), so these names are looked for, in this order. */
const CONTENT_KEYS = ['base64', 'data', 'file', 'content', 'media', 'body', 'video', 'audio'];
const ADDRESS_KEYS = ['url', 'downloadUrl', 'mediaUrl', 'fileUrl', 'link', 'href', 'address', 'file', 'media', 'data'];

/** Base64 that is shorter may just as well be a word. Outside of a field `base64`, anything shorter than `SHORT` may. */
const SHORTEST = 16;
const SHORT = 256;

/**
 * Finds the file in a JSON response.
 *
 * @param body parsed JSON
 * @returns undefined when it holds none; an error, or what stands in one, is none
 */
export function findFile(body: unknown): FileSource | undefined {
	if (!isObject(body) || body.success === false) return undefined;
	const name = text(body, ['fileName', 'filename', 'name']);
	const mimeType = text(body, ['mimetype', 'mimeType', 'mime', 'contentType', 'type'], /^\w+\/[\w.+-]/);
	const address = ADDRESS_KEYS.map((key) => body[key]).find(isAddress);
	for (const key of CONTENT_KEYS) {
		const value = body[key];
		if (typeof value !== 'string') continue;
		const uri = /^data:([\w.+/-]+)?[^,]*;base64,/.exec(value.slice(0, 200));
		if (uri) {
			return { kind: 'base64', base64: value.slice(uri[0].length), name, mimeType: mimeType ?? uri[1] };
		}
		// A short text is the file's name or ID, unless the field says what it is.
		if (value.length < SHORT && key !== 'base64') continue;
		if (isBase64(value)) return { kind: 'base64', base64: value, name, mimeType };
	}
	if (address !== undefined) return { kind: 'address', address, name, mimeType };
	for (const [key, value] of Object.entries(body)) {
		const inner = key === 'error' || key === 'errors' ? undefined : findFile(value);
		if (inner) return { ...inner, name: inner.name ?? name, mimeType: inner.mimeType ?? mimeType };
	}
	return undefined;
}

function isAddress(value: unknown): value is string {
	return typeof value === 'string' && /^[a-z][a-z\d+.-]*:\/\//i.test(value) && URL.canParse(value);
}

/** Whether all of a text is base64, of either alphabet; what has only hexadecimal digits and dashes is an ID. */
function isBase64(value: string): boolean {
	const [, digits = ''] = /^([\w+/-]+)={0,2}$/.exec(value.replace(/[\r\n]+/g, '')) ?? [];
	return digits.length >= SHORTEST && digits.length % 4 !== 1 && !/^[\da-f-]{1,64}$/i.test(digits);
}

function text(body: Record<string, unknown>, keys: string[], pattern = /./): string | undefined {
	for (const key of keys) {
		const value = body[key];
		if (typeof value === 'string' && pattern.test(value)) return value;
	}
	return undefined;
}

/** File name and MIME type as the headers tell them (RFC 6266), and as the address ends. */
export function fileInfoFromHeaders(
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

/** A file's name without what would name a folder or hide its ending; undefined where nothing is left of it. */
function cleanName(name: string | undefined): string | undefined {
	// Control characters, and those that change the direction of text.
	const clean = name?.replace(/[/\\\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, '_').trim();
	return clean === undefined || /^[._\s]*$/.test(clean) ? undefined : clean;
}

/**
 * Hands a file to n8n's binary store.
 *
 * @param content bytes, or a stream that is never held whole
 * @param property name of the binary property
 * @param about what is known of the file; `fallback` is its name without extension if it has none
 * @returns one item: the file, and its name, MIME type and size (in bytes, where n8n tells) as JSON
 * @throws NotStored
 */
export async function storeFile(
	context: IExecuteSingleFunctions,
	content: Buffer | Readable,
	property: string,
	about: { name?: string; mimeType?: string; fallback: string },
): Promise<INodeExecutionData> {
	const extension = EXTENSIONS[about.mimeType ?? ''];
	const name = cleanName(about.name) ?? `${about.fallback}${extension === undefined ? '' : `.${extension}`}`;
	const storing = context.helpers.prepareBinaryData(
		content as Parameters<typeof context.helpers.prepareBinaryData>[0],
		name,
		about.mimeType,
	);
	const binary = await storing.catch((error: unknown) => {
		throw new NotStored(error instanceof Error ? error.message : String(error));
	});
	const json: INodeExecutionData['json'] = { fileName: name, mimeType: binary.mimeType };
	if (binary.fileSize !== undefined) json.fileSize = binary.fileSize;
	return { json, binary: { [property]: binary } };
}

/** Name and MIME type as JSON tells them that may still be cut off. */
export function fileInfoFromJson(json: string): { name?: string; mimeType?: string } {
	const value = (names: string, pattern: string) =>
		new RegExp(`"(?:${names})"\\s*:\\s*("${pattern}")`, 'i').exec(json)?.[1];
	return {
		name: unescaped(value('fileName|name', '(?:[^"\\\\]|\\\\.)+')),
		mimeType: unescaped(value('mimetype|mime|contentType|type', '\\w+(?:/|\\\\/)[\\w.+-]+')),
	};
}

function unescaped(quoted: string | undefined): string | undefined {
	if (quoted === undefined) return undefined;
	try {
		return String(JSON.parse(quoted));
	} catch {
		return undefined;
	}
}

/** Gives a stored file the name and type that became known after it was stored. */
export function withFileInfo(
	item: INodeExecutionData,
	property: string,
	about: { name?: string; mimeType?: string },
): INodeExecutionData {
	const binary = item.binary?.[property];
	if (!binary) return item;
	const mimeType = about.mimeType ?? binary.mimeType;
	const extension = EXTENSIONS[mimeType];
	const stem = binary.fileName ?? '';
	const fileName = cleanName(about.name) ?? (extension === undefined || stem.includes('.') ? stem : `${stem}.${extension}`);
	const changed = {
		...binary,
		mimeType,
		fileName,
		fileExtension: extension ?? binary.fileExtension,
		fileType: fileTypeFromMimeType(mimeType),
	};
	return { json: { ...item.json, fileName, mimeType }, binary: { [property]: changed } };
}

/** Whether a response calls itself JSON. */
export function isJson(response: ServiceResponse): boolean {
	return /[/+]json\b/i.test(header(response.headers, 'content-type') ?? '');
}
