import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { clocks, systemClock } from '../../../nodes/transport/clock';
import type { Sandbox } from '../../../sandbox';
import { bytesOf } from '../../engine/support/engine';
import { InstantClock } from '../../engine/support/instantClock';
import { setUpTrigger } from '../support/fixture';
import type { Host } from '../support/host';

let sandbox: Sandbox;
let host: Host;
let clock: InstantClock;

const downloads = (options: INodeParameters = {}) => ({
	verification: 'none',
	options: { downloadMedia: true, ...options },
});

setUpTrigger((ready) => {
	({ sandbox, host } = ready);
	host.parameters = downloads();
	clocks.current = clock = new InstantClock();
});
afterEach(() => {
	jest.restoreAllMocks();
});

const file = (name: string) => readFileSync(join(__dirname, '../../../sandbox/media', name));
const FILES = {
	audio: { bytes: file('voice.ogg'), mimeType: 'audio/ogg' },
	video: { bytes: file('clip.mp4'), mimeType: 'video/mp4' },
};
type Kind = keyof typeof FILES;
const isKind = (type: string): type is Kind => type in FILES;

/** A message that the service has, as an event. */
async function eventOf(type: string) {
	return { event: 'message', ...(await sandbox.playIncoming({ type })) };
}

const requests = () => sandbox.log.filter(({ path }) => path.startsWith('/downloads'));
const lastRun = () => host.runs.at(-1) ?? [];

async function expectFile(item: INodeExecutionData | undefined, kind: Kind, property = 'data') {
	const binary = item?.binary?.[property];
	expect(binary).toMatchObject({ mimeType: FILES[kind].mimeType });
	expect(binary?.fileName).toMatch(kind === 'audio' ? /\.ogg$/ : /\.mp4$/);
	expect((await bytesOf(item!, property)).equals(FILES[kind].bytes)).toBe(true);
}

/** What goes wrong with each request, what the item says then, and how often a request is sent. */
const OUTCOMES: Array<[string, (() => void) | undefined, RegExp | undefined, number]> = [
	['sends the file', undefined, undefined, 1],
	['knows no such endpoint', () => fault({ kind: 'status', status: 404 }), /\(404\)$/, 1],
	['fails with 500', () => fault({ kind: 'status', status: 500 }), /\(500\)$/, 3],
	['resets the connection', () => fault({ kind: 'reset' }), /connection .* was lost/, 6],
	['cuts the file', () => fault({ kind: 'cutBody' }), /connection .* was lost/, 6],
	['sends a web page', () => fault({ kind: 'html', status: 200 }), /web page/, 1],
	['sends nothing', () => fault({ kind: 'empty' }), /contains no file/, 1],
];
const fault = (what: Partial<Parameters<Sandbox['addFault']>[0]>) =>
	sandbox.addFault({ path: '^/downloads/', times: 1000, kind: 'status', ...what });

describe.each(OUTCOMES)('If the service %s', (_what, prepare, reason, attempts) => {
	beforeEach(() => prepare?.());

	test.each(['audio', 'video', 'text', 'audio without an ID'])(
		'a message of the type %s goes on, alone and among others',
		async (what) => {
			const type = what.split(' ')[0] ?? '';
			const { id, ...event } = await eventOf(type);
			const sent = what === type ? { id, ...event } : event;
			for (const events of [[sent], [{ event: 'x' }, sent, { event: 'y' }, sent]]) {
				const before = requests().length;
				expect(await host.post(events)).toBe(200);
				const items = lastRun();
				const isRequested = what === type && isKind(type);
				const error = what === type ? reason : /does not contain the ID/;
				expect(items).toHaveLength(events.length);
				let wanted = 0;
				for (const [index, item] of items.entries()) {
					const { mediaError, ...json } = item.json;
					expect(json).toEqual(events[index]);
					const isMedia = events[index] === sent && isKind(type);
					if (isMedia) wanted += 1;
					if (isMedia && error) expect(mediaError).toMatch(error);
					else expect(item.json).not.toHaveProperty('mediaError');
					if (isMedia && !error && isKind(type)) await expectFile(item, type);
					else expect(item.binary).toBeUndefined();
				}
				expect(requests()).toHaveLength(before + (isRequested ? wanted * attempts : 0));
			}
			expect(host.failures).toEqual([]);
		},
	);

	test('a delivery without events requests nothing', async () => {
		expect(await host.post([])).toBe(200);
		expect([host.runs, requests()]).toEqual([[], []]);
	});
});

test.each([0, 1, 2])(
	'if only file %i of three fails, the others arrive in order',
	async (failed) => {
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
	},
);

test.each(['top', 'data', 'array'] as const)(
	'a message that the service delivers arrives with its file (%s)',
	async (events) => {
		host.parameters = { options: { downloadMedia: true } };
		await host.publish();
		sandbox.setDialect({ events });
		for (const type of ['audio', 'video'] as const) {
			await sandbox.playIncoming({ type });
			await sandbox.settle();
			expect(lastRun()).toHaveLength(1);
			await expectFile(lastRun()[0], type);
		}
	},
);

