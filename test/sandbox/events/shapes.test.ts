import { createHash } from 'node:crypto';
import axios from 'axios';
import { messagesIn } from '../../../nodes/messages/message';
import { partsOf } from '../../../nodes/messages/simplify';
import { parseFieldNames } from '../../../nodes/transport/credentials/fieldNames';
import type { EventFile, EventShapeName } from '../../../tools/sandbox';
import { eventShapes } from '../../../tools/sandbox/settings/eventShapes';
import { seeded, useSandbox } from '../support/client';
import { startReceiver } from '../support/webhookReceiver';

const t = useSandbox();
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => void (receiver = await startReceiver()));
afterAll(() => receiver.close());
beforeEach(async () => {
	t.sandbox.setDialect('documented');
	await t.send('post', '/webhooks', { url: receiver.url });
});

async function eventsDuring(action: () => Promise<unknown>) {
	receiver.received.length = 0;
	await action();
	await t.sandbox.settle();
	return receiver.received.map(({ body }) => JSON.parse(body));
}

const chat = '5511911112222@s.whatsapp.net';

describe.each(Object.keys(eventShapes) as EventShapeName[])('the shape %s of events', (shape) => {
	beforeEach(() => t.sandbox.setDialect({ events: shape }));

	/** What the node finds in an event, with the Field Names of the dialect. */
	const messageIn = (body: unknown) => {
		const [found, ...others] = messagesIn(body, parseFieldNames(t.sandbox.fieldNames).event);
		expect(others).toEqual([]);
		return { ...partsOf(found!), record: found!.record } as Record<string, unknown>;
	};

	test('has no Field Names, unless nothing shows what its own names mean', () => {
		const { event = {}, ...others } = t.sandbox.fieldNames;
		expect(others).toEqual({});
		expect(Object.keys(event)).toHaveLength(shape === 'foreign' ? 10 : 0);
	});

	test('has a received message, an own one and one of a group, which the node reads', async () => {
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
			const parts = { messageId: id, chatId: remoteJid, fromMe, text: 'Olá' };
			expect(messageIn(body)).toMatchObject(parts);
		}
	});

	test('has a changed status of an own message, which the node reads', async () => {
		const { id } = await t.sandbox.playIncoming({ remoteJid: chat, fromMe: true });
		await t.sandbox.settle();
		const [body] = await eventsDuring(() => t.sandbox.playStatus(id, 'read'));
		const found = messageIn(body);
		expect(found).toMatchObject({ messageId: id, chatId: chat, fromMe: true });
		expect(String(found.status).toLowerCase()).toBe('read');
	});

	test.each([
		['reaction', '👍', { type: 'reaction', reaction: '👍' }],
		['buttonsResponse', 'Yes', { type: 'button_reply', text: 'Yes' }],
		['edited', 'New', { type: 'edited', text: 'New' }],
		['deleted', undefined, { type: 'deleted' }],
	])('has a %s, which the node does not take for a text', async (type, text, parts) => {
		// Without the name of the event, or with names that say nothing, these look like texts.
		if (['flat', 'foreign'].includes(shape) || (shape === 'entry' && /ed$/.test(type))) return;
		const [body] = await eventsDuring(async () => {
			await t.sandbox.playIncoming({ type, text, remoteJid: chat });
		});
		expect(messageIn(body)).toMatchObject({ chatId: chat, fromMe: false, ...parts });
	});

	test('has no address of a chat in the event of an instance', async () => {
		const { connected } = seeded(t.sandbox);
		const [body] = await eventsDuring(() => t.send('post', `/instances/${connected.id}/disconnect`));
		const text = JSON.stringify(body);
		expect(text).toContain('"disconnected"');
		expect(text).toContain(connected.id);
		expect(text).not.toMatch(/@s\.whatsapp|@g\.us|messages?"?:/i);
	});

	test('has the message of a test event, which the node reads', async () => {
		const { id } = t.sandbox.data.webhooks.at(-1)!;
		const [body] = await eventsDuring(() => t.send('post', `/webhooks/${id}/test`));
		expect(messageIn(body)).toMatchObject({ fromMe: false, text: 'This is a test event' });
	});

	test('has the quoted message in a reply, which the node does not take for the message', async () => {
		const own = await t.sandbox.playIncoming({ remoteJid: chat, fromMe: true, text: 'Your turn' });
		await t.sandbox.settle();
		const [body] = await eventsDuring(async () => {
			await t.sandbox.playIncoming({ remoteJid: chat, text: 'My reply', quote: true });
		});
		expect(messageIn(body)).toMatchObject({ chatId: chat, fromMe: false, text: 'My reply' });
		for (const part of [own.id, 'Your turn']) expect(JSON.stringify(body)).toContain(part);
	});

	/** Without FULL=1, the kinds take turns with the shapes. */
	const turn = Object.keys(eventShapes).indexOf(shape);
	const types = ['image', 'document', 'audio', 'video'];
	test.each(['url', 'otherHost', 'base64', 'dataUri'] as EventFile[])(
		'can contain the file of a message as %s',
		async (file) => {
			for (const type of process.env.FULL ? types : [types[turn % 4]!]) {
				const [body] = await eventsDuring(async () => {
					await t.sandbox.playIncoming({ type, text: 'Seen?', remoteJid: chat, file });
				});
				const { id } = t.sandbox.data.messages.at(-1)!;
				const { messageId, record } = messageIn(body);
				expect(messageId).toBe(id);
				expect(JSON.stringify(record)).toContain('Seen?');
				expect(await hashOf(fileIn(record), file)).toBe(await hashOf(storedAt(type, id), 'url'));
			}
		},
	);
});

test.each([
	['array', '[{"event":"message"'],
	[{ names: 'kebab-case' }, '"remote-jid":"5511911112222@s.whatsapp.net"'],
	[{ names: 'PascalCase' }, '"RemoteJid":"5511911112222@s.whatsapp.net"'],
	['twice', '"data":{"event":"message","payload":{"message":{'],
	['raw', '"message":{"conversation":"Olá"}'],
	['snake', '"remote_jid":"5511911112222@s.whatsapp.net"'],
	['fromTo', '"from":"5511911112222@s.whatsapp.net"'],
] as const)('the shape %j of events has %s', async (shape, part) => {
	t.sandbox.setDialect({ events: shape });
	const [body] = await eventsDuring(async () => {
		await t.sandbox.playIncoming({ text: 'Olá', remoteJid: chat });
	});
	expect(JSON.stringify(body)).toContain(part);
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
