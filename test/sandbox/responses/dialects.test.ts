import type { Dialect } from '../../../sandbox';
import { seeded, useSandbox } from '../support/client';

const t = useSandbox();

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
		...['successData', 'data,pagination,success', 'data,success', 'data,success'],
		...['data,nextCursor,success', 'data,pagination,success'],
	],
] as const)('lists have the shape of the setting lists: %s', async (lists, ...shapes) => {
	const { connected, chat } = seeded(t.sandbox);
	const paths = [
		'/instances?limit=1',
		'/webhooks',
		`/instances/${connected.id}/history`,
		`/chats/messages?limit=1&chatId=${chat.id}`,
		'/chats?limit=1',
	];
	const seen = [];
	for (const path of paths) seen.push(shape(await t.dataIn({ lists }, path)));
	expect(seen).toEqual(shapes);
});

test.each([
	['bare', 'phone,status'],
	['data', 'data'],
	['successData', 'data,success'],
] as const)('records have the shape of the setting records: %s', async (records, expected) => {
	const { connected, disconnected, chat } = seeded(t.sandbox);
	t.sandbox.setDialect({ records });
	const status = shape(await t.data('get', `/instances/${connected.id}/status`));
	expect(status.replace('lastConnection,', '')).toBe(expected);
	const byConnected = { instanceId: connected.id };
	const responses = [
		await t.send('post', '/instances', { name: 'a' }),
		await t.send('post', '/messages', { ...byConnected, remoteJid: chat.id, content: {} }),
		await t.send('post', '/groups', { ...byConnected, subject: 'a' }),
		await t.send('post', `/instances/${disconnected.id}/connect`, {}),
		await t.send('get', `/instances/${connected.id}/user-info`),
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
		const { group } = seeded(t.sandbox);
		t.sandbox.setDialect({ confirmation });
		const response = await t.send('patch', `/groups/${group.id}/settings`, { subject: 'a' });
		expect([response.status, response.data]).toEqual([status, body]);
	},
);

test.each([
	['dataUri', /^data:image\/png;base64,iVBOR/],
	['base64', /^iVBOR/],
] as const)('the QR code has the format of the setting qrcode: %s', async (qrcode, pattern) => {
	const { disconnected } = seeded(t.sandbox);
	t.sandbox.setDialect({ qrcode });
	const data = await t.data('post', `/instances/${disconnected.id}/connect`, {});
	expect(data.qrcode.base64).toMatch(pattern);
});

test('a created record has the status of the setting createdStatus', async () => {
	t.sandbox.setDialect({ createdStatus: 200 });
	expect(await t.status('post', '/instances', { name: 'a' })).toBe(200);
});

test('the ID of a new webhook is where the setting webhookId says', async () => {
	const create = async (dialect: Partial<Dialect>) => {
		t.sandbox.setDialect(dialect);
		return await t.data('post', '/webhooks', { url: 'http://127.0.0.1:9/' });
	};
	const last = () => t.sandbox.data.webhooks.at(-1)!.id;
	expect((await create({ webhookId: 'top' })).id).toBe(last());
	expect((await create({ webhookId: 'data' })).data.id).toBe(last());
	expect(JSON.stringify(await create({ webhookId: 'absent' }))).not.toContain(last());
});

test('the setting webhookSecretsReadable can hide headers and secret', async () => {
	expect((await t.dataIn({}, '/webhooks'))[0]).toHaveProperty('secret');
	const hidden = (await t.dataIn({ webhookSecretsReadable: false }, '/webhooks'))[0];
	expect(hidden).not.toHaveProperty('secret');
	expect(hidden).not.toHaveProperty('headers');
});
