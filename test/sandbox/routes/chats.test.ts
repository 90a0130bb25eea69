import { clientOf, seeded, useSandbox } from '../support/client';

const t = useSandbox();

test('a sent message is first pending, then sent', async () => {
	const { connected, chat } = seeded(t.sandbox);
	const message = {
		instanceId: connected.id,
		remoteJid: chat.id,
		type: 'text',
		content: { text: 'Hi' },
	};
	const data = await t.data('post', '/messages', message);
	expect(data).toMatchObject({ ...message, fromMe: true, status: 'pending' });
	expect(t.sandbox.data.messages.at(-1)).toMatchObject({ id: data.id, status: 'sent' });
});

test('a message without a connected instance, a required field or a possible recipient is rejected', async () => {
	const { connected, disconnected } = seeded(t.sandbox);
	const message = { instanceId: connected.id, remoteJid: '5511987654321', content: {} };
	const refused = await t.data('post', '/messages', { ...message, instanceId: disconnected.id });
	expect(refused.error.code).toBe('INSTANCE_NOT_CONNECTED');
	for (const remoteJid of [undefined, '+55 11 98765-4321', '551', 'Ana', '@s.whatsapp.net'])
		expect(await t.status('post', '/messages', { ...message, remoteJid })).toBe(400);
	const http = clientOf(t.sandbox);
	for (const [text, type, status] of [
		['{"instanceId":', 'application/json', 400],
		['hi', 'text/plain', 415],
	] as const) {
		const options = {
			headers: { 'Content-Type': type },
			transformRequest: (body: unknown) => body,
		};
		expect((await http.post('/messages', text, options)).status).toBe(status);
	}
	expect(t.sandbox.ledger).toEqual([]);
});

test('chats are listed, all of them or those of one instance', async () => {
	const { connected } = seeded(t.sandbox);
	expect((await t.data('get', '/chats?limit=100')).data).toHaveLength(25);
	const { data } = await t.data('get', `/chats?limit=100&instanceId=${connected.id}`);
	const instances = data.map((each: { instanceId: string }) => each.instanceId);
	expect(new Set(instances)).toEqual(new Set([connected.id]));
});

test('a long chat can be read to its end by cursor', async () => {
	const { chat } = seeded(t.sandbox);
	const ids: string[] = [];
	let cursor: string | undefined;
	do {
		const params = { chatId: chat.id, limit: 100, cursor };
		const data = await t.data('get', '/chats/messages', { params });
		ids.push(...data.messages.map((each: { id: string }) => each.id));
		cursor = data.nextCursor;
	} while (cursor !== undefined);
	const own = t.sandbox.data.messages.filter((each) => each.remoteJid === chat.id);
	expect(ids).toEqual(own.map((each) => each.id).reverse());
	expect(ids.length).toBeGreaterThanOrEqual(350);
});

test.each(['', 'chatId=X&limit=101', 'chatId=X&limit=ten', 'chatId=X&cursor=bm9uZQ'])(
	'the list of messages rejects the query "%s"',
	async (query) => {
		const id = encodeURIComponent(seeded(t.sandbox).chat.id);
		expect(await t.status('get', `/chats/messages?${query.replace('X', id)}`)).toBe(400);
	},
);

test('a chat can be archived and unarchived', async () => {
	const { chat } = seeded(t.sandbox);
	const isArchived = () => t.sandbox.data.chats.find((each) => each.id === chat.id)?.archived;
	const body = { instanceId: chat.instanceId, chatId: chat.id, archive: true };
	expect(await t.data('post', '/chats/archive', body)).toEqual({ message: expect.any(String) });
	expect(isArchived()).toBe(true);
	await t.send('post', '/chats/archive', { ...body, archive: false });
	expect(isArchived()).toBe(false);
	expect(await t.status('post', '/chats/archive', { ...body, chatId: 'nobody' })).toBe(404);
});

test('contacts are listed, although their endpoint is an assumption', async () => {
	expect(await t.data('get', '/contacts?limit=3')).toMatchObject({
		data: [{}, {}, {}],
		pagination: { total: 17 },
	});
});
