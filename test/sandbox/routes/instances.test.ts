import { startSandbox, type Sandbox } from '../../../sandbox';
import { clientOf, seeded } from '../support/client';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox({ tier: 'none' })));
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

test('instances are listed by page, limit and status', async () => {
	const http = clientOf(sandbox);
	const all = (await http.get('/instances')).data;
	expect(all.data).toHaveLength(6);
	expect(all.pagination).toEqual({ page: 1, limit: 20, total: 6, totalPages: 1 });
	const second = (await http.get('/instances?page=2&limit=4')).data;
	expect(second.data).toEqual(all.data.slice(4));
	expect(second.pagination).toEqual({ page: 2, limit: 4, total: 6, totalPages: 2 });
	const disconnected = (await http.get('/instances?status=disconnected')).data;
	expect(disconnected.data.map((each: { status: string }) => each.status)).toEqual([
		'disconnected',
		'disconnected',
	]);
	expect(new Set(all.data.map((each: { status: string }) => each.status)).size).toBe(4);
});

test.each(['limit=101', 'limit=0', 'limit=x', 'page=0', 'status=gone', 'other=1'])(
	'the list of instances rejects the query %s',
	async (query) => {
		const response = await clientOf(sandbox).get(`/instances?${query}`);
		expect([response.status, response.data.error.code]).toEqual([400, 'VALIDATION_ERROR']);
		expect(sandbox.log.at(-1)).toMatchObject({ valid: false, status: 400 });
		expect(sandbox.log.at(-1)!.problems).toHaveLength(1);
	},
);

test('a new instance is disconnected', async () => {
	const response = await clientOf(sandbox).post('/instances', {
		name: 'New one',
		colour: 'unknown fields are accepted',
	});
	expect(response.status).toBe(201);
	expect(response.data).toMatchObject({ name: 'New one', status: 'disconnected' });
	expect(sandbox.data.instances.at(-1)!.id).toBe(response.data.id);
});

test('an instance starts to connect with a QR code, and with a pairing code on request', async () => {
	const { disconnected } = seeded(sandbox);
	const http = clientOf(sandbox);
	const plain = (await http.post(`/instances/${disconnected.id}/connect`, { pairingCode: false }))
		.data;
	expect(Object.keys(plain.qrcode)).toEqual(['base64']);
	expect(Number.isInteger(plain.ttl)).toBe(true);
	const coded = (await http.post(`/instances/${disconnected.id}/connect`, { pairingCode: true }))
		.data;
	expect(coded.qrcode.pairingCode).toMatch(/^\d{8}$/);
	expect((await http.post(`/instances/${disconnected.id}/connect`)).status).toBe(200);
	expect((await http.get(`/instances/${disconnected.id}/status`)).data.status).toBe('connecting');
});

test('an instance can be paired with a phone, return its status and be disconnected', async () => {
	const { connected, disconnected } = seeded(sandbox);
	const http = clientOf(sandbox);
	expect(
		(
			await http.post(`/instances/${disconnected.id}/pair-phone`, {
				phone: '5511987654321',
				pairingCode: 'ABCD1234',
			})
		).data,
	).toEqual({ message: expect.any(String) });
	expect((await http.get(`/instances/${disconnected.id}/status`)).data).toMatchObject({
		status: 'connecting',
		phone: '5511987654321',
	});
	expect((await http.get(`/instances/${connected.id}/user-info`)).data).toMatchObject({
		phone: connected.phone,
		business: {},
	});
	expect((await http.post(`/instances/${connected.id}/disconnect`)).data).toEqual({
		message: expect.any(String),
	});
	expect((await http.get(`/instances/${connected.id}/status`)).data.status).toBe('disconnected');
	const history = (await http.get(`/instances/${connected.id}/history?since=any`)).data;
	expect(history[0].details).toEqual({ event: 'disconnected' });
	expect(history).toHaveLength(13);
});

test('an invalid pairing code, phone number or ID is rejected', async () => {
	const { connected, disconnected } = seeded(sandbox);
	const http = clientOf(sandbox);
	expect(
		(
			await http.post(`/instances/${disconnected.id}/pair-phone`, {
				phone: '5511987654321',
				pairingCode: '1234567',
			})
		).status,
	).toBe(400);
	expect(
		(
			await http.post(`/instances/${disconnected.id}/pair-phone`, {
				phone: '55 11 letters',
				pairingCode: '12345678',
			})
		).status,
	).toBe(400);
	expect((await http.get('/instances/not-a-uuid/status')).status).toBe(400);
	expect((await http.get('/instances/00000000-0000-4000-8000-000000000000/status')).status).toBe(
		404,
	);
	expect((await http.post(`/instances/${connected.id}/connect`)).data.error.code).toBe(
		'ALREADY_CONNECTED',
	);
});
