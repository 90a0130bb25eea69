import type { Sandbox } from '../../../sandbox';
import { credentialsFor, setUpSandbox } from '../support/setUpSandbox';
import { idsOf } from '../support/cases';
import { bytesOf, runNode } from '../support/engine';

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

const download = async ({ messageId, ...pairs }: Record<string, string>, more = {}) =>
	await runNode({
		credentials: credentialsFor(sandbox),
		parameters: {
			resource: 'download',
			operation: 'getVideo',
			messageId,
			options: {
				queryParameters: {
					parameters: Object.entries(pairs).map(([name, value]) => ({ name, value })),
				},
			},
			...more,
		},
	});

test.each(['base64', 'dataUri'] as const)(
	'a file of several MB as %s arrives byte for byte',
	async (downloads) => {
		const pairs = { messageId: idsOf(sandbox).video, size: '5000003' };
		sandbox.setDialect({ downloads: 'bytes' });
		const expected = await download(pairs);
		sandbox.setDialect({ downloads });
		const given = await download(pairs);
		expect([expected.error, given.error]).toEqual([undefined, undefined]);
		const [a, b] = [expected.items[0], given.items[0]];
		if (!a || !b) throw new Error('no item');
		expect((await bytesOf(a)).equals(await bytesOf(b))).toBe(true);
		expect((await bytesOf(b)).length).toBe(5_000_003);
		expect(b.binary?.data?.mimeType).toBe('video/mp4');
		expect(b.json.mimeType).toBe('video/mp4');
		expect(b.binary?.data?.fileName).toMatch(/\.mp4$/);
	},
);

test.each([
	[
		'type and name before it',
		(base64: string) => `{"mimetype":"audio/ogg","fileName":"a.ogg","base64":"${base64}"}`,
	],
	[
		'type and name after it',
		(base64: string) =>
			`{"data":{"base64":"${base64}","mimetype":"audio/ogg","fileName":"a.ogg"},"success":true}`,
	],
	[
		'escaped slashes',
		(base64: string) =>
			`{"base64":"${base64.replaceAll('/', '\\/')}","mimetype":"audio/ogg","fileName":"a.ogg"}`,
	],
	[
		'plus signs as \\u002B',
		(base64: string) =>
			`{"note":"\\"q\\"","base64":"${base64.replaceAll('+', '\\u002B')}","mimetype":"audio/ogg","fileName":"a.ogg"}`,
	],
	[
		'base64url without padding',
		(base64: string) =>
			`{"base64":"${base64.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')}","mimetype":"audio/ogg","fileName":"a.ogg"}`,
	],
])('a long base64 text in JSON is decoded: %s', async (_what, wrap) => {
	const bytes = Buffer.from(
		Array.from({ length: 200_001 }, (_, n) => (n * 7919 + (n >> 8)) & 0xff),
	);
	sandbox.addFault({
		kind: 'raw',
		status: 200,
		body: wrap(bytes.toString('base64')),
		headers: { 'content-type': 'application/json' },
	});
	const { items, error } = await download({ messageId: 'x' });
	expect(error).toBeUndefined();
	const [item] = items;
	if (!item) throw new Error('no item');
	expect((await bytesOf(item)).equals(bytes)).toBe(true);
	expect([item.json.fileName, item.json.mimeType]).toEqual(['a.ogg', 'audio/ogg']);
});

test('a long base64 text is a file under any field name, and is named after the path', async () => {
	const bytes = Buffer.alloc(100_000, 'film');
	sandbox.addFault({
		kind: 'raw',
		status: 200,
		body: { payload: bytes.toString('base64') },
		headers: { 'content-type': 'application/json' },
	});
	const { items } = await download({ messageId: 'x' });
	expect(items[0]?.json).toMatchObject({ fileName: 'video', mimeType: 'application/octet-stream' });
	expect((await bytesOf(items[0]!)).equals(bytes)).toBe(true);
});

test.each([
	[
		'JSON without a file',
		{ status: 200, body: '{"message":"none"}', headers: { 'content-type': 'application/json' } },
		/contains no file/,
	],
	[
		'base64 with padding in the middle',
		{
			status: 200,
			body: `{"data":"${'AAAA'.repeat(30_000)}AA==${'AAAA'.repeat(30_000)}"}`,
			headers: { 'content-type': 'application/json' },
		},
		/contains no file/,
	],
	[
		'a web page',
		{
			status: 200,
			body: '<!doctype html><p>Sign in</p>',
			headers: { 'content-type': 'text/html' },
		},
		/response is a web page/,
	],
	[
		'a URL that is not http or https',
		{
			status: 200,
			body: '{"url":"file:///etc/passwd"}',
			headers: { 'content-type': 'application/json' },
		},
		/not allowed \(file:\)/,
	],
	[
		'truncated JSON',
		{ status: 200, body: '{"url":"https://', headers: { 'content-type': 'application/json' } },
		/incomplete or is not valid JSON/,
	],
	[
		'an error',
		{
			status: 404,
			body: '{"success":false,"error":{"code":"NOT_FOUND","message":"gone"}}',
			headers: { 'content-type': 'application/json' },
		},
		/gone \(404\)/,
	],
])('%s has its own message', async (_what, response, message) => {
	sandbox.addFault({ kind: 'raw', times: Infinity, ...response });
	const { error } = await download({ messageId: 'x' });
	expect(error?.message).toMatch(message);
});

test('the file goes into the requested field, and its name contains no folder', async () => {
	sandbox.addFault({
		kind: 'raw',
		status: 200,
		body: 'bytes',
		headers: {
			'content-type': 'video/mp4',
			'content-disposition': 'attachment; filename="../../a.mp4"',
		},
	});
	const { items } = await download({ messageId: 'x' }, { binaryPropertyName: 'film' });
	expect(items[0]?.binary?.film?.fileName).toBe('.._.._a.mp4');
});
