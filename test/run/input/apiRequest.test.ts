import type { INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../tools/sandbox';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';
import { bytesOf, runNode } from '../../support/engine';

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

const request = async (parameters: INodeParameters) =>
	await runNode({
		credentials: credentialsFor(sandbox),
		parameters: { resource: 'contact', operation: 'apiRequest', path: '/contacts', ...parameters },
	});

/** The response to the next requests; broken JSON is requested several times. */
const respondWith = (body: unknown, type?: string, status = 200, times = 1) =>
	sandbox.addFault({ kind: 'raw', times, status, body, headers: type === undefined ? {} : { 'content-type': type } });

const JSON_TYPE = 'application/json';
const BASE64 = Buffer.from('a film of 24 characters.').toString('base64');

describe('reading a response', () => {
	test.each([
		['a list becomes items', [{ a: 1 }, { a: 2 }], JSON_TYPE, [{ a: 1 }, { a: 2 }]],
		['a file in JSON remains JSON', { base64: BASE64 }, JSON_TYPE, [{ base64: BASE64 }]],
		['JSON without a type is parsed', '[{"a":1}]', undefined, [{ a: 1 }]],
		['text becomes a value', 'pong', 'text/plain; charset=utf-8', [{ value: 'pong' }]],
	])('%s', async (_what, body, type, items) => {
		for (const responseFormat of ['auto', 'json']) {
			respondWith(body, type);
			const result = await request({ responseFormat });
			expect(result.error).toBeUndefined();
			expect(result.items.map(({ json, binary }) => ({ json, binary }))).toEqual(items.map((json) => ({ json })));
		}
	});

	test.each([
		['a file is parsed as JSON if the format is JSON', 'json', {}, '[{"a":1}]', 'x/any', 200, [{ a: 1 }]],
		['204 has no file', 'auto', {}, '', 'image/png', 204, [{ success: true }]],
		['an empty list has no records', 'auto', {}, '[]', JSON_TYPE, 200, []],
		['a write with an empty list is a success', 'auto', { method: 'POST' }, '[]', JSON_TYPE, 200, [{ success: true }]],
	])('%s (%s)', async (_what, responseFormat, more, body, type, status, items) => {
		respondWith(body, type, status);
		const result = await request({ responseFormat, ...more });
		expect(result.items.map(({ json }) => json)).toEqual(items);
	});

	const WEB_PAGE = /^The response is a web page/;
	const NO_FILE = /^The response contains no file \(200\)/;
	test.each([
		['a web page', 'auto', '<!doctype html><p>Sign in</p>', 'text/html', WEB_PAGE],
		['JSON without a file', 'file', '{"a":1}', JSON_TYPE, NO_FILE],
		['an empty file', 'file', '', 'video/mp4', NO_FILE],
	])('%s has its own message', async (_what, responseFormat, body, type, message) => {
		respondWith(body, type, 200, Infinity);
		const { error } = await request({ responseFormat });
		expect(error?.message).toMatch(message);
	});
});

describe('files', () => {
	const FILM = 'a film of 24 characters.';
	const unnamed = { type: 'video/mp4', base64: BASE64 };
	const inJson = { ...unnamed, name: 'b.mp4' };
	test.each([
		['bytes', 'auto', 'bytes', 'x-text/any', '/contacts', ['contacts', 'x-text/any', 'bytes']],
		['text', 'file', 'a;b', 'text/csv', '/contacts/', ['contacts.csv', 'text/csv', 'a;b']],
		['no type', 'file', 'bytes', undefined, '/contacts/%20', ['20', 'text/plain', 'bytes']],
		['base64', 'file', inJson, JSON_TYPE, '/contacts', ['b.mp4', 'video/mp4', FILM]],
	])(
		'%s: the file has the right name, type and bytes',
		async (_what, responseFormat, body, type, path, [fileName, mimeType, bytes]) => {
			respondWith(body, type);
			const { items, error } = await request({ responseFormat, path, binaryPropertyName: 'film' });
			expect(error).toBeUndefined();
			expect(items).toEqual([
				{
					json: { fileName, mimeType, fileSize: expect.stringMatching(/\d B$/) },
					binary: { film: expect.objectContaining({ fileName, mimeType }) },
					pairedItem: { item: 0 },
				},
			]);
			expect((await bytesOf(items[0]!, 'film')).toString()).toBe(bytes);
		},
	);
});

test('the file of a write is fetched and retried, but the write is not sent again', async () => {
	sandbox.addFault({ path: '/instances', kind: 'status', status: 503 });
	respondWith({ url: `${sandbox.baseUrl}/instances` }, JSON_TYPE);
	const { error } = await request({ method: 'POST', body: '{"a":1}', responseFormat: 'file' });
	expect(error).toBeUndefined();
	expect(sandbox.log.map(({ method, path, rawBody }) => [method, path, rawBody])).toEqual([
		['POST', '/contacts', '{"a":1}'],
		['GET', '/instances', ''],
		['GET', '/instances', ''],
	]);
});

test.each([
	['getVideo', {}, 'video.mp4', 'video/mp4'],
	['getAudio', {}, 'audio.ogg', 'audio/ogg'],
	['getVideo', { 'content-disposition': 'inline; filename=a.webm' }, 'a.webm', 'video/webm'],
])(
	'what %s downloads without a Content-Type (%j) is typed by its name, else by the operation',
	async (operation, headers, fileName, mimeType) => {
		sandbox.addFault({ kind: 'raw', body: 'bytes', headers: headers as Record<string, string> });
		const { items } = await request({ resource: 'download', operation, messageId: 'M1' });
		expect(items[0]?.json).toMatchObject({ fileName, mimeType });
	},
);

test.each([
	['contacts//x', '/contacts//x'],
	['=/{{ "contacts" }}/', '/contacts/'],
	['={{ "/contacts/nullable" }}', '/contacts/nullable'],
])('the path %s is requested as %s, without a body if there is none', async (path, requested) => {
	await request({ method: 'POST', path, body: '' });
	expect(sandbox.log.map(({ url, rawBody }) => [url, rawBody])).toEqual([[`/api/v2${requested}`, '']]);
});
