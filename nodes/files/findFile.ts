import { type Fields, isObject } from '../shared/values';
import { isPresent, plainName } from '../shared/looseValues';
import { parseUrl, trimEnd } from '../shared/texts';

/** The name and the MIME type of a file, as far as they are known. */
export type FileInfo = { name?: string; mimeType?: string };

/** A file that was found: its content as base64, or the URL from which it can be downloaded. */
export type FilePlace = FileInfo & { base64?: string; url?: string };

/** The reference does not document the response of a download (4.15, 4.16), so these names are tried in this order. */
const CONTENT_KEYS = ['base64', 'data', 'file', 'content', 'media', 'body', 'video', 'audio'];
const URL_KEYS = [
	'url',
	'downloadurl',
	'mediaurl',
	'fileurl',
	'dataurl',
	'link',
	'href',
	'address',
	'file',
	'media',
	'data',
	'imageurl',
	'videourl',
	'audiourl',
	'voiceurl',
	'documenturl',
	'stickerurl',
	'image',
	'video',
	'audio',
	'voice',
	'document',
	'sticker',
];

/** Repetitions are limited, here and below: in a text of several MB, others may exceed the stack of expressions. */
const MIME_TYPE = /^\w{1,20}\/[\w.+-]/;
const TYPE_KEYS = ['mimetype', 'mimeType', 'mime', 'contentType', 'type'];

/** The shortest content under the name `base64`, beside a type, and else: a shorter text may be something else. */
const MIN_BASE64 = 16;
const MIN_TYPED_BASE64 = 256;
const MIN_UNNAMED_BASE64 = 1024;
/** Whether a name is that of a small picture of the file, or of a person. */
const isPreview = (key: string) =>
	/thumb|preview|avatar|qr_?code|poster/i.test(key) || /(^|_)(icon|cover)|(Icon|Cover)/.test(key);

/** How deep a file may be. */
const MAX_DEPTH = 16;
/** How many entries of a list are searched. */
const MAX_ENTRIES = 16;

type Search = (body: Fields, hasType: boolean) => FilePlace | undefined;
type Skip = (name: string) => boolean;

/**
 * Finds the file in a JSON response or an event: its content, else its URL.
 * @param isSkipped whether an object of this name is about something else
 */
export const findFile = (body: unknown, isSkipped: Skip = (name) => /^errors?$/.test(name)): FilePlace | undefined =>
	searchIn(body, contentOf, isSkipped) ?? searchIn(body, urlOf, isSkipped);

function searchIn(body: unknown, fileIn: Search, isSkipped: Skip, depth = 0): FilePlace | undefined {
	if (depth > MAX_DEPTH) return undefined;
	const searchInside = (value: unknown) => searchIn(value, fileIn, isSkipped, depth + 1);
	if (Array.isArray(body)) return body.slice(0, MAX_ENTRIES).map(searchInside).find(Boolean);
	if (!isObject(body) || body.success === false) return undefined;
	const text = (keys: string[], pattern = /./) =>
		keys.map((key) => body[key]).find((value): value is string => isText(value, pattern));
	const name = text(['fileName', 'filename', 'name']);
	const mimeType = text(TYPE_KEYS, MIME_TYPE);
	const file = fileIn(body, mimeType !== undefined);
	if (file) {
		// The type may be in an object beside the file: `{ base64, imageMessage: { mimetype } }`.
		const types = Object.values(body).map((value) => (isObject(value) ? value.mimetype : undefined));
		const typeBeside = types.find((type): type is string => isText(type, MIME_TYPE));
		return { ...file, name, mimeType: mimeType ?? file.mimeType ?? typeBeside };
	}
	for (const [key, value] of Object.entries(body)) {
		const inner = isSkipped(key) || isPreview(key) ? undefined : searchInside(value);
		if (inner) return { ...inner, name: inner.name ?? name, mimeType: inner.mimeType ?? mimeType };
	}
	return undefined;
}

type Content = FileInfo & { base64: string };

function contentOf(body: Fields, hasType: boolean): Content | undefined {
	const minLength = hasType ? MIN_TYPED_BASE64 : MIN_UNNAMED_BASE64;
	const contents = CONTENT_KEYS.map((key) => contentIn(body[key], key === 'base64' ? MIN_BASE64 : minLength));
	// Next to the key of an encrypted file, or to its URL, anything but `base64` is a preview.
	return body.mediaKey === undefined && urlOf(body) === undefined ? contents.find(Boolean) : contents[0];
}

function urlOf(body: Fields): FilePlace | undefined {
	// Next to a key, the file at the URL is encrypted.
	if (body.mediaKey !== undefined) return undefined;
	const urls = Object.entries(body).flatMap(([key, url]) => (isUrl(url) ? [{ name: plainName(key), url }] : []));
	const url = URL_KEYS.map((key) => urls.find(({ name }) => name === key)?.url).find(isPresent);
	return url === undefined ? undefined : { url };
}

function contentIn(value: unknown, minLength: number): Content | undefined {
	if (typeof value !== 'string') return undefined;
	const [prefix, mimeType] = /^data:([^;,]*)(?:;[^;,]*)*;base64,/.exec(value.slice(0, 200)) ?? [];
	if (prefix !== undefined) return { base64: value.slice(prefix.length), mimeType: mimeType || undefined };
	return value.length >= minLength && isBase64(value) ? { base64: value } : undefined;
}

const isText = (value: unknown, pattern: RegExp): value is string => typeof value === 'string' && pattern.test(value);

const isUrl = (value: unknown): value is string =>
	isText(value, /^[\w+.-]{1,20}:\/\//) && parseUrl(value) !== undefined;

/** Returns the digits of base64 or base64url, without line breaks and their end; undefined for any other text. */
export function base64Digits(value: string): string | undefined {
	const digits = trimEnd(value.replace(/[\r\n]/g, ''), '=');
	return digits.length % 4 === 1 || /[^\w+/-]/.test(digits) ? undefined : digits;
}

/** Whether a text is base64. A short one of hexadecimal digits and dashes is rather an ID. */
function isBase64(value: string): boolean {
	const digits = base64Digits(value) ?? '';
	return digits.length > 64 || (digits !== '' && !/^[\da-f-]{1,64}$/i.test(digits));
}
