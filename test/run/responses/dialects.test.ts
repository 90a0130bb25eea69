import type { INodeExecutionData } from 'n8n-workflow';
import type { Dialect, Sandbox } from '../../../tools/sandbox';
import { bytesOf } from '../../support/engine';
import { runCase } from '../support/runCase';
import { setUpSandbox } from '../../support/setUpSandbox';

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started), { now: () => Date.UTC(2026, 0, 10) });

/** Values that the service generates. */
const MADE_UP = new Set(['id', 'fileSize']);

async function outputOf(name: string, dialect: Partial<Dialect>) {
	sandbox.reset();
	sandbox.setDialect(dialect);
	const { items, error } = await runCase(sandbox, name, { simplify: false });
	expect(error).toBeUndefined();
	return await Promise.all(items.map(async (item) => await plain(item, name)));
}

async function plain(item: INodeExecutionData, name: string) {
	const created = /\.(create|send)$/.test(name);
	const json = Object.fromEntries(
		Object.entries(item.json).filter(([key]) => !(created && MADE_UP.has(key)) && key !== 'fileName'),
	);
	if (name === 'instance.connect') delete json.qrcode;
	const [property] = Object.keys(item.binary ?? {});
	const bytes = property === undefined ? undefined : await bytesOf(item, property);
	return {
		json,
		pairedItem: item.pairedItem,
		mimeType: property === undefined ? undefined : item.binary?.[property]?.mimeType,
		bytes: bytes?.toString('base64').slice(0, 4000),
	};
}

const LISTS = ['instance.getAll', 'instance.getHistory', 'chat.getAll', 'chat.getMessages', 'webhook.getAll'];
const RECORDS = [
	'instance.create',
	'instance.connect',
	'instance.getStatus',
	'instance.getUserInfo',
	'message.send',
	'group.create',
	'webhook.create',
];
const EMPTY = [
	'chat.archive',
	'group.updateSettings',
	'group.addParticipants',
	'group.updatePhoto',
	'group.setAnnouncement',
	'group.setEphemeral',
];
const DOWNLOADS = ['download.getVideo', 'download.getAudio'];

const variants: Array<[keyof Dialect, string[], unknown[]]> = [
	['lists', LISTS, ['asDocumented', 'bare', 'data', 'successData']],
	['records', RECORDS, ['bare', 'data', 'successData']],
	['confirmation', EMPTY, ['success', '204', 'emptyText']],
	['downloads', DOWNLOADS, ['bytes', 'base64', 'dataUri', 'url', 'otherHost']],
	['qrcode', ['instance.connect'], ['dataUri', 'base64']],
	['createdStatus', RECORDS.filter((name) => /create|send/.test(name)), [201, 200]],
	['chatsPaging', ['chat.getAll'], ['page', 'cursor', 'none']],
];
const rows = variants.flatMap(([setting, names, values]) =>
	names.flatMap((name) => values.slice(1).map((value) => [name, setting, value, values[0]] as const)),
);

test.each(rows)('%s returns the same output with %s = %s as with %s', async (name, setting, value, first) => {
	const expected = await outputOf(name, { [setting]: first });
	const given = await outputOf(name, { [setting]: value });
	expect(expected.length).toBeGreaterThan(0);
	expect(given).toEqual(expected);
});

test.each(EMPTY)("%s passes on the service's message", async (name) => {
	const [item] = await outputOf(name, { confirmation: 'message' });
	expect(typeof item?.json.message).toBe('string');
});

test.each(['base64', 'dataUri'] as const)('a file of several MB as %s arrives byte for byte', async (downloads) => {
	const queryParameters = { parameters: [{ name: 'size', value: '5000003' }] };
	const download = async (how: Dialect['downloads']) => {
		sandbox.setDialect({ downloads: how });
		const { items, error } = await runCase(sandbox, 'download.getVideo', { options: { queryParameters } });
		return items[0] ?? (await Promise.reject<never>(error));
	};
	const [expected, given] = [await download('bytes'), await download(downloads)];
	expect((await bytesOf(given)).equals(await bytesOf(expected))).toBe(true);
	expect((await bytesOf(given)).length).toBe(5_000_003);
	expect(given.binary?.data).toMatchObject({ mimeType: 'video/mp4', fileName: expect.stringMatching(/\.mp4$/) });
});

const PNG = Buffer.from('a picture').toString('base64');
test.each([
	[PNG, 'image/png'],
	[`data:image/svg+xml;base64,${PNG}`, 'image/svg+xml'],
	[`data:;base64,${PNG}`, 'image/png'],
	['', undefined],
	['data:image/png;base64,', undefined],
])('the QR code %s is an image of the type %s', async (base64, mimeType) => {
	sandbox.addFault({ kind: 'raw', body: { qrcode: { base64, code: 'c' } } });
	const { items } = await runCase(sandbox, 'instance.connect');
	expect(items.map(({ binary }) => binary?.qr?.mimeType)).toEqual([mimeType]);
});
