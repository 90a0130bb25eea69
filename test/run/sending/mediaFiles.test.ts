import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { root } from '../../support/project';
import { findFile } from '../../../nodes/files/findFile';
import { fileInfoFromHeaders } from '../../../nodes/files/storeFile';

const BASE64 = 'AAAAHGZ0eXBpc29t'.repeat(20);

describe('the file in a JSON response', () => {
	const base64 = { base64: BASE64 };
	const atUrl = { url: 'https://m.example/a' };
	const LONG = BASE64.repeat(16);
	const SPECIAL = 'application/vnd.ms-x+xml';
	const of = (name: string) => ({ name, type: `${name}/er` });
	const found = (name: string) => ({ ...base64, name, mimeType: `${name}/er` });
	const mime = 'audio/ogg';
	const SHORT = BASE64.slice(0, 256);
	const HUGE = 'AAAA'.repeat(16 * 1024);
	const deep = (levels: number): object => (levels === 0 ? base64 : { a: deep(levels - 1) });

	const mimeType = 'video/mp4';
	test.each<[string, unknown, string[], object]>([
		['its base64', LONG, ['base64', 'data', 'file', 'content', 'media', 'body', 'audio', 'video'], {}],
		['its URL', atUrl.url, ['url', 'downloadUrl', 'mediaUrl', 'fileUrl', 'link', 'href'], {}],
		['its URL', atUrl.url, ['address', 'file', 'media', 'data', 'imageUrl', 'audioUrl'], {}],
		['its name', 'a.mp4', ['fileName', 'filename', 'name'], base64],
		['its type', mimeType, ['mimetype', 'mimeType', 'mime', 'contentType', 'type'], base64],
	])('may have %s, %j, under %j', (what, value, keys, more) => {
		const part = { base64: 'base64', URL: 'url', name: 'name', type: 'mimeType' }[what.slice(4)]!;
		for (const key of keys) expect(findFile({ id: 'x', ...more, [key]: value })).toEqual({ ...more, [part]: value });
	});

	const isFile = (file: object) => [file, file] as const;
	const short = { file: 'video_20240101_final' };
	test.each([
		['is not a text of 300 characters', { data: BASE64.slice(0, 300) }, undefined],
		['may be 256 beside a type', { data: SHORT, mime }, { base64: SHORT, mimeType: mime }],
		['is not a name that reads as base64', { file: 'video_20240101_12000' }, undefined],
		['may contain all characters of base64', ...isFile({ base64: '+/_-Zz09aA+/_-aA==' })],
		['may be short if its name says so', ...isFile({ base64: BASE64.slice(0, 16) })],
		['may have the size that is said', { data: SHORT, mime, size: 192 }, { base64: SHORT, mimeType: mime }],
		['may have nearly the size that is said', { data: SHORT, mime, size: 213 }, { base64: SHORT, mimeType: mime }],
		['is base64 beside a key if its name says so', { ...base64, mediaKey: 'k', url: 'x' }, base64],
		['is at the URL with the most usual name', { link: 'https://m.example/b', ...atUrl }, atUrl],
		['may be in an object with error in its name', { noError: { errorsOf: atUrl } }, atUrl],
		['is base64 rather than a URL if its name says so', { ...atUrl, base64: BASE64 }, base64],
		['is base64 deeper inside rather than a URL', { ...atUrl, a: { b: base64 } }, base64],
		[
			'is a text beside a type rather than a URL',
			{ ...atUrl, a: { data: BASE64, mime } },
			{ ...base64, mimeType: mime },
		],
		['is at a URL rather than a text that may be anything', { data: BASE64, a: atUrl }, atUrl],
		['is at a URL rather than a short text, a name or an ID', { ...atUrl, ...short }, atUrl],
		['gets no type but a MIME type', { ...base64, mimetype: 'video', type: 'a video/mp4' }, base64],
		['may have a special type', { ...base64, type: SPECIAL }, { ...base64, mimeType: SPECIAL }],
		['may be in a list', { data: [atUrl] }, atUrl],
		['may have line breaks', ...isFile({ base64: `${BASE64}\r\n${BASE64}` })],
		['may be 16 levels deep', deep(16), base64],
		['may have its name and type outside of its object', { ...of('a'), data: base64 }, found('a')],
	])('%s', (_what, body, file) => {
		expect(findFile(body)).toEqual(file);
	});

	test.each([
		['data:video/mp4;base64,', 'video/mp4'],
		['data:application/vnd.a-b+c;base64,', 'application/vnd.a-b+c'],
		['data:audio/ogg; codecs=opus;base64,', 'audio/ogg'],
		['data:;base64,', undefined],
	])('may be in a data URI: %s', (prefix, mimeType) => {
		expect(findFile({ data: `${prefix}AAAA` })).toEqual({ base64: 'AAAA', mimeType });
		const given = { base64: 'AAAA', mimeType: 'image/png' };
		expect(findFile({ mime: 'image/png', data: `${prefix}AAAA` })).toEqual(given);
	});

	test.each([
		['short words and line breaks', { data: 'AAAAHGZ0eXBpc29', base64: '\n'.repeat(16) }],
		['a sentence', { body: 'Nothing was found for this message.' }],
		['a data URI of text', { data: 'data:text/plain,hello' }],
		// A search through all of it would exceed the stack.
		['a long text that begins like a data URI', { data: `data:${';'.repeat(6e6)}` }],
		['a sentence that contains a data URI', { data: 'a data:a/b;base64,AAAA' }],
		['base64 under another name', { thumbnail: HUGE, x: HUGE }],
		['a UUID', { media: '550e8400-e29b-41d4-a716-446655440000' }],
		['the hash of a file', { base64: 'd41d8cd98f00b204e9800998ecf8427e' }],
		['content beside the key of a file', { data: LONG, mediaKey: 'k' }],
		['a URL under another name', { website: 'https://m.example/a' }],
		['a text that contains a URL', { url: 'note: https://m.example/a' }],
		['an invalid URL', { url: 'https://' }],
		['base64 with an equals sign inside', { base64: 'AAAAAAAA==AAAAAAAA' }],
		['an error', { error: atUrl, errors: [atUrl] }],
		['a place that is 17 levels deep', deep(17)],
		['the 17th entry of a list', [...Array<object>(16).fill({}), atUrl]],
		['a text with spaces', { base64: 'AAAA AAAA AAAA AAAA AAAA' }],
		['base64 that is cut', { base64: `${BASE64}A` }],
		['the URL of an encrypted file', { ...atUrl, mediaKey: 'k' }],
		['the URL of an encrypted image', { image: 'https://m.example/a', mediaKey: 'k' }],
		['an error envelope', { success: false, url: 'https://m.example/a' }],
	])('is not found in %s', (_what, body) => {
		expect(findFile(body)).toBeUndefined();
	});
});

