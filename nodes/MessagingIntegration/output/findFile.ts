import type { FileInfo } from './fileInfo';
import { isObject } from '../../shared/plainValues';

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

/** A text this long is the file under any name but that of a small picture of it. */
const LONG_BASE64 = 64 * 1024;
const PREVIEW = /thumb|preview|icon|avatar|qrcode/i;

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
	const named = CONTENT_KEYS.map((key) =>
		// A short text is the file's name or ID, unless the field is named base64.
		contentIn(body[key], key === 'base64' ? MIN_BASE64 : MIN_UNNAMED_BASE64),
	).find((each) => each !== undefined);
	if (named) return { ...named, name, mimeType: mimeType ?? named.mimeType };
	if (url !== undefined) return { kind: 'url', url, name, mimeType };
	const long = Object.keys(body)
		.filter((key) => !PREVIEW.test(key))
		.map((key) => contentIn(body[key], LONG_BASE64))
		.find((each) => each !== undefined);
	if (long) return { ...long, name, mimeType: mimeType ?? long.mimeType };
	for (const [key, value] of Object.entries(body)) {
		const inner = key === 'error' || key === 'errors' ? undefined : findFile(value);
		if (inner) return { ...inner, name: inner.name ?? name, mimeType: inner.mimeType ?? mimeType };
	}
	return undefined;
}

/** Returns the file that a field contains as base64 or as a data URI. */
function contentIn(
	value: unknown,
	minLength: number,
): { kind: 'base64'; base64: string; mimeType?: string } | undefined {
	if (typeof value !== 'string') return undefined;
	const [prefix, mimeType] = /^data:([^;,]*)(?:;[^;,]*)*;base64,/.exec(value.slice(0, 200)) ?? [];
	if (prefix !== undefined) {
		const base64 = value.slice(prefix.length);
		return { kind: 'base64', base64, mimeType: mimeType || undefined };
	}
	return value.length >= minLength && isBase64(value)
		? { kind: 'base64', base64: value }
		: undefined;
}

function isUrl(value: unknown): value is string {
	return typeof value === 'string' && /^[a-z][a-z\d+.-]*:\/\//i.test(value) && URL.canParse(value);
}

/** Returns whether a text is base64 or base64url. A text of hexadecimal digits and dashes is an ID instead. */
function isBase64(value: string): boolean {
	const text = value.replace(/[\r\n]+/g, '');
	const digits = text.slice(-2).includes('=')
		? text.slice(0, text.indexOf('=', text.length - 2))
		: text;
	if (digits.length < MIN_BASE64 || digits.length % 4 === 1) return false;
	// Not one expression for the whole text: it would exceed the stack for files of several MB.
	if (/[^\w+/-]/.test(digits) || text.length - digits.length > 2) return false;
	return digits.length > 64 || !/^[\da-f-]+$/i.test(digits);
}

function text(body: Record<string, unknown>, keys: string[], pattern = /./): string | undefined {
	for (const key of keys) {
		const value = body[key];
		if (typeof value === 'string' && pattern.test(value)) return value;
	}
	return undefined;
}
