import type { INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../tools/sandbox';
import { instantClock } from '../../support/instantClock';
import { setUpTrigger } from '../support/fixture';
import type { Host } from '../support/host';
import { expectFile } from '../support/media';

let sandbox: Sandbox;
let host: Host;

const downloads = (options: INodeParameters = {}) => ({
	verification: 'none',
	options: { downloadMedia: true, ...options },
});

setUpTrigger((ready) => {
	({ sandbox, host } = ready);
	host.parameters = downloads();
}, instantClock);

async function eventOf(type: string) {
	return { event: 'message', ...(await sandbox.playIncoming({ type })) };
}

const requests = () => sandbox.log.filter(({ path }) => path.startsWith('/downloads'));
const lastRun = () => host.runs.at(-1) ?? [];

const fault = (what: Partial<Parameters<Sandbox['addFault']>[0]>) =>
	sandbox.addFault({ path: '^/downloads/', times: 1000, kind: 'status', ...what });

test.each<[string, () => void, RegExp, number]>([
	['knows no such endpoint', () => fault({ status: 404 }), /\(404\)$/, 1],
	['cuts the file', () => fault({ kind: 'cutBody' }), /connection .* was lost/, 6],
])('if the service %s, the item goes on without the file, and says why', async (_what, prepare, reason, attempts) => {
	prepare();
	const event = await eventOf('audio');
	expect(await host.post(event)).toBe(200);
	expect(lastRun()).toEqual([{ json: { ...event, mediaError: expect.stringMatching(reason) as string } }]);
	expect(requests()).toHaveLength(attempts);
	expect(host.failures).toEqual([]);
});

test('a message without an ID goes on without its file', async () => {
	const { id, ...event } = await eventOf('video');
	await host.post(event);
	expect(id).toBeDefined();
	expect(lastRun()[0]?.json.mediaError).toMatch(/does not contain the ID/);
	expect(requests()).toEqual([]);
});

test('one event with several messages: as received, one item with all files; simplified, an item each', async () => {
	const event = { data: [await eventOf('audio'), await eventOf('text'), await eventOf('video')] };
	await host.post(event);
	expect(lastRun().map(({ json }) => json)).toEqual([event]);
	await expectFile(lastRun()[0], 'audio');
	await expectFile(lastRun()[0], 'video', 'data1');
	const options = { includeHeaders: true, deduplicate: false };
	host.parameters = { ...downloads(options), simplify: true };
	await host.post(event, { 'X-Shown': 'yes' });
	const [audio, text, video] = lastRun();
	expect(lastRun().map(({ json }) => json.messageId)).toEqual(event.data.map(({ id }) => id));
	expect(text?.json).toMatchObject({ raw: event.data[1], headers: { 'x-shown': 'yes' } });
	await expectFile(audio, 'audio');
	expect(text?.binary).toBeUndefined();
	await expectFile(video, 'video');
});

test('only the files of messages that pass the filters are downloaded', async () => {
	const own = { ...(await eventOf('audio')), fromMe: true };
	const other = await eventOf('audio');
	await host.post({ data: [own, other] });
	expect(requests().map(({ query }) => query.messageId)).toEqual([other.id]);
	await host.post(own);
	expect(requests()).toHaveLength(1);
});