test('a name in the headers may be in UTF-8, which Node reads as Latin-1, or in Latin-1', () => {
	const latin = fc.stringMatching(/^[a-zA-Z \xe0-\xff]{0,8}\xe7[a-z]{1,8}\.pdf$/);
	const letters = fc.constantFrom('a', 'ç', 'ã', 'é', 'ñ', 'ß', 'я', '日', '🙂', ' ', '-');
	const anyName = fc.array(letters, { minLength: 1 }).map((all) => `${all.join('')}.pdf`);
	const nameIn = (text: string) => fileInfoFromHeaders({ 'content-disposition': `inline; filename="${text}"` }).name;
	fc.assert(fc.property(latin, (name) => expect(nameIn(name)).toBe(name.trim())));
	fc.assert(fc.property(anyName, (name) => expect(nameIn(Buffer.from(name).toString('latin1'))).toBe(name.trim())));
});

test('in a process whose expressions V8 no longer optimizes, a text of 5 MB fits on their stack', () => {
	const path = JSON.stringify(join(root, 'nodes/files/findFile'));
	const code = `
		const { findFile, base64Digits } = require(${path});
		const base64 = Buffer.alloc(5_000_003, 'abc').toString('base64');
		const names = { url: base64, type: base64, mimetype: 'video/mp4' };
		process.stdout.write(String(findFile({ data: { ...names, base64 } }).base64 === base64 && base64Digits(base64).length));
	`;
	const flags = ['--no-regexp-optimization', '--import', 'tsx', '--eval', code];
	expect(execFileSync(process.execPath, flags, { cwd: root, encoding: 'utf8' })).toBe('6666671');
});
