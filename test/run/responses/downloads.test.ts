import type { Sandbox } from '../../../tools/sandbox';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';
import { idsOf } from '../../support/ids';
import { bytesOf, runNode } from '../../support/engine';

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

const JSON_TYPE = { 'content-type': 'application/json' };

const download = async ({ messageId, ...pairs }: Record<string, string>, more = {}) =>
	await runNode({
		credentials: credentialsFor(sandbox),
		parameters: {
			resource: 'download',
			operation: 'getVideo',
			messageId,
			options: { queryParameters: { parameters: Object.entries(pairs).map(([name, value]) => ({ name, value })) } },
			...more,
		},
	});

test.each(['base64', 'dataUri'] as const)('a file of several MB as %s arrives byte for byte', async (downloads) => {
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
});

test.each([
	['base64', (base64: string) => base64],
	[
		'base64url without padding',
		(base64: string) => base64.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_'),
	],
])('a long base64 text in JSON is decoded: %s', async (_what, encode) => {
	const bytes = Buffer.from(Array.from({ length: 200_001 }, (_, n) => (n * 7919 + (n >> 8)) & 0xff));
	const base64 = encode(bytes.toString('base64'));
	const body = { data: { base64, mimetype: 'audio/ogg', fileName: 'a.ogg' }, success: true };
	sandbox.addFault({ kind: 'raw', status: 200, body, headers: JSON_TYPE });
	const { items, error } = await download({ messageId: 'x' });
	expect(error).toBeUndefined();
	expect((await bytesOf(items[0]!)).equals(bytes)).toBe(true);
	expect(items[0]?.json).toMatchObject({ fileName: 'a.ogg', mimeType: 'audio/ogg' });
});
