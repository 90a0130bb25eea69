import { startSandbox, type Dialect, type Sandbox } from '../../../sandbox';
import { clientOf, known } from '../support/client';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox({ tier: 'none' })));
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

async function get(dialect: Partial<Dialect>, path: string) {
	sandbox.setDialect(dialect);
	return (await clientOf(sandbox).get(path)).data;
}

/** The outer shape of a response, enough to distinguish dialects. */
function shape(answer: unknown): string {
	return Array.isArray(answer) ? 'array' : Object.keys(answer as object).sort().join(',');
}

test.each([
	['asDocumented', 'data,pagination', 'array', 'array', 'messages,nextCursor', 'data,pagination'],
	['bare', 'array', 'array', 'array', 'array', 'array'],
	['data', 'data,pagination', 'data', 'data', 'data,nextCursor', 'data,pagination'],
	['successData', 'data,pagination,success', 'data,success', 'data,success', 'data,nextCursor,success', 'data,pagination,success'],
] as const)('lists: %s', async (lists, ...shapes) => {
	const { on, chat } = known(sandbox);
	const paths = ['/instances?limit=1', '/webhooks', `/instances/${on.id}/history`, `/chats/messages?limit=1&chatId=${chat.id}`, '/chats?limit=1'];
	const seen = [];
	for (const path of paths) seen.push(shape(await get({ lists }, path)));
	expect(seen).toEqual(shapes);
});

test.each([['bare', 'phone,status'], ['data', 'data'], ['successData', 'data,success']] as const)('records: %s', async (records, expected) => {
	const { on, off, chat } = known(sandbox);
	sandbox.setDialect({ records });
	const http = clientOf(sandbox);
	expect(shape((await http.get(`/instances/${on.id}/status`)).data).replace('lastConnection,', '')).toBe(expected);
	const made = [
		await http.post('/instances', { name: 'a' }),
		await http.post('/messages', { instanceId: on.id, remoteJid: chat.id, content: {} }),
		await http.post('/groups', { instanceId: on.id, subject: 'a' }),
		await http.post(`/instances/${off.id}/connect`, {}),
		await http.get(`/instances/${on.id}/user-info`),
	];
	for (const answer of made) {
		expect(answer.status).toBeLessThan(300);
		expect('data' in answer.data).toBe(records !== 'bare');
	}
});

test.each([
	['message', 200, { message: expect.any(String) }],
	['204', 204, ''],
	['emptyText', 200, ''],
	['success', 200, { success: true }],
] as const)('empty: %s', async (empty, status, body) => {
	const { group } = known(sandbox);
	sandbox.setDialect({ empty });
	const answer = await clientOf(sandbox).patch(`/groups/${group.id}/settings`, { subject: 'a' });
	expect([answer.status, answer.data]).toEqual([status, body]);
});

test('downloads: the same bytes in five ways', async () => {
	const { video } = known(sandbox);
	const path = `/downloads/video?messageId=${video.id}`;
	const bytes = Buffer.from((await clientOf(sandbox).get(path, { responseType: 'arraybuffer' })).data).toString('base64');
	expect(await get({ downloads: 'base64' }, path)).toEqual({ base64: bytes, mimetype: 'video/mp4', fileName: `${video.id}.mp4` });
	expect(await get({ downloads: 'dataUri' }, path)).toEqual({ data: `data:video/mp4;base64,${bytes}` });
	for (const [downloads, origin] of [['address', sandbox.origin], ['otherHost', sandbox.otherOrigin]] as const) {
		const { url } = await get({ downloads }, path);
		expect(new URL(url).origin).toBe(origin);
		const file = await clientOf(sandbox, null).get(url, { responseType: 'arraybuffer' });
		expect(file.headers['content-type']).toBe('video/mp4');
		expect(Buffer.from(file.data).toString('base64')).toBe(bytes);
	}
	expect(sandbox.otherHostLog).toEqual([expect.objectContaining({ method: 'GET', status: 200, key: null })]);
});

test.each(['base64', 'dataUri'] as const)('downloads: large files in %s are streamed completely', async (downloads) => {
	const { audio } = known(sandbox);
	const answer = await get({ downloads }, `/downloads/audio?messageId=${audio.id}&size=2000003`);
	const text: string = answer.base64 ?? answer.data.split(',')[1];
	expect(Buffer.from(text, 'base64')).toHaveLength(2_000_003);
});

test.each([['dataUri', /^data:image\/png;base64,iVBOR/], ['base64', /^iVBOR/]] as const)('qrcode: %s', async (qrcode, pattern) => {
	const { off } = known(sandbox);
	sandbox.setDialect({ qrcode });
	expect((await clientOf(sandbox).post(`/instances/${off.id}/connect`, {})).data.qrcode.base64).toMatch(pattern);
});

test('createdStatus', async () => {
	sandbox.setDialect({ createdStatus: 200 });
	expect((await clientOf(sandbox).post('/instances', { name: 'a' })).status).toBe(200);
});

test('names of parameters and fields', async () => {
	const { on, chat, group, video } = known(sandbox);
	const dialect: Partial<Dialect> = { chatParameter: 'jid', pageSizeParameter: 'perPage', instanceParameter: 'instance', ephemeralField: 'seconds', downloadParameter: 'id' };
	expect((await get(dialect, `/chats/messages?jid=${chat.id}&perPage=2&instance=${chat.instanceId}`)).messages).toHaveLength(2);
	expect((await get(dialect, `/chats/messages?chatId=${chat.id}`)).error.code).toBe('VALIDATION_ERROR');
	expect((await get(dialect, '/chats?perPage=3')).data).toHaveLength(3);
	expect((await clientOf(sandbox).get(`/downloads/video?id=${video.id}`)).status).toBe(200);
	await clientOf(sandbox).patch(`/groups/${group.id}/ephemeral`, { instanceId: on.id, seconds: 60 });
	expect(group.ephemeral).toBe(60);
});

