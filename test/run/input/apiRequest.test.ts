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
		['JSON declared as text is parsed', '{"a":1}', 'text/plain', [{ a: 1 }]],
		['JSON without a type is parsed', '[{"a":1}]', undefined, [{ a: 1 }]],
		['text becomes a value', 'pong', 'text/plain; charset=utf-8', [{ value: 'pong' }]],
		['text without a type becomes a value', 'pong', undefined, [{ value: 'pong' }]],
		['a number without a type becomes a value', '5', undefined, [{ value: 5 }]],
		['text with a bracket becomes a value', 'a { b', 'text/plain', [{ value: 'a { b' }]],
		['an empty body is a success', '', JSON_TYPE, [{ success: true }]],
		['a blank body is a success', ' \n', JSON_TYPE, [{ success: true }]],
	])('%s', async (_what, body, type, items) => {
		for (const responseFormat of ['auto', 'json']) {
			respondWith(body, type);
			const result = await request({ responseFormat });
			expect(result.error).toBeUndefined();
			expect(result.items.map(({ json, binary }) => ({ json, binary }))).toEqual(items.map((json) => ({ json })));
		}
	});

	test('JSON with an unknown content type is parsed if requested', async () => {
		respondWith('{"a":1}', 'application/x-any');
		expect((await request({ responseFormat: 'json' })).items.map(({ json }) => json)).toEqual([{ a: 1 }]);
	});

	const WEB_PAGE = /^The response is a web page/;
	const BROKEN = /incomplete or is not valid JSON/;
	const NO_FILE = /^The response contains no file \(200\)/;
	test.each([
		['a web page', 'auto', '<!doctype html><p>Sign in</p>', 'text/html', WEB_PAGE],
		['a web page declared as JSON', 'auto', ' \n<p>Sign in</p>', JSON_TYPE, WEB_PAGE],
		['a web page instead of a file', 'file', '<p>Sign in</p>', 'text/html', WEB_PAGE],
		['broken JSON', 'auto', '{"a":', JSON_TYPE, BROKEN],
		['text declared as JSON', 'auto', 'pong', JSON_TYPE, BROKEN],
		['text declared as JSON that contains a <', 'auto', 'a < b', JSON_TYPE, BROKEN],
		['broken JSON declared as text', 'auto', ' {"a":', 'text/plain', BROKEN],
		['JSON without a file', 'file', '{"a":1}', JSON_TYPE, NO_FILE],
	])('%s has its own message', async (_what, responseFormat, body, type, message) => {
		respondWith(body, type, 200, Infinity);
		const { error } = await request({ responseFormat });
		expect(error?.message).toMatch(message);
	});

	test('a 204 instead of a file is an error', async () => {
		respondWith('', 'video/mp4', 204);
		expect((await request({ responseFormat: 'file' })).error?.message).toBe('The response contains no file (204)');
	});
});

test('Return All without pagination is refused, because one request may not return all results', async () => {
	const { error } = await request({ returnAll: true, pagination: 'none' });
	expect(error?.message).toMatch(/^Without pagination, only one request is sent/);
	expect(sandbox.log).toEqual([]);
});

