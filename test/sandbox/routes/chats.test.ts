import { startSandbox, type Sandbox } from '../../../sandbox';
import { clientOf, seeded } from '../support/client';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox({ tier: 'none' })));
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

test('a sent message is first pending, then sent', async () => {
	const { connected, chat } = seeded(sandbox);
	const response = await clientOf(sandbox).post('/messages', {
		instanceId: connected.id,
		remoteJid: chat.id,
		type: 'text',
		content: { text: 'Hi' },
	});
	expect(response.data).toMatchObject({
		instanceId: connected.id,
		remoteJid: chat.id,
		fromMe: true,
		content: { text: 'Hi' },
		status: 'pending',
	});
	expect(sandbox.data.messages.at(-1)).toMatchObject({ id: response.data.id, status: 'sent' });
});

test('a message without a connected instance, a required field or a possible recipient is rejected', async () => {
	const { connected, disconnected } = seeded(sandbox);
	const http = clientOf(sandbox);
	expect(
		(
			await http.post('/messages', {
				instanceId: disconnected.id,
				remoteJid: '5511987654321',
				content: {},
			})
		).data.error.code,
	).toBe('INSTANCE_NOT_CONNECTED');
	expect((await http.post('/messages', { instanceId: connected.id, content: {} })).status).toBe(
		400,
	);
	for (const remoteJid of ['+55 11 98765-4321', '551', 'Ana', '@s.whatsapp.net'])
		expect(
			(await http.post('/messages', { instanceId: connected.id, remoteJid, content: {} })).status,
		).toBe(400);
	expect(
		(
			await http.post('/messages', '{"instanceId":', {
				headers: { 'Content-Type': 'application/json' },
				transformRequest: (text) => text,
			})
		).status,
	).toBe(400);
	expect(
		(await http.post('/messages', 'hi', { headers: { 'Content-Type': 'text/plain' } })).status,
	).toBe(415);
	expect(sandbox.ledger).toEqual([]);
});

test('chats are listed, all of them or those of one instance', async () => {
	const { connected } = seeded(sandbox);
	const http = clientOf(sandbox);
	expect((await http.get('/chats?limit=100')).data.data).toHaveLength(25);
	const ofOne = (await http.get(`/chats?limit=100&instanceId=${connected.id}`)).data.data;
	expect(new Set(ofOne.map((each: { instanceId: string }) => each.instanceId))).toEqual(
		new Set([connected.id]),
	);
});

test('a long chat can be read to its end by cursor', async () => {
	const { chat } = seeded(sandbox);
	const http = clientOf(sandbox);
	const ids: string[] = [];
	let cursor: string | undefined;
	do {
		const { data } = await http.get('/chats/messages', {
			params: { chatId: chat.id, limit: 100, cursor },
		});
		ids.push(...data.messages.map((each: { id: string }) => each.id));
		cursor = data.nextCursor;
	} while (cursor !== undefined);
	expect(ids).toEqual(
		sandbox.data.messages
			.filter((each) => each.remoteJid === chat.id)
			.map((each) => each.id)
			.reverse(),
	);
	expect(ids.length).toBeGreaterThanOrEqual(350);
});

test.each(['', 'chatId=X&limit=101', 'chatId=X&limit=ten', 'chatId=X&cursor=bm9uZQ'])(
	'the list of messages rejects the query "%s"',
	async (query) => {
		const { chat } = seeded(sandbox);
		expect(
			(
				await clientOf(sandbox).get(
					`/chats/messages?${query.replace('X', encodeURIComponent(chat.id))}`,
				)
			).status,
		).toBe(400);
	},
);

test('a chat can be archived and unarchived', async () => {
	const { chat } = seeded(sandbox);
	const http = clientOf(sandbox);
	const body = { instanceId: chat.instanceId, chatId: chat.id, archive: true };
	expect((await http.post('/chats/archive', body)).data).toEqual({ message: expect.any(String) });
	expect(sandbox.data.chats.find((each) => each.id === chat.id)!.archived).toBe(true);
	await http.post('/chats/archive', { ...body, archive: false });
	expect(sandbox.data.chats.find((each) => each.id === chat.id)!.archived).toBe(false);
	expect((await http.post('/chats/archive', { ...body, chatId: 'nobody' })).status).toBe(404);
});

test('contacts are listed, although their endpoint is an assumption', async () => {
	expect((await clientOf(sandbox).get('/contacts?limit=3')).data).toMatchObject({
		data: [{}, {}, {}],
		pagination: { total: 17 },
	});
});
