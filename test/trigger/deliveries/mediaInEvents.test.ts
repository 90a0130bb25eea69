import type { Sandbox } from '../../../tools/sandbox';
import { instantClock } from '../../support/instantClock';
import { setUpTrigger } from '../support/fixture';
import type { Host } from '../support/host';
import { expectFile, FILES, type Kind } from '../support/media';
import { Service, useService } from '../../support/service';

/** Files that an event itself contains, or links to. */

let sandbox: Sandbox;
let host: Host;
setUpTrigger((ready) => {
	({ sandbox, host } = ready);
	host.parameters = { verification: 'none', options: { downloadMedia: true } };
}, instantClock);

const message = (type: string, content: object) => ({ id: 'm1', remoteJid: 'x@lid', fromMe: false, type, content });
const lastItem = () => host.runs.at(-1)?.[0];

const expectLast = async (kind: Kind) => await expectFile(lastItem(), kind);
const named = (kind: Kind) => ({ mimetype: FILES[kind].mimeType, fileName: FILES[kind].fileName });
const base64 = (kind: Kind) => FILES[kind].bytes.toString('base64');

test.each<[string, Kind, (kind: Kind) => object]>([
	['base64', 'image', (kind) => ({ base64: base64(kind), ...named(kind) })],
	['base64', 'document', (kind) => ({ base64: base64(kind), ...named(kind) })],
	['base64', 'audio', (kind) => ({ base64: base64(kind), ...named(kind) })],
	['a data URI', 'image', (kind) => ({ file: `data:image/png;base64,${base64(kind)}` })],
	['a URL of the API', 'image', (kind) => ({ list: [{ url: `${sandbox.origin}/media/image/a.png`, ...named(kind) }] })],
])('with %s, the file of an event with an %s arrives', async (_how, kind, content) => {
	await host.post(message(kind, content(kind)));
	await expectLast(kind);
	expect(sandbox.log.filter(({ path }) => path.startsWith('/downloads'))).toEqual([]);
});

test('a file in a raw record arrives, but not the encrypted one at its URL', async () => {
	const key = { remoteJid: 'x@lid', fromMe: false, id: 'm1' };
	const encrypted = { url: 'https://cdn.example/a.enc', mediaKey: 'k', mimetype: 'image/png' };
	await host.post({ data: { key, message: { imageMessage: encrypted } } });
	expect(lastItem()?.json.mediaError).toBe('The event contains no file that can be read');
	await host.post({ data: { key, message: { imageMessage: encrypted, base64: base64('image') } } });
	await expectLast('image');
});

const other = useService(
	new Service((_req, res) => {
		void res.writeHead(200, { 'content-type': 'image/png' }).end(FILES.image.bytes);
	}),
);

test('the key goes to the origin of the API only', async () => {
	await host.post(message('image', { url: `${sandbox.origin}/media/image/a.png` }));
	await expectLast('image');
	await host.post({ file: { url: `${other.origin}/a.png` }, message: message('image', {}) });
	await expectLast('image');
	expect(other.keys).toEqual([undefined]);
});

test.each(['https://169.254.169.254/latest/meta-data', 'file:///etc/passwd'])(
	'with a public API, nothing is fetched from %s',
	async (url) => {
		host.credentials.baseUrl = 'https://service.example.com/api/v2';
		await host.post(message('image', { url }));
		expect(lastItem()?.binary).toBeUndefined();
		expect(lastItem()?.json.mediaError).toMatch(/not allowed|no file that can be read/);
	},
);

const sources = (['bytes', 'base64', 'event'] as const).flatMap((source) => [
	[source, 0] as const,
	[source, -1] as const,
]);
test.each(sources)(
	'a file from %s may be as large as Max File Size, but not larger (%i byte)',
	async (source, more) => {
		const maxFileSize = (FILES.audio.bytes.length + more) / 1_000_000;
		host.parameters = { verification: 'none', options: { downloadMedia: true, maxFileSize } };
		if (source === 'event') await host.post(message('audio', { base64: base64('audio'), ...named('audio') }));
		else {
			sandbox.setDialect({ downloads: source });
			await host.post({ event: 'message', ...(await sandbox.playIncoming({ type: 'audio' })) });
		}
		if (more === 0) await expectLast('audio');
		else expect(lastItem()?.json.mediaError).toMatch(/^The file is larger than Max File Size( \(200\))?$/);
	},
);

test('a file without a name is named after its kind', async () => {
	await host.post(message('image', { url: `${other.origin}/download` }));
	expect(lastItem()?.binary?.data).toMatchObject({ fileName: 'image.png', mimeType: 'image/png' });
});

test('if the download of a voice message fails, the file at the URL of the event arrives', async () => {
	sandbox.addFault({ path: '^/downloads/', times: 1000, kind: 'status', status: 404 });
	await host.post(message('audio', { audioUrl: `${other.origin}/a.png` }));
	await expectLast('image');
});
