import axios from 'axios';
import { clientOf, seeded, useSandbox } from '../support/client';
import { startReceiver } from '../support/webhookReceiver';

const t = useSandbox();

const post = async (path: string, body: object = {}) =>
	await axios.post(`${t.sandbox.origin}/_sandbox${path}`, body, {
		validateStatus: () => true,
		proxy: false,
	});
const fileOf = async (url: string) =>
	await axios.get(url, { responseType: 'arraybuffer', validateStatus: () => true, proxy: false });

/** Returns the events that a webhook receives while `action` runs. */
async function eventsDuring(action: () => Promise<unknown>) {
	const receiver = await startReceiver();
	await t.send('post', '/webhooks', { url: receiver.url });
	await action();
	await t.sandbox.settle();
	await receiver.close();
	return receiver.received.map(({ body }) => JSON.parse(body));
}

test.each([
	['text', { text: 'A' }],
	['image', { caption: 'A', fileName: expect.stringMatching(/png$/), mimetype: 'image/png' }],
	['document', { caption: 'A', fileName: expect.stringMatching(/pdf$/) }],
	['location', { latitude: expect.any(Number), longitude: expect.any(Number), name: 'A' }],
	['video', { caption: 'A', seconds: 3 }],
	['audio', { caption: 'A', seconds: 3 }],
])('a message of the type %s can be played, and is delivered', async (type, content) => {
	const events = await eventsDuring(() => post('/incoming', { type, text: 'A' }));
	expect(events).toEqual([expect.objectContaining({ event: 'message', type, fromMe: false })]);
	expect(events[0].content).toMatchObject(content);
});

test.each([
	['image', '\x89PNG'],
	['document', '%PDF'],
])('the URL of a played %s returns a file', async (type, start) => {
	const { content, id } = (await post('/incoming', { type })).data;
	expect(content.url.startsWith(`${t.sandbox.origin}/media/`)).toBe(true);
	const { data } = await fileOf(content.url);
	expect(data.toString('latin1').startsWith(start)).toBe(true);
	const shown = await fileOf(`${t.sandbox.origin}/_sandbox/messages/${id}/file`);
	expect(Buffer.compare(shown.data, data)).toBe(0);
});

test.each([
	['from an address with @lid', { remoteJid: '98765@lid' }, { remoteJid: '98765@lid' }],
	[
		'from a phone number',
		{ remoteJid: '5511911112222' },
		{ remoteJid: '5511911112222@s.whatsapp.net' },
	],
	['of the own account', { fromMe: true }, { fromMe: true, status: 'sent' }],
])('a message %s can be played', async (_what, incoming, expected) => {
	const [event] = await eventsDuring(() => post('/incoming', incoming));
	expect(event).toMatchObject(expected);
	expect(event).not.toHaveProperty('participant');
});

test('a message of a group has its sender, unless the own account sent it', async () => {
	const { group } = seeded(t.sandbox);
	const remoteJid = group.id;
	const participants = [];
	for (const incoming of [{}, { participant: '98765@lid' }, { fromMe: true }])
		participants.push((await post('/incoming', { remoteJid, ...incoming })).data.participant);
	expect(participants).toEqual([`${group.participants[0]}@s.whatsapp.net`, '98765@lid', undefined]);
	const path = `/chats/messages?chatId=${encodeURIComponent(remoteJid)}&limit=2`;
	expect((await t.data('get', path)).messages[1].participant).toBe('98765@lid');
});

test('a change of status can be played, and is delivered', async () => {
	const { connected, chat } = seeded(t.sandbox);
	const body = { instanceId: connected.id, remoteJid: chat.id, content: { text: 'a' } };
	const { id } = await t.data('post', '/messages', body);
	await t.sandbox.settle();
	const events = await eventsDuring(async () => {
		expect((await post(`/messages/${id}/status`, { status: 'read' })).status).toBe(200);
	});
	expect(events).toEqual([
		expect.objectContaining({ event: 'message.status', id, status: 'read' }),
	]);
	expect(t.sandbox.data.messages.at(-1)!.status).toBe('read');
	expect((await post(`/messages/${id}/status`)).status).toBe(400);
	expect((await post('/messages/NONE/status', { status: 'read' })).status).toBe(404);
});

test('the messages have their marks and files', async () => {
	const { connected, chat } = seeded(t.sandbox);
	const content = { base64: 'AAAA', fileName: 'a.png', color: 'red' };
	const body = { instanceId: connected.id, remoteJid: chat.id, type: 'image', content };
	await t.send('post', '/messages', body);
	const messages = await clientOf(t.sandbox).get(`${t.sandbox.origin}/_sandbox/messages`);
	expect(messages.data[0].marks).toEqual([]);
	expect(messages.data.at(-1)).toMatchObject({
		type: 'image',
		marks: ['unknown field content.color'],
		file: { size: 3, sha256: expect.stringMatching(/^[\da-f]{64}$/), fileName: 'a.png' },
	});
});

test('a file at a URL is fetched for the console page, unless it is a page itself', async () => {
	const statuses = [];
	for (const url of [
		`${t.sandbox.otherOrigin}/media/image/a.png`,
		`${t.sandbox.otherOrigin}/page`,
		'http://127.0.0.1:1/a.png',
	]) {
		const { id } = (await post('/incoming', { type: 'image', content: { url } })).data;
		const { status, headers } = await fileOf(`${t.sandbox.origin}/_sandbox/messages/${id}/file`);
		statuses.push([status, String(headers['content-type']).split(';')[0]]);
	}
	const refused = [502, 'application/json'];
	expect(statuses).toEqual([[200, 'image/png'], refused, refused]);
	const text = (await post('/incoming')).data.id;
	expect((await fileOf(`${t.sandbox.origin}/_sandbox/messages/${text}/file`)).status).toBe(404);
});