test.each(['bytes', 'base64', 'dataUri', 'url', 'otherHost'] as const)(
	'the file arrives from a service that responds with %s',
	async (how) => {
		sandbox.setDialect({ downloads: how });
		await host.post(await eventOf('audio'));
		expect((await bytesOf(lastRun()[0]!)).equals(FILES.audio.bytes)).toBe(true);
	},
);

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
	expect(text?.json).toMatchObject({ raw: event, headers: { 'x-shown': 'yes' } });
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

test.each([
	['audioMessage', 'audio'],
	['PTT', 'audio'],
	['voice', 'audio'],
	['videoMessage', 'video'],
	['ptv', 'video'],
])('a message of the type %s is downloaded as %s', async (type, kind) => {
	await host.post({ id: 'x', remoteJid: 'x@lid', type });
	expect(requests().map(({ path }) => path)).toEqual([`/downloads/${kind}`]);
});

test.each(['text', 'image', 'document', '', 5, null])(
	'for a message of the type %j nothing is requested, and only a missing file is an error',
	async (type) => {
		const event = { id: 'x', remoteJid: 'x@lid', type };
		await host.post(event);
		expect(requests()).toEqual([]);
		const isFile = type === 'image' || type === 'document';
		const mediaError = 'The event contains no file that can be read';
		expect(lastRun()).toEqual([{ json: { ...event, ...(isFile && { mediaError }) } }]);
	},
);

test('nothing is requested unless Download Media is on', async () => {
	host.parameters = { verification: 'none' };
	await host.post(await eventOf('audio'));
	expect(lastRun()[0]?.binary).toBeUndefined();
	expect(requests()).toEqual([]);
});

test('the name of the parameter comes from Field Names', async () => {
	sandbox.setDialect({ downloadParameter: 'media_id' });
	host.credentials.fieldNames = '{"query":{"messageId":"media_id"}}';
	await host.post(await eventOf('audio'));
	await expectFile(lastRun()[0], 'audio');
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
	const stored = JSON.parse(JSON.stringify(host.received[0])) as INodeExecutionData[];
	const items = await host.execute(stored, 'retry');
	await expectFile(items[0], 'audio');
	expect(Object.keys(items[0] ?? {}).sort()).toEqual(['binary', 'json']);
});

describe('The item goes on without its file', () => {
	test('if the service is down', async () => {
		const event = await eventOf('audio');
		host.credentials.baseUrl = 'http://127.0.0.1:9/api/v2';
		expect(await host.post(event)).toBe(200);
		expect(lastRun()[0]?.json.mediaError).toBe('The service refused the connection');
	});

	test('if the credentials are gone', async () => {
		const event = await eventOf('audio');
		host.hasCredential = false;
		expect(await host.post(event)).toBe(200);
		expect(lastRun()[0]?.json.mediaError).toMatch(/credential/i);
	});

	test('if n8n cannot store it', async () => {
		const event = await eventOf('audio');
		jest
			.spyOn(Container.get(BinaryDataService), 'store')
			.mockRejectedValue(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
		expect(await host.post(event)).toBe(200);
		expect(lastRun()[0]?.json).toEqual({ ...event, mediaError: 'n8n could not store the file' });
	});

	test('if the rate limit pauses for more than two minutes; a shorter pause is waited out', async () => {
		const limited = { path: '/downloads/audio', kind: 'rateLimited' as const };
		const event = await eventOf('audio');
		sandbox.addFault({ ...limited, retryAfter: 100 });
		await host.post(event);
		await expectFile(lastRun()[0], 'audio');
		expect(clock.slept.some((ms) => ms >= 99_000)).toBe(true);
		sandbox.addFault({ ...limited, retryAfter: 130 });
		await host.post([event]);
		expect(lastRun()[0]?.json.mediaError).toMatch(/\(429\)/);
	});

	test('if all files together take ten minutes; those that came before arrive', async () => {
		let reached = () => {};
		clock.startTimer = (ms, atEnd) => {
			if (ms === 600_000) reached = atEnd;
			return () => {};
		};
		const events = [await eventOf('audio'), await eventOf('audio'), await eventOf('video')];
		sandbox.addFault({ path: '/downloads/audio', skip: 1, times: 1000, kind: 'stall' });
		const posting = host.post(events);
		while (requests().length < 2) await new Promise((resolve) => setImmediate(resolve));
		reached();
		expect(await posting).toBe(200);
		await expectFile(lastRun()[0], 'audio');
		const errors = lastRun().map(({ json }) => json.mediaError);
		const tooLong = 'The downloads took too long';
		expect(errors).toEqual([undefined, tooLong, tooLong]);
		expect(requests()).toHaveLength(2);
	});
});

test('canceling the execution ends the download at once, and says that it was canceled', async () => {
	clocks.current = systemClock;
	sandbox.addFault({ path: '/downloads/audio', times: 1000, kind: 'stall' });
	await host.post({ event: 'x' });
	const files = { files: [{ kind: 'audio', query: { messageId: 'x' }, maxBytes: 1e6 }] };
	const items = [{ json: {}, messagingIntegrationMedia: files }];
	const executing = host.execute([...items, ...items], 'webhook');
	while (requests().length < 1) await new Promise((resolve) => setImmediate(resolve));
	host.canceling.abort();
	await expect(executing).rejects.toThrow(/canceled/);
	expect(requests()).toHaveLength(1);
});
