import {
	fileTypeFromMimeType,
	type IExecuteSingleFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { NotStored } from '../../transport/response/notStored';
import { type ServiceResponse, header, isObject } from '../../transport/response/response';
import type { Readable } from '../../transport/response/body';

/** Where a JSON response has its file: as base64, or at a URL. */
export type FileSource = { name?: string; mimeType?: string } & (
	{ kind: 'base64'; base64: string } | { kind: 'url'; url: string }
);

/** The reference does not document the response of a download (4.15, 4.16), so these fields are tried in this order. */
const CONTENT_KEYS = ['base64', 'data', 'file', 'content', 'media', 'body', 'video', 'audio'];
const URL_KEYS = [
	'url',
	'downloadUrl',
	'mediaUrl',
	'fileUrl',
	'link',
	'href',
	'address',
	'file',
	'media',
	'data',
];

/** Shorter text may be an ordinary word. Outside a field named `base64`, `MIN_UNNAMED_BASE64` applies. */
const MIN_BASE64 = 16;
const MIN_UNNAMED_BASE64 = 256;

/**
 * Finds the file in a JSON response.
 *
 * @param body parsed JSON
 * @returns undefined if the response contains no file; error objects are not searched
 */
export function findFile(body: unknown): FileSource | undefined {
	if (!isObject(body) || body.success === false) return undefined;
	const name = text(body, ['fileName', 'filename', 'name']);
	const mimeType = text(
		body,
		['mimetype', 'mimeType', 'mime', 'contentType', 'type'],
		/^\w+\/[\w.+-]/,
	);
	const url = URL_KEYS.map((key) => body[key]).find(isUrl);
	for (const key of CONTENT_KEYS) {
		const value = body[key];
		if (typeof value !== 'string') continue;
		const dataUrl = /^data:([\w.+/-]+)?[^,]*;base64,/.exec(value.slice(0, 200));
		if (dataUrl) {
			return {
				kind: 'base64',
				base64: value.slice(dataUrl[0].length),
				name,
				mimeType: mimeType ?? dataUrl[1],
			};
		}
		// A short text is the file's name or ID, unless the field is named base64.
		if (value.length < MIN_UNNAMED_BASE64 && key !== 'base64') continue;
		if (isBase64(value)) return { kind: 'base64', base64: value, name, mimeType };
	}
	if (url !== undefined) return { kind: 'url', url, name, mimeType };
	for (const [key, value] of Object.entries(body)) {
		const inner = key === 'error' || key === 'errors' ? undefined : findFile(value);
		if (inner) return { ...inner, name: inner.name ?? name, mimeType: inner.mimeType ?? mimeType };
	}
	return undefined;
}

function isUrl(value: unknown): value is string {
	return typeof value === 'string' && /^[a-z][a-z\d+.-]*:\/\//i.test(value) && URL.canParse(value);
}

/** Returns whether a text is base64 or base64url. A text of hexadecimal digits and dashes is an ID instead. */
function isBase64(value: string): boolean {
	const [, digits = ''] = /^([\w+/-]+)={0,2}$/.exec(value.replace(/[\r\n]+/g, '')) ?? [];
	return (
		digits.length >= MIN_BASE64 && digits.length % 4 !== 1 && !/^[\da-f-]{1,64}$/i.test(digits)
	);
}

function text(body: Record<string, unknown>, keys: string[], pattern = /./): string | undefined {
	for (const key of keys) {
		const value = body[key];
		if (typeof value === 'string' && pattern.test(value)) return value;
	}
	return undefined;
}

/** Reads file name and MIME type from the headers (RFC 6266), and the name also from the end of the URL. */
export function fileInfoFromHeaders(
	headers: Record<string, unknown>,
	url?: string,
): { name?: string; mimeType?: string } {
	const disposition = header(headers, 'content-disposition') ?? '';
	const encoded = /filename\*=utf-8'[^']*'([^;]+)/i.exec(disposition)?.[1];
	const plain = /filename=(?:"([^"]+)|([^";]+))/i.exec(disposition);
	const fromUrl = url === undefined ? undefined : /\/([^/?#]+\.\w{1,5})(?:[?#]|$)/.exec(url)?.[1];
	const type = header(headers, 'content-type')?.split(';')[0]?.trim().toLowerCase();
	return {
		name: decoded(encoded) ?? (plain?.[1] ?? plain?.[2])?.trim() ?? decoded(fromUrl),
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

/** Removes characters from a file name that would name a folder or hide the extension; undefined if nothing remains. */
function cleanName(name: string | undefined): string | undefined {
	// Slashes, control characters, and characters that change the direction of text.
	const clean = name
		?.replace(/[/\\\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, '_')
		.trim();
	return clean === undefined || /^[._\s]*$/.test(clean) ? undefined : clean;
}

/**
 * Stores a file in n8n's binary store.
 *
 * @param content bytes, or a stream that is never in memory as a whole
 * @param property name of the binary property
 * @param info known details of the file; `fallback` is the name without extension for a file without a name
 * @returns an item with the file, and its name, MIME type and, if n8n provides it, size in bytes as JSON
 * @throws NotStored if n8n cannot store the file
 */
export async function storeFile(
	context: IExecuteSingleFunctions,
	content: Buffer | Readable,
	property: string,
	info: { name?: string; mimeType?: string; fallback: string },
): Promise<INodeExecutionData> {
	const extension = EXTENSIONS[info.mimeType ?? ''];
	const name =
		cleanName(info.name) ?? `${info.fallback}${extension === undefined ? '' : `.${extension}`}`;
	const storing = context.helpers.prepareBinaryData(
		content as Parameters<typeof context.helpers.prepareBinaryData>[0],
		name,
		info.mimeType,
	);
	const binary = await storing.catch((error: unknown) => {
		throw new NotStored(error instanceof Error ? error.message : String(error));
	});
	const json: INodeExecutionData['json'] = { fileName: name, mimeType: binary.mimeType };
	if (binary.fileSize !== undefined) json.fileSize = binary.fileSize;
	return { json, binary: { [property]: binary } };
}

/** Reads file name and MIME type from JSON that may be incomplete. */
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

/** Returns an item with a new name and type for its stored file. */
export function withFileInfo(
	item: INodeExecutionData,
	property: string,
	info: { name?: string; mimeType?: string },
): INodeExecutionData {
	const binary = item.binary?.[property];
	if (!binary) return item;
	const mimeType = info.mimeType ?? binary.mimeType;
	const extension = EXTENSIONS[mimeType];
	const stem = binary.fileName ?? '';
	const fileName =
		cleanName(info.name) ??
		(extension === undefined || stem.includes('.') ? stem : `${stem}.${extension}`);
	const changed = {
		...binary,
		mimeType,
		fileName,
		fileExtension: extension ?? binary.fileExtension,
		fileType: fileTypeFromMimeType(mimeType),
	};
	return { json: { ...item.json, fileName, mimeType }, binary: { [property]: changed } };
}

/** Returns whether the content type of a response is JSON. */
export function isJson(response: ServiceResponse): boolean {
	return /[/+]json\b/i.test(header(response.headers, 'content-type') ?? '');
}
