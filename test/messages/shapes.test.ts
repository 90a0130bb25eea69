import { messagesIn } from '../../nodes/messages/message';
import { partsOf } from '../../nodes/messages/simplify';
import { parseFieldNames } from '../../nodes/transport/credentials/fieldNames';
import type { EventShapeName } from '../../tools/sandbox';
import { eventShapes } from '../../tools/sandbox/settings/eventShapes';
import { seeded, useSandbox } from '../sandbox/support/client';
import { startReceiver } from '../sandbox/support/webhookReceiver';

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

	test('has the quoted message in a reply, which the node does not take for the message', async () => {
		const own = await t.sandbox.playIncoming({ remoteJid: chat, fromMe: true, text: 'Your turn' });
		await t.sandbox.settle();
		const [body] = await eventsDuring(async () => {
			await t.sandbox.playIncoming({ remoteJid: chat, text: 'My reply', quote: true });
		});
		expect(messageIn(body)).toMatchObject({ chatId: chat, fromMe: false, text: 'My reply' });
		for (const part of [own.id, 'Your turn']) expect(JSON.stringify(body)).toContain(part);
	});
});
