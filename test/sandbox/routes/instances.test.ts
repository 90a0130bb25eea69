import { seeded, useSandbox } from '../support/client';

const t = useSandbox();

test('instances are listed by page, limit and status', async () => {
	const statusesOf = ({ data }: { data: Array<{ status: string }> }) =>
		data.map(({ status }) => status);
	const all = await t.data('get', '/instances');
	expect(all.data).toHaveLength(6);
	expect(all.pagination).toEqual({ page: 1, limit: 20, total: 6, totalPages: 1 });
	const second = await t.data('get', '/instances?page=2&limit=4');
	expect(second.data).toEqual(all.data.slice(4));
	expect(second.pagination).toEqual({ page: 2, limit: 4, total: 6, totalPages: 2 });
	const disconnected = await t.data('get', '/instances?status=disconnected');
	expect(statusesOf(disconnected)).toEqual(['disconnected', 'disconnected']);
	expect(new Set(statusesOf(all)).size).toBe(4);
});

test.each(['limit=101', 'limit=0', 'limit=x', 'page=0', 'status=gone', 'other=1'])(
	'the list of instances rejects the query %s',
	async (query) => {
		const { status, data } = await t.send('get', `/instances?${query}`);
		expect([status, data.error.code]).toEqual([400, 'VALIDATION_ERROR']);
		expect(t.sandbox.log.at(-1)).toMatchObject({ valid: false, status: 400 });
		expect(t.sandbox.log.at(-1)!.problems).toHaveLength(1);
	},
);

test('a new instance is disconnected, and unknown fields are accepted', async () => {
	const { status, data } = await t.send('post', '/instances', { name: 'New one', color: 'red' });
	expect(status).toBe(201);
	expect(data).toMatchObject({ name: 'New one', status: 'disconnected' });
	expect(t.sandbox.data.instances.at(-1)!.id).toBe(data.id);
});

test('an instance starts to connect with a QR code, and with a pairing code on request', async () => {
	const path = `/instances/${seeded(t.sandbox).disconnected.id}`;
	const plain = await t.data('post', `${path}/connect`, { pairingCode: false });
	expect(Object.keys(plain.qrcode)).toEqual(['base64']);
	expect(Number.isInteger(plain.ttl)).toBe(true);
	const coded = await t.data('post', `${path}/connect`, { pairingCode: true });
	expect(coded.qrcode.pairingCode).toMatch(/^\d{8}$/);
	expect(await t.status('post', `${path}/connect`)).toBe(200);
	expect((await t.data('get', `${path}/status`)).status).toBe('connecting');
});

test('an instance can be paired with a phone, return its status and be disconnected', async () => {
	const { connected, disconnected } = seeded(t.sandbox);
	const [ours, other] = [connected, disconnected].map(({ id }) => `/instances/${id}`);
	const phone = '5511987654321';
	const confirmed = { message: expect.any(String) };
	const paired = await t.data('post', `${other}/pair-phone`, { phone, pairingCode: 'ABCD1234' });
	expect(paired).toEqual(confirmed);
	expect(await t.data('get', `${other}/status`)).toMatchObject({ status: 'connecting', phone });
	expect(await t.data('get', `${ours}/user-info`)).toMatchObject({
		phone: connected.phone,
		business: {},
	});
	expect(await t.data('post', `${ours}/disconnect`)).toEqual(confirmed);
	expect((await t.data('get', `${ours}/status`)).status).toBe('disconnected');
	const history = await t.data('get', `${ours}/history?since=any`);
	expect(history[0].details).toEqual({ event: 'disconnected' });
	expect(history).toHaveLength(13);
});

test('an invalid pairing code, phone number or ID is rejected', async () => {
	const { connected, disconnected } = seeded(t.sandbox);
	for (const body of [
		{ phone: '5511987654321', pairingCode: '1234567' },
		{ phone: '55 11 letters', pairingCode: '12345678' },
	])
		expect(await t.status('post', `/instances/${disconnected.id}/pair-phone`, body)).toBe(400);
	const unknown = '00000000-0000-4000-8000-000000000000';
	expect(await t.status('get', '/instances/not-a-uuid/status')).toBe(400);
	expect(await t.status('get', `/instances/${unknown}/status`)).toBe(404);
	const { error } = await t.data('post', `/instances/${connected.id}/connect`);
	expect(error.code).toBe('ALREADY_CONNECTED');
});
