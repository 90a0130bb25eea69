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
	['a receipt without a direction', { event: 'message.status', data: { id: 'm1', chatId: CHAT, status: 'delivered' } }],
	['a notice in a group', { type: 'system', chatId: GROUP, fromMe: false, text: 'Ana joined', id: 'm1' }],
	['an own message', text('m1', { fromMe: true })],
	[
		'an edit',
		{
			event: 'messages.update',
			data: { key, update: { message: { editedMessage: { message: { conversation: 'New' } } } } },
		},
	],
	['a reaction', { data: { key, message: { reactionMessage: { key: { id: 'm0' }, text: '👍' } } } }],
	['a message of a group', text('m1', { chatId: GROUP })],
	['a status update', text('m1', { chatId: 'status@broadcast', author: CHAT })],
	['a web form', { name: 'Ana', phone: '+55 11 98765-4321', message: 'Call me' }],
])('%s can start no reply', async (_what, event) => {
	await host.post(event);
	expect(host.runs.flat().filter(({ json }) => json.chatId !== undefined || json.phone !== undefined)).toEqual([]);
});

const dropped = (count: number) => [
	expect.stringContaining(`Max Texts per Person and Minute allows, so ${count} of them did not start`),
	{ node: 'Trigger' },
];

test('more than 30 texts of a person in a chat within a minute are dropped, and the log counts them', async () => {
	let now = Date.UTC(2026, 0, 1);
	clocks.current = { ...systemClock, now: () => now };
	host.parameters = { ...host.parameters, chats: 'all' };
	const lines = recordLogs();
	const post = async (from: number, count = 40, more: object = {}) => {
		for (let at = from; at < from + count; at += 1, now += 100) await host.post(text(at, more));
		return host.received.length;
	};
	expect(await post(0, 30)).toBe(30);
	expect(lines).toEqual([]);
	expect(await post(30, 40)).toBe(30);
	expect(lines).toEqual([dropped(1), dropped(10)]);
	expect(await post(100, 40, { chatId: 'x1@lid' })).toBe(60);
	now += 60_000;
	expect(await post(200)).toBe(90);
	now += 60_000;
	// In a group, each member has a limit of their own.
	for (let at = 0; at < 60; at += 1)
		await host.post(text(`g${at}`, { chatId: GROUP, participant: at % 2 ? CHAT : '77000110011@lid' }));
	expect(host.received).toHaveLength(150);
});

test.each([
	[' 3 ', 3],
	[0, 35],
	[-1, 30],
	['many', 30],
])('with the limit of %j texts per person and minute, %i of 35 start the workflow', async (maxPerChat, count) => {
	host.parameters = { ...host.parameters, options: { maxPerChat } };
	await host.post({ messages: many(35, (at) => text(at)) });
	expect(host.runs.flat()).toHaveLength(count);
});

test('40 photos of one person with captions, 40 locations, and 40 texts without a chat, in a minute all start the workflow', async () => {
	for (let at = 0; at < 40; at += 1) await host.post(text(at, { type: 'image', content: { caption: `Photo ${at}` } }));
	expect(host.runs).toHaveLength(40);
	const location = { type: 'location', text: undefined, content: { latitude: 1, longitude: 2 } };
	for (let at = 40; at < 80; at += 1) await host.post(text(at, location));
	for (let at = 80; at < 120; at += 1) await host.post(text(at, { chatId: undefined }));
	expect(host.runs).toHaveLength(120);
});

test('Only Mentioned, also as the text of an expression, keeps out what mentions nobody', async () => {
	for (const onlyMentioned of ['true', true, 'false', false]) {
		host.parameters = { verification: 'none', chats: 'all', filters: { onlyMentioned } };
		await host.post(text(typeof onlyMentioned, { chatId: GROUP, author: CHAT, text: `${onlyMentioned}` }));
	}
	expect(host.runs.flat().map(({ json }) => json.text)).toEqual(['false', 'false']);
});

test('messages that were written over hours, and come at once after an outage, all start the workflow', async () => {
	await host.post({ messages: many(50, (at) => text(at, { timestamp: 1_767_225_600 + 300 * at })) });
	expect(host.runs.flat()).toHaveLength(50);
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
