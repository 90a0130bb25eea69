import { createHash } from 'node:crypto';
import axios from 'axios';
import type { EventFile, EventShapeName } from '../../../sandbox';
import { seeded, useSandbox } from '../support/client';
import { places, read } from '../support/shapes';
import { startReceiver } from '../support/webhookReceiver';

const t = useSandbox();
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => void (receiver = await startReceiver()));
afterAll(() => receiver.close());
beforeEach(async () => {
	t.sandbox.setDialect('documented');
	await t.send('post', '/webhooks', { url: receiver.url });
});

/** Returns the bodies of the events that are delivered while `action` runs. */
async function eventsDuring(action: () => Promise<unknown>) {
	receiver.received.length = 0;
	await action();
	await t.sandbox.settle();
	return receiver.received.map(({ body }) => JSON.parse(body));
}

const chat = '5511911112222@s.whatsapp.net';

describe.each(Object.keys(places) as EventShapeName[])('the shape %s of events', (shape) => {
	const { message: place, name, chat: chatPlace, ownChat, ...at } = places[shape];
	const partsOf = (body: unknown, message = read(body, place)) => {
		const fromMe = read(message, at.fromMe);
		return {
			fromMe,
			chat: read(message, fromMe === true ? (ownChat ?? chatPlace) : chatPlace),
			text: read(message, at.text),
			id: read(message, at.id),
			status: String(read(message, at.status)).toLowerCase(),
			quoted: at.quoted === '' ? undefined : read(message, at.quoted),
		};
	};
	beforeEach(() => t.sandbox.setDialect({ events: shape }));

	test('has a received message, an own one and one of a group at its place', async () => {
		const { group } = seeded(t.sandbox);
		for (const [fromMe, remoteJid] of [
			[false, chat],
			[true, chat],
			[false, group.id],
		] as const) {
			const [body] = await eventsDuring(async () => {
				await t.sandbox.playIncoming({ text: 'Olá', remoteJid, fromMe });
			});
			const { id } = t.sandbox.data.messages.at(-1)!;
			expect(partsOf(body)).toMatchObject({ chat: remoteJid, fromMe, text: 'Olá', id });
			if (name !== '') expect(read(body, name)).toBe('message');
		}
	});

	test('has a changed status of an own message at its place', async () => {
		const { id } = await t.sandbox.playIncoming({ remoteJid: chat, fromMe: true });
		await t.sandbox.settle();
		const [body] = await eventsDuring(() => t.sandbox.playStatus(id, 'read'));
		expect(partsOf(body)).toMatchObject({ chat, fromMe: true, id, status: 'read' });
	});

	test('has no address of a chat in the event of an instance', async () => {
		const { connected } = seeded(t.sandbox);
		const [body] = await eventsDuring(() =>
			t.send('post', `/instances/${connected.id}/disconnect`),
		);
		const text = JSON.stringify(body);
		expect(text).toContain('"disconnected"');
		expect(text).toContain(connected.id);
		expect(text).not.toMatch(/@s\.whatsapp|@g\.us|messages?"?:/i);
	});

	test('has the message of a test event at its place', async () => {
		const { id } = t.sandbox.data.webhooks.at(-1)!;
		const [body] = await eventsDuring(() => t.send('post', `/webhooks/${id}/test`));
		expect(partsOf(body)).toMatchObject({ fromMe: false, text: 'This is a test event' });
	});

	test('has the quoted message in a reply, with the opposite direction', async () => {
		const own = await t.sandbox.playIncoming({ remoteJid: chat, fromMe: true, text: 'Your turn' });
		await t.sandbox.settle();
		const [body] = await eventsDuring(async () => {
			await t.sandbox.playIncoming({ remoteJid: chat, text: 'My reply', quote: true });
		});
		const { quoted, ...parts } = partsOf(body);
		expect(parts).toMatchObject({ chat, fromMe: false, text: 'My reply' });
		for (const part of [own.id, 'Your turn']) expect(JSON.stringify(body)).toContain(part);
		if (at.quoted !== '')
			expect(partsOf(body, quoted)).toMatchObject({
				...{ chat, fromMe: true, text: 'Your turn', id: own.id },
			});
	});

	/** Without FULL=1, the kinds take turns with the shapes. */
	const turn = Object.keys(places).indexOf(shape);
	const types = ['image', 'document', 'audio', 'video'];
	test.each(['url', 'otherHost', 'base64', 'dataUri'] as EventFile[])(
		'can contain the file of a message as %s',
		async (file) => {
			for (const type of process.env.FULL ? types : [types[turn % 4]!]) {
				const [body] = await eventsDuring(async () => {
					await t.sandbox.playIncoming({ type, text: 'Seen?', remoteJid: chat, file });
				});
				const message = read(body, place);
				const { id } = t.sandbox.data.messages.at(-1)!;
				expect(partsOf(body).id).toBe(id);
				expect(JSON.stringify(message)).toContain('Seen?');
				expect(await hashOf(fileIn(message), file)).toBe(await hashOf(storedAt(type, id), 'url'));
			}
		},
	);
});

const storedAt = (type: string, id: string) => `${t.sandbox.origin}/media/${type}/${id}.x`;

/** The longest text with a URL or base64. */
function fileIn(value: unknown): string {
	if (typeof value === 'string') return value.startsWith('http') || value.length > 200 ? value : '';
	if (typeof value !== 'object' || value === null) return '';
	return Object.values(value)
		.map(fileIn)
		.reduce((one, other) => (one.length > other.length ? one : other), '');
}

async function hashOf(file: string, how: EventFile): Promise<string> {
	const isUrl = how === 'url' || how === 'otherHost';
	if (isUrl) {
		const origin = how === 'url' ? t.sandbox.origin : t.sandbox.otherOrigin;
		expect(file.startsWith(`${origin}/media/`)).toBe(true);
	} else expect(file).toMatch(how === 'dataUri' ? /^data:[\w/]+;base64,/ : /^[A-Za-z\d+/=]+$/);
	const bytes = isUrl
		? (await axios.get(file, { responseType: 'arraybuffer', proxy: false })).data
		: Buffer.from(file.replace(/^.*,/, ''), 'base64');
	return createHash('sha256').update(bytes).digest('hex');
}

test('a file that was sent is in the event of its message as the dialect says', async () => {
	t.sandbox.setDialect({ events: { file: 'base64' } });
	const { connected } = seeded(t.sandbox);
	const content = { base64: Buffer.from('abc').toString('base64'), mimetype: 'image/png' };
	const body = { instanceId: connected.id, remoteJid: chat, type: 'image', content };
	const events = await eventsDuring(() => t.send('post', '/messages', body));
	const [message] = events.filter(({ event }) => event === 'message');
	expect(message.content).toEqual(content);
});

test('an unknown quoted message, and a file of a text, are rejected', async () => {
	await expect(t.sandbox.playIncoming({ quote: 'NONE' })).rejects.toThrow('Message not found');
	await expect(t.sandbox.playIncoming({ file: 'base64' })).rejects.toThrow('has no file');
});
