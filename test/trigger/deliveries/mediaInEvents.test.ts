import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Sandbox } from '../../../sandbox';
import { bytesOf } from '../../engine/support/engine';
import { InstantClock } from '../../engine/support/instantClock';
import { setUpTrigger } from '../support/fixture';
import type { Host } from '../support/host';

/** Files that an event itself contains, or links to. */

let sandbox: Sandbox;
let host: Host;
setUpTrigger(
	(ready) => {
		({ sandbox, host } = ready);
		host.parameters = { verification: 'none', options: { downloadMedia: true } };
	},
	() => new InstantClock(),
);

const media = (name: string) => readFileSync(join(__dirname, '../../../sandbox/media', name));
const FILES = {
	image: { bytes: media('picture.png'), mimetype: 'image/png', fileName: 'a.png' },
	document: { bytes: media('document.pdf'), mimetype: 'application/pdf', fileName: 'menu.pdf' },
	audio: { bytes: media('voice.ogg'), mimetype: 'audio/ogg', fileName: 'a.ogg' },
};
type Kind = keyof typeof FILES;

const message = (type: string, content: object) => ({
	id: 'm1',
	remoteJid: 'x@lid',
	fromMe: false,
	type,
	content,
});
const lastItem = () => host.runs.at(-1)?.[0];

async function expectFile(kind: Kind) {
	const item = lastItem();
	expect(item?.json).not.toHaveProperty('mediaError');
	expect(item?.binary?.data).toMatchObject({ mimeType: FILES[kind].mimetype });
	expect((await bytesOf(item!, 'data')).equals(FILES[kind].bytes)).toBe(true);
}

const base64 = (kind: Kind) => FILES[kind].bytes.toString('base64');

test.each<[string, Kind, (kind: Kind) => object]>([
	['base64', 'image', (kind) => ({ base64: base64(kind), ...named(kind) })],
	['base64', 'document', (kind) => ({ base64: base64(kind), ...named(kind) })],
	['base64', 'audio', (kind) => ({ base64: base64(kind), ...named(kind) })],
	['a data URI', 'image', (kind) => ({ file: `data:image/png;base64,${base64(kind)}` })],
	[
		'a URL of the API',
		'image',
		(kind) => ({ url: `${sandbox.origin}/media/image/a.png`, ...named(kind) }),
	],
])('with %s, the file of an event with an %s arrives', async (_how, kind, content) => {
	await host.post(message(kind, content(kind)));
	await expectFile(kind);
	expect(sandbox.log.filter(({ path }) => path.startsWith('/downloads'))).toEqual([]);
});

const named = (kind: Kind) => ({ mimetype: FILES[kind].mimetype, fileName: FILES[kind].fileName });

test('a file in a raw record arrives, but not the encrypted one at its URL', async () => {
	const key = { remoteJid: 'x@lid', fromMe: false, id: 'm1' };
	const encrypted = { url: 'https://cdn.example/a.enc', mediaKey: 'k', mimetype: 'image/png' };
	await host.post({ data: { key, message: { imageMessage: encrypted } } });
	expect(lastItem()?.json.mediaError).toBe('The event contains no file that can be read');
	await host.post({ data: { key, message: { imageMessage: encrypted, base64: base64('image') } } });
	await expectFile('image');
});

test.each([
	['a link in a text', message('text', { text: 'See', url: 'https://files.example/a.png' })],
	['a link preview', message('text', { text: 'See', link: { url: 'https://x.example/a.pdf' } })],
	[
		'a quoted picture',
		message('text', {
			text: 'Ok',
			quoted: { url: 'https://x.example/a.png', mimetype: 'image/png' },
		}),
	],
	[
		'the picture of the sender',
		{
			...message('text', { text: 'Hi' }),
			sender: { url: 'https://x.example/me.jpg', mimetype: 'image/jpeg' },
		},
	],
	[
		'a location',
		message('location', { latitude: 1, longitude: 2, name: 'Praça', url: 'https://maps.example' }),
	],
])('%s is no file', async (_what, event) => {
	await host.post(event);
	expect(lastItem()?.binary).toBeUndefined();
	expect(lastItem()?.json).not.toHaveProperty('mediaError');
});

/** Another host than the API's, which counts the keys that it gets. */
async function withOtherHost(test: (origin: string, keys: string[]) => Promise<void>) {
	const keys: string[] = [];
	const server = createServer((req, res) => {
		keys.push(String(req.headers.authorization));
		res.writeHead(200, { 'content-type': 'image/png' }).end(FILES.image.bytes);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	try {
		await test(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, keys);
	} finally {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	}
}

test('the key goes to the origin of the API only', async () => {
	await host.post(message('image', { url: `${sandbox.origin}/media/image/a.png` }));
	await expectFile('image');
	await withOtherHost(async (origin, keys) => {
		await host.post({ ...message('image', { url: `${origin}/a.png` }), id: 'm2' });
		await expectFile('image');
		expect(keys).toEqual(['undefined']);
	});
});

test.each([
	'http://files.example/a.png',
	'https://localhost/a.png',
	'https://10.0.0.1/a.png',
	'https://169.254.169.254/latest/meta-data',
	'https://[::1]/a.png',
	'file:///etc/passwd',
])('with a public API, nothing is fetched from %s', async (url) => {
	host.credentials.baseUrl = 'https://service.example.com/api/v2';
	await host.post(message('image', { url }));
	expect(lastItem()?.binary).toBeUndefined();
	expect(lastItem()?.json.mediaError).toMatch(/not allowed|no file that can be read/);
});

test.each([0.0001, 1])(
	'a file that is larger than Max File Size (%s MB) is not kept',
	async (maxFileSize) => {
		host.parameters = { verification: 'none', options: { downloadMedia: true, maxFileSize } };
		const isTooLarge = maxFileSize < 1;
		const inEvent = message('image', { base64: base64('image'), mimetype: 'image/png' });
		const atUrl = message('image', { url: `${sandbox.origin}/media/image/a.png` });
		for (const event of [inEvent, { ...atUrl, id: 'm2' }]) {
			await host.post(event);
			if (!isTooLarge) await expectFile('image');
			else expect(lastItem()?.json.mediaError).toMatch(/larger than Max File Size/);
			expect(lastItem()?.binary === undefined).toBe(isTooLarge);
		}
	},
);

test('if the download of a voice message fails, the file at the URL of the event arrives', async () => {
	sandbox.addFault({ path: '^/downloads/', times: 1000, kind: 'status', status: 404 });
	await withOtherHost(async (origin) => {
		await host.post(message('audio', { url: `${origin}/a.ogg` }));
		expect(lastItem()?.json).not.toHaveProperty('mediaError');
		expect((await bytesOf(lastItem()!, 'data')).equals(FILES.image.bytes)).toBe(true);
	});
});
