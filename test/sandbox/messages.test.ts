import { clientOf, seeded, useSandbox } from './support/client';

const t = useSandbox();
beforeEach(() => t.sandbox.setDialect('documented'));

const phone = '5511987654321';
const address = `${phone}@s.whatsapp.net`;
const png = Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1');
const base64 = png.toString('base64');

const send = async (body: object) =>
	await t.send('post', '/messages', { instanceId: seeded(t.sandbox).connected.id, remoteJid: phone, ...body });

test.each([
	['text', {}, ['content.text is missing']],
	['text', { text: 5 }, ['content.text is invalid']],
	['text', { text: 'a', b: 1, c: 2 }, ['unknown field content.b', 'unknown field content.c']],
	['image', { base64, url: 'https://a.example/b' }, ['content must have either url or base64']],
	['image', { url: 'file:///etc/passwd' }, ['content.url is invalid']],
])('%s with the content %j is marked, or refused by a strict service', async (type, content, problems) => {
	const { status, data } = await send({ type, content });
	expect([status, t.sandbox.marksOf(data.id)]).toEqual([201, problems]);
	t.sandbox.setDialect('strict');
	const refused = await send({ type, content });
	expect([refused.status, refused.data.error.message]).toEqual([400, problems.join('; ')]);
	expect(t.sandbox.ledger).toHaveLength(1);
});

test.each([
	['an invalid recipient', { remoteJid: '+55 11', content: { text: 'a' } }, 'phone number'],
	['no content', {}, 'content must be an object'],
	['a very long text', { content: { text: 'a'.repeat(65_537) } }, 'content.text has more than'],
	['a data URI', { type: 'image', content: { base64: `data:image/png;base64,${base64}` } }, 'not valid base64'],
])('a message with %s is refused', async (_what, body, message) => {
	const { status, data } = await send(body);
	expect([status, data.error.message]).toEqual([400, expect.stringContaining(message)]);
	expect(t.sandbox.ledger).toEqual([]);
});

test('a sent file can be read at its URL and downloaded, and a page in it cannot run', async () => {
	const { data } = await send({ type: 'video', content: { base64, mimetype: 'text/html', fileName: 'a\r\nb.html' } });
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
});

test('a phone number and its address are one chat', async () => {
	const before = t.sandbox.data.chats.length;
	await send({ content: { text: 'a' } });
	await send({ remoteJid: address, content: { text: 'b' } });
	await t.sandbox.playIncoming({ remoteJid: phone, text: 'c' });
	expect(t.sandbox.data.chats).toHaveLength(before + 1);
	for (const chatId of [phone, address]) {
		const { messages } = await t.data('get', '/chats/messages', { params: { chatId } });
		expect(messages.map((message: { content: { text: string } }) => message.content.text)).toEqual(['c', 'b', 'a']);
	}
});
