import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seeded, useSandbox } from '../support/client';

const t = useSandbox();
const asBytes = { responseType: 'arraybuffer' };

test('downloads return the exact bytes of the files', async () => {
	const { video, audio } = seeded(t.sandbox);
	for (const [path, { id }, file, type] of [
		['video', video, 'clip.mp4', 'video/mp4'],
		['audio', audio, 'voice.ogg', 'audio/ogg'],
	] as const) {
		const { headers, data } = await t.send('get', `/downloads/${path}?messageId=${id}`, asBytes);
		expect(headers['content-type']).toBe(type);
		expect(headers['content-disposition']).toContain(id);
		const bytes = readFileSync(join(__dirname, '../../../sandbox/media', file));
		expect(Buffer.compare(data, bytes)).toBe(0);
	}
});

test('a download requires the ID of a message of its type', async () => {
	const { audio } = seeded(t.sandbox);
	expect(await t.status('get', '/downloads/video')).toBe(400);
	expect(await t.status('get', `/downloads/video?messageId=${audio.id}`)).toBe(404);
});

test('a download can be generated in any size', async () => {
	const path = `/downloads/video?messageId=${seeded(t.sandbox).video.id}&size=3000001`;
	expect(await t.data('get', path, asBytes)).toHaveLength(3_000_001);
});
