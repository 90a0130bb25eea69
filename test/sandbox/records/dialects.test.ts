import { clientOf, seeded, useSandbox } from '../support/client';

const t = useSandbox();

test('a download has the same bytes in each of the five ways to return it', async () => {
	const { video } = seeded(t.sandbox);
	const path = `/downloads/video?messageId=${video.id}`;
	const file = await t.data('get', path, { responseType: 'arraybuffer' });
	const bytes = Buffer.from(file).toString('base64');
	expect(await t.dataIn({ downloads: 'base64' }, path)).toEqual({
		base64: bytes,
		mimetype: 'video/mp4',
		fileName: `${video.id}.mp4`,
	});
	expect(await t.dataIn({ downloads: 'dataUri' }, path)).toEqual({ data: `data:video/mp4;base64,${bytes}` });
	for (const [downloads, origin] of [
		['url', t.sandbox.origin],
		['otherHost', t.sandbox.otherOrigin],
	] as const) {
		const { url } = await t.dataIn({ downloads }, path);
		expect(new URL(url).origin).toBe(origin);
		const file = await clientOf(t.sandbox, null).get(url, { responseType: 'arraybuffer' });
		expect(file.headers['content-type']).toBe('video/mp4');
		expect(Buffer.from(file.data).toString('base64')).toBe(bytes);
	}
	expect(t.sandbox.otherHostLog).toEqual([expect.objectContaining({ method: 'GET', status: 200, key: null })]);
});

test('chats can be paginated by page, by cursor or not at all', async () => {
	const all = t.sandbox.data.chats.map((each) => each.id);
	const ids = (records: Array<{ id: string }>) => records.map((each) => each.id);
	expect(ids((await t.dataIn({ chatsPaging: 'page' }, '/chats?page=2&limit=20')).data)).toEqual(all.slice(20));
	const first = await t.dataIn({ chatsPaging: 'cursor' }, '/chats?limit=20');
	const second = await t.dataIn({ chatsPaging: 'cursor' }, `/chats?limit=20&cursor=${first.nextCursor}`);
	expect([...ids(first.data), ...ids(second.data)]).toEqual(all);
	expect(second.nextCursor).toBeUndefined();
	expect(ids(await t.dataIn({ chatsPaging: 'none' }, '/chats'))).toEqual(all);
});
