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

test('a download has the same bytes in each of the five ways to return it', async () => {
	const { video } = seeded(sandbox);
	const path = `/downloads/video?messageId=${video.id}`;
	const bytes = Buffer.from(
		(await clientOf(sandbox).get(path, { responseType: 'arraybuffer' })).data,
	).toString('base64');
	expect(await get({ downloads: 'base64' }, path)).toEqual({
		base64: bytes,
		mimetype: 'video/mp4',
		fileName: `${video.id}.mp4`,
	});
	expect(await get({ downloads: 'dataUri' }, path)).toEqual({
		data: `data:video/mp4;base64,${bytes}`,
	});
	for (const [downloads, origin] of [
		['url', sandbox.origin],
		['otherHost', sandbox.otherOrigin],
	] as const) {
		const { url } = await get({ downloads }, path);
		expect(new URL(url).origin).toBe(origin);
		const file = await clientOf(sandbox, null).get(url, { responseType: 'arraybuffer' });
		expect(file.headers['content-type']).toBe('video/mp4');
		expect(Buffer.from(file.data).toString('base64')).toBe(bytes);
	}
	expect(sandbox.otherHostLog).toEqual([
		expect.objectContaining({ method: 'GET', status: 200, key: null }),
	]);
});

test.each(['base64', 'dataUri'] as const)(
	'a large download as %s is complete',
	async (downloads) => {
		const { audio } = seeded(sandbox);
		const response = await get(
			{ downloads },
			`/downloads/audio?messageId=${audio.id}&size=2000003`,
		);
		const text: string = response.base64 ?? response.data.split(',')[1];
		expect(Buffer.from(text, 'base64')).toHaveLength(2_000_003);
	},
);

test('the names of parameters and fields are settings', async () => {
	const { connected, chat, group, video } = seeded(sandbox);
	const dialect: Partial<Dialect> = {
		chatParameter: 'jid',
		pageSizeParameter: 'perPage',
		instanceParameter: 'instance',
		ephemeralField: 'seconds',
		downloadParameter: 'id',
	};
	expect(
		(await get(dialect, `/chats/messages?jid=${chat.id}&perPage=2&instance=${chat.instanceId}`))
			.messages,
	).toHaveLength(2);
	expect((await get(dialect, `/chats/messages?chatId=${chat.id}`)).error.code).toBe(
		'VALIDATION_ERROR',
	);
	expect((await get(dialect, '/chats?perPage=3')).data).toHaveLength(3);
	expect((await clientOf(sandbox).get(`/downloads/video?id=${video.id}`)).status).toBe(200);
	await clientOf(sandbox).patch(`/groups/${group.id}/ephemeral`, {
		instanceId: connected.id,
		seconds: 60,
	});
	expect(group.ephemeral).toBe(60);
});

test('chats can be paginated by page, by cursor or not at all', async () => {
	const all = sandbox.data.chats.map((each) => each.id);
	const ids = (records: Array<{ id: string }>) => records.map((each) => each.id);
	expect(ids((await get({ chatsPaging: 'page' }, '/chats?page=2&limit=20')).data)).toEqual(
		all.slice(20),
	);
	const first = await get({ chatsPaging: 'cursor' }, '/chats?limit=20');
	const second = await get({ chatsPaging: 'cursor' }, `/chats?limit=20&cursor=${first.nextCursor}`);
	expect([...ids(first.data), ...ids(second.data)]).toEqual(all);
	expect(second.nextCursor).toBeUndefined();
	expect(ids(await get({ chatsPaging: 'none' }, '/chats'))).toEqual(all);
});

test('messages in bare lists are paginated by page', async () => {
	const { chat } = seeded(sandbox);
	const page = (n: number) =>
		get({ lists: 'bare' }, `/chats/messages?chatId=${chat.id}&limit=100&page=${n}`);
	expect((await page(1)).length + (await page(4)).length).toBeGreaterThan(100);
	expect(await page(9)).toEqual([]);
});

test.each([404, 405, 501] as const)(
	'DELETE /webhooks/{id} can return %i and keep the webhook',
	async (webhookDelete) => {
		sandbox.setDialect({ webhookDelete });
		const { id } = sandbox.data.webhooks[0]!;
		expect((await clientOf(sandbox).delete(`/webhooks/${id}`)).status).toBe(webhookDelete);
		expect(sandbox.data.webhooks[0]!.id).toBe(id);
	},
);
