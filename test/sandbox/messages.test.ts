import type { Dialect, DialectName } from '../../tools/sandbox';
import { clientOf, seeded, useSandbox } from './support/client';

const t = useSandbox();
beforeEach(() => t.sandbox.setDialect('documented'));

const phone = '5511987654321';
const address = `${phone}@s.whatsapp.net`;
const png = Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1');
const base64 = png.toString('base64');

/** Sends a message to a phone number, and returns the response and what the sandbox knows of the message. */
async function send(body: object, dialect: DialectName | Partial<Dialect> = 'documented') {
	t.sandbox.setDialect(dialect);
	const instanceId = seeded(t.sandbox).connected.id;
	const { status, data } = await t.send('post', '/messages', { instanceId, ...body });
	const error: string | undefined = data.error?.message;
	return { status, data, error, details: t.sandbox.detailsOf(data.id) };
}

const url = 'https://a.example/b';

test.each([
	['text', {}, ['content.text is missing']],
	['text', { text: 5 }, ['content.text is invalid']],
	['text', { text: 'a', b: 1, c: 2 }, ['unknown field content.b', 'unknown field content.c']],
	['image', { caption: 'a' }, ['content.url or content.base64 is missing']],
	['image', { base64, url }, ['content.url and content.base64 exclude each other']],
	['image', { url: 'file:///etc/passwd' }, ['content.url is invalid']],
])('%s with the content %j is marked, or refused if the dialect says so', async (...given) => {
	const [type, content, problems] = given;
	const body = { remoteJid: phone, type, content };
	const marked = await send(body);
	expect([marked.status, marked.details.marks]).toEqual([201, problems]);
	const refused = await send(body, 'strict');
	expect([refused.status, refused.error]).toEqual([400, problems.join('; ')]);
	expect(t.sandbox.ledger).toHaveLength(1);
});

test.each([
	['no recipient', { content: { text: 'a' } }, 'remoteJid is missing'],
	['an invalid recipient', { remoteJid: '+55 11', content: { text: 'a' } }, 'phone number'],
	['no content', { remoteJid: phone }, 'content is missing'],
	['an empty type', { remoteJid: phone, type: '', content: {} }, 'type'],
	['a very long text', { remoteJid: phone, content: { text: 'a'.repeat(65_537) } }, 'content.text has more than'],
	...[
		['invalid base64', '%%%', 'content.base64 is not valid base64'],
		['base64 with a line break', `${base64.slice(0, 8)}\n${base64.slice(8)}`, 'not valid base64'],
		['a data URI', `data:image/png;base64,${base64}`, 'not valid base64'],
	].map(([what, file, message]) => [what, { remoteJid: phone, type: 'image', content: { base64: file } }, message]),
] as Array<[string, object, string]>)('a message with %s is refused', async (_what, body, message) => {
	const { status, error } = await send(body);
	expect([status, error]).toEqual([400, expect.stringContaining(message)]);
	expect(t.sandbox.data.messages.at(-1)?.remoteJid).not.toBe(address);
});

test('a sent file can be read at its URL and downloaded, and a page in it cannot run', async () => {
	const content = { base64, mimetype: 'text/html', fileName: 'a\r\nb.html' };
	const { data } = await send({ remoteJid: phone, type: 'video', content });
	const asBytes = { responseType: 'arraybuffer' } as const;
	const file = await clientOf(t.sandbox, null).get(data.content.url, asBytes);
	expect(Buffer.compare(file.data, png)).toBe(0);
	expect(file.headers).toMatchObject({
		'content-type': 'text/html',
		'content-disposition': expect.stringMatching(/^attachment/),
		'x-content-type-options': 'nosniff',
	});
	const path = `/downloads/video?messageId=${data.id}`;
	expect(Buffer.compare(await t.data('get', path, asBytes), png)).toBe(0);
	const { url } = await t.dataIn({ downloads: 'url' }, path);
	expect(Buffer.compare(await t.data('get', url, asBytes), png)).toBe(0);
	expect(await t.dataIn({ downloads: 'base64' }, path)).toMatchObject({ base64 });
});

test('a phone number and its address are one chat', async () => {
	const before = t.sandbox.data.chats.length;
	await send({ remoteJid: phone, content: { text: 'a' } });
	await send({ remoteJid: address, content: { text: 'b' } });
	await t.sandbox.playIncoming({ remoteJid: phone, text: 'c' });
	expect(t.sandbox.data.chats).toHaveLength(before + 1);
	expect(t.sandbox.data.chats.at(-1)).toMatchObject({ id: address, name: phone });
	for (const chatId of [phone, address]) {
		const { messages } = await t.data('get', '/chats/messages', { params: { chatId } });
		expect(messages.map((each: { content: object }) => each.content)).toEqual(
			['c', 'b', 'a'].map((text) => ({ text })),
		);
		const { connected } = seeded(t.sandbox);
		const archive = { instanceId: connected.id, chatId, archive: true };
		expect(await t.status('post', '/chats/archive', archive)).toBe(200);
	}
});