describe('files', () => {
	const FILM = 'a film of 24 characters.';
	const OCTETS = 'application/octet-stream';
	const unnamed = { type: 'video/mp4', base64: BASE64 };
	const inJson = { ...unnamed, name: 'b.mp4' };
	test.each([
		['bytes', 'auto', 'bytes', 'x-text/any', '/contacts', ['contacts', 'x-text/any', 'bytes']],
		['octets', 'auto', 'bytes', OCTETS, '/contacts', ['contacts', OCTETS, 'bytes']],
		['a PNG', 'auto', 'bytes', 'image/png', '/contacts', ['contacts.png', 'image/png', 'bytes']],
		['text', 'file', 'a;b', 'text/csv', '/contacts/', ['contacts.csv', 'text/csv', 'a;b']],
		['no type', 'file', 'bytes', undefined, '/contacts/%20', ['20', 'text/plain', 'bytes']],
		['no name', 'file', 'bytes', 'image/png', '/contacts/-', ['file.png', 'image/png', 'bytes']],
		['base64', 'file', inJson, JSON_TYPE, '/contacts', ['b.mp4', 'video/mp4', FILM]],
		['unnamed base64', 'file', unnamed, JSON_TYPE, '/a', ['a.mp4', 'video/mp4', FILM]],
		['base64 alone', 'file', { base64: BASE64 }, JSON_TYPE, '/a', ['a', OCTETS, FILM]],
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

	test.each([
		['a.mp4', 'video/mp4'],
		['a.b-c', OCTETS],
	])('octets with the name %s have the type %s', async (name, mimeType) => {
		const headers = { 'content-type': OCTETS, 'content-disposition': `attachment; filename=${name}` };
		sandbox.addFault({ kind: 'raw', body: 'bytes', headers });
		expect((await request({ responseFormat: 'file' })).items[0]?.json).toMatchObject({ fileName: name, mimeType });
	});

	test('file details in the response take precedence over those of its host', async () => {
		const url = `${sandbox.otherOrigin}/media/video/a.mp4`;
		respondWith({ url }, JSON_TYPE);
		respondWith({ url, fileName: 'b.bin', mimetype: 'application/x-b' }, JSON_TYPE);
		const results = [await request({ responseFormat: 'file' }), await request({ responseFormat: 'file' })];
		expect(results.map(({ items }) => [items[0]?.json.fileName, items[0]?.json.mimeType])).toEqual([
			['a.mp4', 'video/mp4'],
			['b.bin', 'application/x-b'],
		]);
	});

	test('the query of the request is not added to the URL of its file', async () => {
		const url = `${sandbox.baseUrl}/instances?limit=1`;
		respondWith({ url }, JSON_TYPE);
		await request({ responseFormat: 'file', queryParameters: { parameters: [{ name: 'messageId', value: 'x' }] } });
		expect(sandbox.log.map(({ query }) => query)).toEqual([{ messageId: 'x' }, { limit: '1' }]);
	});
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

describe('lists', () => {
	const sent = () => sandbox.log.map(({ method, query }) => [method, query]);
	const page = (name: string, from: number, count: number, more = {}) =>
		respondWith({ data: Array.from({ length: count }, (_, n) => ({ n: from + n, name })), ...more }, JSON_TYPE);

	test('by cursor return 50 records by default, and keep the query parameters', async () => {
		page('a', 0, 30, { nextCursor: 'c' });
		page('b', 30, 20);
		const queryParameters = { parameters: [{ name: 'status', value: 's' }] };
		const { items } = await request({ pagination: 'cursor', returnAll: false, queryParameters });
		expect(items).toHaveLength(50);
		expect(sent()).toEqual([
			['GET', { status: 's', limit: '50' }],
			['GET', { status: 's', limit: '50', cursor: 'c' }],
		]);
	});

	test('are only paginated for GET', async () => {
		page('a', 0, 2, { more: 1 });
		const { items } = await request({ method: 'POST', body: '{"a":1}', pagination: 'page', returnAll: true });
		expect(items).toHaveLength(1);
		expect(sent()).toEqual([['POST', {}]]);
	});

	test('are empty if the first page is, but an empty body is an error on every page', async () => {
		page('a', 0, 0);
		expect(await request({ pagination: 'page', returnAll: true })).toMatchObject({ items: [], error: undefined });
		for (const before of [0, 1]) {
			if (before === 1) page('a', 0, 100);
			respondWith('');
			const { error } = await request({ pagination: 'page', returnAll: true });
			expect(error?.message).toBe('The response is not a list (200)');
		}
	});
});

test('query parameters with the same name are all sent, and lists and dates as the URL has them', async () => {
	respondWith([], JSON_TYPE);
	const date = '={{ DateTime.fromISO("2026-01-02T03:04:05.000Z", { zone: "utc" }) }}';
	const parameters = [
		{ name: 'id', value: '1' },
		{ name: 'q', value: 'a b&c' },
		{ name: 'id', value: '={{ [2, 3] }}' },
		{ name: 'since', value: date },
	];
	const { error } = await request({ queryParameters: { parameters } });
	expect(error).toBeUndefined();
	expect(sandbox.log.at(-1)?.url.replace(/^[^?]*/, '')).toBe(
		'?id=1&id=2&id=3&q=a+b%26c&since=2026-01-02T03%3A04%3A05.000Z',
	);
});

test.each([
	['contacts//x', '/contacts//x'],
	['=/{{ "contacts" }}/', '/contacts/'],
	['={{ "/contacts/nullable" }}', '/contacts/nullable'],
])('the path %s is requested as %s, without a body if there is none', async (path, requested) => {
	await request({ method: 'POST', path, body: '' });
	expect(sandbox.log.map(({ url, rawBody }) => [url, rawBody])).toEqual([[`/api/v2${requested}`, '']]);
});
