import axios from 'axios';
import { seeded, useSandbox } from '../support/client';
import { startReceiver } from '../support/webhookReceiver';

const t = useSandbox();

const post = async (path: string, body: object = {}) =>
	await axios.post(`${t.sandbox.origin}/_sandbox${path}`, body, { validateStatus: () => true, proxy: false });
async function eventsDuring(action: () => Promise<unknown>) {
	const receiver = await startReceiver();
	await t.send('post', '/webhooks', { url: receiver.url });
	await action();
	await t.sandbox.settle();
	await receiver.close();
	return receiver.received.map(({ body }) => JSON.parse(body));
}

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
	expect(events).toEqual([expect.objectContaining({ event: 'message.status', id, status: 'read' })]);
	expect(t.sandbox.data.messages.at(-1)!.status).toBe('read');
	expect((await post(`/messages/${id}/status`)).status).toBe(400);
	expect((await post('/messages/NONE/status', { status: 'read' })).status).toBe(404);
});
