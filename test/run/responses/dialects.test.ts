import type { INodeExecutionData } from 'n8n-workflow';
import type { DialectName, Sandbox } from '../../../tools/sandbox';
import { bytesOf } from '../../support/engine';
import { runCase } from '../support/runCase';
import { idsOf } from '../../support/ids';
import { setUpSandbox } from '../../support/setUpSandbox';

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started), { now: () => Date.UTC(2026, 0, 10) });

/** Values that the service generates. */
const MADE_UP = new Set(['id', 'fileSize']);

async function outputOf(name: string, dialect: DialectName) {
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

const OPERATIONS = [
	'instance.getAll',
	'instance.getHistory',
	'instance.create',
	'instance.connect',
	'instance.getStatus',
	'instance.getUserInfo',
	'message.send',
	'chat.getAll',
	'chat.getMessages',
	'group.create',
	'webhook.getAll',
	'webhook.create',
	'download.getVideo',
	'download.getAudio',
];

/** What the reference does not promise is missing in the dialect. */
const ABSENT: Record<string, string[]> = {
	'sparse webhook.getAll': ['headers', 'secret'],
	'sparse webhook.create': ['headers', 'secret'],
};

test.each(OPERATIONS.flatMap((name) => (['wrapped', 'sparse'] as const).map((dialect) => [name, dialect] as const)))(
	'%s returns the same output from a service of the dialect %s as from the documented one',
	async (name, dialect) => {
		const expected = await outputOf(name, 'documented');
		for (const { json } of expected) for (const key of ABSENT[`${dialect} ${name}`] ?? []) delete json[key];
		expect(expected.length).toBeGreaterThan(0);
		expect(await outputOf(name, dialect)).toEqual(expected);
	},
);

test.each([
	['chat.archive', ['chatId', 'archive']],
	['group.updateSettings', []],
	['group.addParticipants', ['groupId', 'participants']],
	['group.updatePhoto', ['groupId', 'photoUrl']],
	['group.setAnnouncement', []],
	['group.setEphemeral', []],
])("%s passes on the service's message, or says that it succeeded, after %j of the request", async (name, names) => {
	const { group: groupId, chat: chatId } = idsOf(sandbox);
	const participants = ['+5511987654321', '+5521912345678'];
	const sent = { groupId, chatId, participants, archive: false, photoUrl: 'https://pictures.example/a.jpg' };
	const echo = Object.fromEntries(Object.entries(sent).filter(([each]) => names.includes(each)));
	const message = expect.any(String) as string;
	const outputs = [
		['documented', { message }],
		['wrapped', { success: true }],
		['sparse', { success: true }],
	] as const;
	for (const [dialect, record] of outputs)
		expect((await outputOf(name, dialect)).map(({ json }) => json)).toEqual([{ ...echo, ...record }]);
});

test('a file of several MB as base64 arrives byte for byte', async () => {
	const queryParameters = { parameters: [{ name: 'size', value: '5000003' }] };
	const download = async (downloads: 'bytes' | 'base64') => {
		sandbox.setDialect({ downloads });
		const { items, error } = await runCase(sandbox, 'download.getVideo', { options: { queryParameters } });
		return items[0] ?? (await Promise.reject<never>(error));
	};
	const [expected, given] = [await download('bytes'), await download('base64')];
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
