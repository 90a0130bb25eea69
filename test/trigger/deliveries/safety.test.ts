import { clocks, systemClock } from '../../../nodes/transport/clock';
import { recordLogs } from '../../support/logs';
import { FILES } from '../support/media';
import { setUpTrigger } from '../support/fixture';
import type { Host } from '../support/host';

/** What must not happen with the settings of a new trigger, whatever a service sends. */

let host: Host;
setUpTrigger((ready) => {
	({ host } = ready);
	host.parameters = { verification: 'none', simplify: true };
});

const CHAT = '5511987654321@s.whatsapp.net';
const GROUP = '120363025246125486@g.us';
const text = (id: string | number, more: object = {}) => ({
	id,
	chatId: CHAT,
	fromMe: false,
	type: 'text',
	text: 'Hi',
	...more,
});
const many = (count: number, make: (at: number) => object) => Array.from({ length: count }, (_, at) => make(at));
const key = { remoteJid: CHAT, fromMe: false, id: 'm1' };

test.each<[string, unknown]>([
	[
		'500 contacts',
		{ event: 'contacts.upsert', data: many(500, (at) => ({ chatId: `55119${10_000_000 + at}@c.us`, name: 'N' })) },
	],
	[
		'chats with their last messages',
		{ event: 'chats.set', data: [{ id: CHAT, name: 'A', lastMessage: { key, message: { conversation: 'old' } } }] },
	],
	['a receipt without a direction', { event: 'message.status', data: { id: 'm1', chatId: CHAT, status: 'delivered' } }],
	['typing', { type: 'ChatPresence', event: { Chat: CHAT, Sender: CHAT, IsFromMe: false, State: 'composing' } }],
	['a call', { event: 'call', data: { id: 'c1', chatId: CHAT, from: CHAT, fromMe: false, status: 'offer' } }],
	['a notice in a group', { type: 'system', chatId: GROUP, fromMe: false, text: 'Ana joined', id: 'm1' }],
	['an own message', text('m1', { fromMe: true })],
	[
		'an echo',
		{
			field: 'message_echoes',
			value: { message_echoes: [{ id: 'm1', from: '5511900001111', to: '5511987654321', text: { body: 'Hi' } }] },
		},
	],
	['a message of a list of sent ones', { event: 'message.outgoing', data: { id: 'm1', chatId: CHAT, text: 'Hi' } }],
	[
		'an edit',
		{
			event: 'messages.update',
			data: { key, update: { message: { editedMessage: { message: { conversation: 'New' } } } } },
		},
	],
	['a reaction', { data: { key, message: { reactionMessage: { key: { id: 'm0' }, text: '👍' } } } }],
	['a history', { event: 'messages.set', data: { messages: many(2_000, (at) => text(at)) } }],
	['a message of a group', { chatId: GROUP, message: { id: 'm1', from: CHAT, fromMe: false, text: 'Hi' } }],
	['a status update', text('m1', { chatId: 'status@broadcast', author: CHAT })],
	['the text of a message of which nobody says who wrote it', { id: 'm1', remoteJid: CHAT, content: { text: 'Hi' } }],
	['a web form', { name: 'Ana', phone: '+55 11 98765-4321', message: 'Call me' }],
])('%s can start no reply', async (_what, event) => {
	await host.post(event);
	expect(host.runs.flat().filter(({ json }) => json.chatId !== undefined || json.phone !== undefined)).toEqual([]);
});

test('more than 20 events of a chat within a minute are dropped with one line in the log, unless 0 is set', async () => {
	let now = Date.UTC(2026, 0, 1);
	clocks.current = { ...systemClock, now: () => now };
	const lines = recordLogs();
	const post = async (from: number, count = 25, more: object = {}) => {
		for (let at = from; at < from + count; at += 1, now += 100) await host.post(text(at, more));
		return host.received.length;
	};
	expect(await post(0, 20)).toBe(20);
	expect(lines).toEqual([]);
	expect(await post(20)).toBe(20);
	expect(lines).toEqual([[expect.stringContaining('Max Messages per Chat and Minute allows'), { node: 'Trigger' }]]);
	expect(await post(100, 25, { chatId: 'x1@lid' })).toBe(40);
	expect(await post(200, 25, { chatId: undefined, event: 'message.received' })).toBe(65);
	now += 60_000;
	expect(await post(300)).toBe(85);
	host.parameters = { ...host.parameters, options: { maxPerChat: 1 }, simplify: false };
	await host.post([text(400, { chatId: 'x2@lid' }), text(401, { chatId: 'x2@lid' })]);
	expect(host.runs.at(-1)).toHaveLength(1);
	host.parameters = { ...host.parameters, options: { maxPerChat: 0 } };
	expect(await post(500)).toBe(111);
});

test.each([
	[' 3 ', 3],
	[0, 25],
	[-1, 20],
	['many', 20],
])('with the limit of %j messages per chat and minute, %i of 25 start the workflow', async (maxPerChat, count) => {
	host.parameters = { ...host.parameters, options: { maxPerChat } };
	await host.post({ messages: many(25, (at) => text(at)) });
	expect(host.runs.flat()).toHaveLength(count);
});

test('Only Mentioned, also as the text of an expression, keeps out what mentions nobody', async () => {
	for (const onlyMentioned of ['true', true, 'false', false]) {
		host.parameters = { verification: 'none', chats: 'all', filters: { onlyMentioned } };
		await host.post(text(typeof onlyMentioned, { chatId: GROUP, author: CHAT, text: `${onlyMentioned}` }));
	}
	expect(host.runs.flat().map(({ json }) => json.text)).toEqual(['false', 'false']);
});

test('messages that were written over hours, and come at once after an outage, all start the workflow', async () => {
	await host.post({ messages: many(30, (at) => text(at, { timestamp: 1_767_225_600 + 300 * at })) });
	expect(host.runs.flat()).toHaveLength(30);
});

test('the digits of long numbers stay, in the parts and in raw', async () => {
	await host.post('{"id":1795000000123456789,"chatId":120363025246125486,"fromMe":false,"text":"Hi"}');
	host.parameters = { ...host.parameters, chats: 'all' };
	await host.post('{"id":1795000000123456789,"chatId":120363025246125486,"fromMe":false,"text":"Hi"}');
	const [[item] = []] = host.runs;
	expect(item?.json).toMatchObject({ messageId: '1795000000123456789', chatId: '120363025246125486', isGroup: true });
	expect(item?.json.raw).toMatchObject({ id: '1795000000123456789' });
});

const base64 = FILES.image.bytes.toString('base64');
const info = { mimetype: FILES.image.mimeType, fileName: FILES.image.fileName };
const image = { ...text('m1'), type: 'image', text: undefined };
test.each<[string, object]>([
	['a preview of another size', { ...image, body: base64, size: 876_740, mediaKey: 'k', ...info }],
	['a thumbnail', { ...image, jpegThumbnail: 'AbC4'.repeat(20_000) }],
	['a picture beside a video', { ...image, type: 'video', id: undefined, image: { base64, ...info } }],
])('%s is not the file; the item says so', async (_what, event) => {
	host.parameters = { ...host.parameters, options: { downloadMedia: true } };
	await host.post(event);
	const [[item] = []] = host.runs;
	expect(item?.binary).toBeUndefined();
	expect(item?.json.mediaError).toMatch(/The event (contains no file|does not contain the ID)/);
});
