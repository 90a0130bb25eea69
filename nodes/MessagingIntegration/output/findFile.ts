import { isObject } from '../../transport/response/response';
import type { FileInfo } from './fileInfo';

/** Where a JSON response has its file: as base64, or at a URL. */
export type FileSource = FileInfo &
	({ kind: 'base64'; base64: string } | { kind: 'url'; url: string });

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
		const dataUrl = /^data:([\w.+/-]+)?.*?;base64,/.exec(value.slice(0, 200));
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
