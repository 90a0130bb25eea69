import { startSandbox, type Dialect, type Sandbox } from '../../../sandbox';
import { clientOf, seeded } from '../support/client';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox({ tier: 'none' })));
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

async function get(dialect: Partial<Dialect>, path: string) {
	sandbox.setDialect(dialect);
	return (await clientOf(sandbox).get(path)).data;
}

/** The outer shape of a response, enough to distinguish dialects. */
function shape(response: unknown): string {
	return Array.isArray(response)
		? 'array'
		: Object.keys(response as object)
				.sort()
				.join(',');
}

test.each([
	['asDocumented', 'data,pagination', 'array', 'array', 'messages,nextCursor', 'data,pagination'],
	['bare', 'array', 'array', 'array', 'array', 'array'],
	['data', 'data,pagination', 'data', 'data', 'data,nextCursor', 'data,pagination'],
	[
		'successData',
		'data,pagination,success',
		'data,success',
		'data,success',
		'data,nextCursor,success',
		'data,pagination,success',
	],
] as const)('lists have the shape of the setting lists: %s', async (lists, ...shapes) => {
	const { connected, chat } = seeded(sandbox);
	const paths = [
		'/instances?limit=1',
		'/webhooks',
		`/instances/${connected.id}/history`,
		`/chats/messages?limit=1&chatId=${chat.id}`,
		'/chats?limit=1',
	];
	const seen = [];
	for (const path of paths) seen.push(shape(await get({ lists }, path)));
	expect(seen).toEqual(shapes);
});

test.each([
	['bare', 'phone,status'],
	['data', 'data'],
	['successData', 'data,success'],
] as const)('records have the shape of the setting records: %s', async (records, expected) => {
	const { connected, disconnected, chat } = seeded(sandbox);
	sandbox.setDialect({ records });
	const http = clientOf(sandbox);
	expect(
		shape((await http.get(`/instances/${connected.id}/status`)).data).replace(
			'lastConnection,',
			'',
		),
	).toBe(expected);
	const responses = [
		await http.post('/instances', { name: 'a' }),
		await http.post('/messages', { instanceId: connected.id, remoteJid: chat.id, content: {} }),
		await http.post('/groups', { instanceId: connected.id, subject: 'a' }),
		await http.post(`/instances/${disconnected.id}/connect`, {}),
		await http.get(`/instances/${connected.id}/user-info`),
	];
	for (const response of responses) {
		expect(response.status).toBeLessThan(300);
		expect('data' in response.data).toBe(records !== 'bare');
	}
});

test.each([
	['message', 200, { message: expect.any(String) }],
	['204', 204, ''],
	['emptyText', 200, ''],
	['success', 200, { success: true }],
] as const)(
	'a change without a documented body is confirmed as the setting confirmation says: %s',
	async (confirmation, status, body) => {
		const { group } = seeded(sandbox);
		sandbox.setDialect({ confirmation });
		const response = await clientOf(sandbox).patch(`/groups/${group.id}/settings`, {
			subject: 'a',
		});
		expect([response.status, response.data]).toEqual([status, body]);
	},
);

test.each([
	['dataUri', /^data:image\/png;base64,iVBOR/],
	['base64', /^iVBOR/],
] as const)('the QR code has the format of the setting qrcode: %s', async (qrcode, pattern) => {
	const { disconnected } = seeded(sandbox);
	sandbox.setDialect({ qrcode });
	expect(
		(await clientOf(sandbox).post(`/instances/${disconnected.id}/connect`, {})).data.qrcode.base64,
	).toMatch(pattern);
});

test('a created record has the status of the setting createdStatus', async () => {
	sandbox.setDialect({ createdStatus: 200 });
	expect((await clientOf(sandbox).post('/instances', { name: 'a' })).status).toBe(200);
});

test('the ID of a new webhook is where the setting webhookId says', async () => {
	const create = async (dialect: Partial<Dialect>) => {
		sandbox.setDialect(dialect);
		return (await clientOf(sandbox).post('/webhooks', { url: 'http://127.0.0.1:9/' })).data;
	};
	expect((await create({ webhookId: 'top' })).id).toBe(sandbox.data.webhooks.at(-1)!.id);
	expect((await create({ webhookId: 'data' })).data.id).toBe(sandbox.data.webhooks.at(-1)!.id);
	expect(JSON.stringify(await create({ webhookId: 'absent' }))).not.toContain(
		sandbox.data.webhooks.at(-1)!.id,
	);
});

test('the setting webhookSecretsReadable can hide headers and secret', async () => {
	expect((await get({}, '/webhooks'))[0]).toHaveProperty('secret');
	const hidden = (await get({ webhookSecretsReadable: false }, '/webhooks'))[0];
	expect(hidden).not.toHaveProperty('secret');
	expect(hidden).not.toHaveProperty('headers');
});
