import { seeded, useSandbox } from './support/client';

const t = useSandbox();

test.each(['limit=101', 'limit=0', 'limit=x', 'page=0', 'status=gone', 'other=1'])(
	'the list of instances rejects the query %s',
	async (query) => {
		const { status, data } = await t.send('get', `/instances?${query}`);
		expect([status, data.error.code]).toEqual([400, 'VALIDATION_ERROR']);
		expect(t.sandbox.log.at(-1)).toMatchObject({ valid: false, status: 400 });
		expect(t.sandbox.log.at(-1)!.problems).toHaveLength(1);
	},
);

test('chats are listed, all of them or those of one instance', async () => {
	const { connected } = seeded(t.sandbox);
	expect((await t.data('get', '/chats?limit=100')).data).toHaveLength(25);
	const { data } = await t.data('get', `/chats?limit=100&instanceId=${connected.id}`);
	const instances = data.map((each: { instanceId: string }) => each.instanceId);
	expect(new Set(instances)).toEqual(new Set([connected.id]));
});

test.each(['', 'chatId=X&limit=101', 'chatId=X&limit=ten', 'chatId=X&cursor=bm9uZQ'])(
	'the list of messages rejects the query "%s"',
	async (query) => {
		const id = encodeURIComponent(seeded(t.sandbox).chat.id);
		expect(await t.status('get', `/chats/messages?${query.replace('X', id)}`)).toBe(400);
	},
);

test('an instance can be connected, paired with a phone and disconnected', async () => {
	const path = `/instances/${seeded(t.sandbox).disconnected.id}`;
	const plain = await t.data('post', `${path}/connect`, { pairingCode: false });
	expect(Object.keys(plain.qrcode)).toEqual(['base64']);
	const coded = await t.data('post', `${path}/connect`, { pairingCode: true });
	expect(coded.qrcode.pairingCode).toMatch(/^\d{8}$/);
	const phone = '5511987654321';
	await t.send('post', `${path}/pair-phone`, { phone, pairingCode: 'ABCD1234' });
	expect(await t.data('get', `${path}/status`)).toMatchObject({ status: 'connecting', phone });
	await t.send('post', `${path}/disconnect`);
	expect((await t.data('get', `${path}/status`)).status).toBe('disconnected');
	const history = await t.data('get', `${path}/history?since=any`);
	expect(history[0].details).toEqual({ event: 'disconnected' });
});
