import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../tools/sandbox';
import { instantClock } from '../../support/instantClock';
import { setUpTrigger } from '../support/fixture';
import type { Host } from '../support/host';
import { expectFile, type Kind } from '../support/media';

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

const isKind = (type: string) => type === 'audio' || type === 'video';

async function eventOf(type: string) {
	return { event: 'message', ...(await sandbox.playIncoming({ type })) };
}

const requests = () => sandbox.log.filter(({ path }) => path.startsWith('/downloads'));
const lastRun = () => host.runs.at(-1) ?? [];

/** What goes wrong with each request, what the item says then, and how often a request is sent. */
const OUTCOMES: Array<[string, (() => void) | undefined, RegExp | undefined, number]> = [
	['sends the file', undefined, undefined, 1],
	['knows no such endpoint', () => fault({ kind: 'status', status: 404 }), /\(404\)$/, 1],
	['resets the connection', () => fault({ kind: 'reset' }), /connection .* was lost/, 6],
	['cuts the file', () => fault({ kind: 'cutBody' }), /connection .* was lost/, 6],
];
const fault = (what: Partial<Parameters<Sandbox['addFault']>[0]>) =>
	sandbox.addFault({ path: '^/downloads/', times: 1000, kind: 'status', ...what });

describe.each(OUTCOMES)('If the service %s', (_what, prepare, reason, attempts) => {
	beforeEach(() => prepare?.());

	test.each<[string, boolean]>([
		['audio', true],
		['audio', false],
		['video', true],
		['text', true],
	])('a message of the type %s goes on (with an ID: %s), alone and among others', async (...row) => {
		const [type, hasId] = row;
		const { id, ...event } = await eventOf(type);
		const sent = hasId ? { id, ...event } : event;
		const error = hasId ? reason : /does not contain the ID/;
		for (const events of [[sent], [{ event: 'x' }, sent, { event: 'y' }, sent]]) {
			const before = requests().length;
			expect(await host.post(events)).toBe(200);
			expect(lastRun()).toHaveLength(events.length);
			const wanted = events.filter((each) => each === sent && isKind(type));
			for (const [index, item] of lastRun().entries()) {
				const { mediaError, ...json } = item.json;
				const isMedia = wanted.includes(events[index] as typeof sent);
				expect(json).toEqual(events[index]);
				if (isMedia && !error) await expectFile(item, type as Kind);
				else expect(item.binary).toBeUndefined();
				if (isMedia && error) expect(mediaError).toMatch(error);
				else expect(item.json).not.toHaveProperty('mediaError');
			}
			expect(requests()).toHaveLength(before + (hasId ? wanted.length * attempts : 0));
		}
		expect(host.failures).toEqual([]);
	});
});

test.each([0, 1, 2])('if only file %i of three fails, the others arrive in order', async (failed) => {
	const events = [await eventOf('audio'), await eventOf('video'), await eventOf('audio')];
	sandbox.addFault({ path: '^/downloads/', skip: failed, kind: 'status', status: 404 });
	await host.post(events);
	const items = lastRun();
	expect(items.map(({ json }) => json.id)).toEqual(events.map(({ id }) => id));
	for (const [index, item] of items.entries()) {
		if (index === failed) expect(item.json.mediaError).toMatch(/404/);
		else await expectFile(item, events[index]?.type as Kind);
	}
	expect(requests().map(({ query }) => query.messageId)).toEqual(events.map(({ id }) => id));
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

test('nothing is requested unless Download Media is on', async () => {
	host.parameters = { verification: 'none' };
	await host.post(await eventOf('audio'));
	expect(lastRun()[0]?.binary).toBeUndefined();
	expect(requests()).toEqual([]);
});

test('duplicates download nothing, in the same process and in another one', async () => {
	const event = await eventOf('audio');
	for (let copy = 0; copy < 3; copy += 1) await host.post(event);
	const [received = []] = host.received;
	await host.execute(received, 'webhook');
	expect(requests()).toHaveLength(1);
	expect(host.runs).toHaveLength(1);
	expect(host.hints).toHaveLength(1);
});

test('a queue that stores the items as JSON keeps the files', async () => {
	await host.post(await eventOf('audio'));
	const items = await host.execute(JSON.parse(JSON.stringify(host.received[0])) as INodeExecutionData[], 'retry');
	await expectFile(items[0], 'audio');
	expect(Object.keys(items[0] ?? {}).sort()).toEqual(['binary', 'json']);
});
