import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { clientOf, seeded } from '../support/client';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox({ tier: 'none' })));
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

test('downloads return the exact bytes of the files', async () => {
	const { video, audio } = seeded(sandbox);
	for (const [path, message, file, type] of [
		['video', video, 'clip.mp4', 'video/mp4'],
		['audio', audio, 'voice.ogg', 'audio/ogg'],
	] as const) {
		const response = await clientOf(sandbox).get(`/downloads/${path}?messageId=${message.id}`, {
			responseType: 'arraybuffer',
		});
		expect(response.headers['content-type']).toBe(type);
		expect(response.headers['content-disposition']).toContain(message.id);
		expect(
			Buffer.compare(response.data, readFileSync(join(__dirname, '../../../sandbox/media', file))),
		).toBe(0);
	}
});

test('a download requires the ID of a message of its type', async () => {
	const { audio } = seeded(sandbox);
	const http = clientOf(sandbox);
	expect((await http.get('/downloads/video')).status).toBe(400);
	expect((await http.get(`/downloads/video?messageId=${audio.id}`)).status).toBe(404);
});

test('a download can be generated in any size', async () => {
	const { video } = seeded(sandbox);
	const response = await clientOf(sandbox).get(
		`/downloads/video?messageId=${video.id}&size=3000001`,
		{ responseType: 'arraybuffer' },
	);
	expect(response.data).toHaveLength(3_000_001);
});