test('chatsPaging: by page, by cursor, or none', async () => {
	const all = sandbox.data.chats.map((each) => each.id);
	const ids = (records: Array<{ id: string }>) => records.map((each) => each.id);
	expect(ids((await get({ chatsPaging: 'page' }, '/chats?page=2&limit=20')).data)).toEqual(all.slice(20));
	const first = await get({ chatsPaging: 'cursor' }, '/chats?limit=20');
	const second = await get({ chatsPaging: 'cursor' }, `/chats?limit=20&cursor=${first.nextCursor}`);
	expect([...ids(first.data), ...ids(second.data)]).toEqual(all);
	expect(second.nextCursor).toBeUndefined();
	expect(ids(await get({ chatsPaging: 'none' }, '/chats'))).toEqual(all);
});

test('bare lists are paged by number', async () => {
	const { chat } = known(sandbox);
	const page = (n: number) => get({ lists: 'bare' }, `/chats/messages?chatId=${chat.id}&limit=100&page=${n}`);
	expect((await page(1)).length + (await page(4)).length).toBeGreaterThan(100);
	expect(await page(9)).toEqual([]);
});

test('webhookId: where the response contains the new ID', async () => {
	const create = async (dialect: Partial<Dialect>) => {
		sandbox.setDialect(dialect);
		return (await clientOf(sandbox).post('/webhooks', { url: 'http://127.0.0.1:9/' })).data;
	};
	expect((await create({ webhookId: 'top' })).id).toBe(sandbox.data.webhooks.at(-1)!.id);
	expect((await create({ webhookId: 'data' })).data.id).toBe(sandbox.data.webhooks.at(-1)!.id);
	expect(JSON.stringify(await create({ webhookId: 'absent' }))).not.toContain(sandbox.data.webhooks.at(-1)!.id);
});

test.each([404, 405, 501] as const)('webhookDelete: %i, and the webhook remains', async (webhookDelete) => {
	sandbox.setDialect({ webhookDelete });
	const { id } = sandbox.data.webhooks[0]!;
	expect((await clientOf(sandbox).delete(`/webhooks/${id}`)).status).toBe(webhookDelete);
	expect(sandbox.data.webhooks[0]!.id).toBe(id);
});

test('webhookSecretsReadable: headers and secret can be hidden', async () => {
	expect((await get({}, '/webhooks'))[0]).toHaveProperty('secret');
	const hidden = (await get({ webhookSecretsReadable: false }, '/webhooks'))[0];
	expect(hidden).not.toHaveProperty('secret');
	expect(hidden).not.toHaveProperty('headers');
});

test.each(['documented', 'wrapped', 'bare', 'sparse'] as const)('preset %s: every response matches openapi.yaml', async (name) => {
	sandbox.setDialect(name);
	const { on, off, chat, group, video } = known(sandbox);
	const http = clientOf(sandbox);
	const acting = { instanceId: on.id };
	const answers = [
		await http.get('/instances'),
		await http.post('/instances', { name: 'a' }),
		await http.get(`/instances/${on.id}/status`),
		await http.get(`/instances/${on.id}/user-info`),
		await http.get(`/instances/${on.id}/history`),
		await http.post(`/instances/${off.id}/connect`, { pairingCode: true }),
		await http.post(`/instances/${off.id}/pair-phone`, { phone: '5511900000000', pairingCode: '12345678' }),
		await http.post('/messages', { ...acting, remoteJid: chat.id, content: {} }),
		await http.get('/chats'),
		await http.get(`/chats/messages?chatId=${chat.id}`),
		await http.post('/chats/archive', { instanceId: chat.instanceId, chatId: chat.id, archive: true }),
		await http.get('/contacts'),
		await http.post('/groups', { ...acting, subject: 'a' }),
		await http.patch(`/groups/${group.id}/settings`, { subject: 'a' }),
		await http.post(`/groups/${group.id}/participants`, { ...acting, participants: ['5511900000000'] }),
		await http.put(`/groups/${group.id}/photo`, { ...acting, photoUrl: 'https://a.example/b.png' }),
		await http.patch(`/groups/${group.id}/announce`, { ...acting, announcement: true }),
		await http.patch(`/groups/${group.id}/ephemeral`, { ...acting }),
		await http.get('/webhooks'),
		await http.post('/webhooks', { url: `${sandbox.origin}/_sandbox/sink` }),
		await http.patch(`/webhooks/${sandbox.data.webhooks[0]!.id}`, { isActive: false }),
		await http.post(`/webhooks/${sandbox.data.webhooks[0]!.id}/test`),
		await http.get(`/downloads/video?messageId=${video.id}`),
		await http.post(`/instances/${on.id}/disconnect`),
	];
	expect(answers.filter((each) => each.status >= 300).map((each) => [each.config.url, each.data])).toEqual([]);
	await sandbox.settle();
});

test('a response that violates openapi.yaml becomes a 500', async () => {
	Object.assign(sandbox.data.instances[0]!, { status: 'sleeping' });
	const answer = await clientOf(sandbox).get('/instances');
	expect([answer.status, answer.data.error.code]).toEqual([500, 'SANDBOX_BUG']);
});

test('an unknown dialect is rejected', () => {
	expect(() => sandbox.setDialect('klingon' as 'bare')).toThrow('klingon');
	expect(() => sandbox.setDialect({ colour: 'red' } as Partial<Dialect>)).toThrow('colour');
});
