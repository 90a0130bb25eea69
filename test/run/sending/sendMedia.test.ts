import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../tools/sandbox';
import { binaryData, type RunSettings, storedFile } from '../../support/engine';
import { runCase } from '../support/runCase';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

const PICTURE = Buffer.from('a picture\u0000\u00ff', 'latin1');
const inItem = (content: Buffer, mimeType = 'image/png', fileName = 'a.png') => ({
	data: { data: content.toString('base64'), mimeType, fileName },
});

type Files = NonNullable<RunSettings['files']>;

async function sendFiles(files: Files, changes: INodeParameters = {}, more: Partial<RunSettings> = {}) {
	const inItem = { mediaType: 'image', mediaSource: 'binary', binaryPropertyName: 'data' };
	const items = files.map((_file, n) => ({ n }));
	const given = { ...inItem, fileName: '', replyTo: '', ...changes };
	return await runCase(sandbox, 'message.sendMedia', given, { items, files, ...more });
}

const contents = () => sandbox.log.map(({ body }) => (body as { content: IDataObject }).content);
const isOther = (type: string) => `The file is of the type ${type}, but Media Type is image`;
const BASE64 = PICTURE.toString('base64');

beforeAll(async () => await binaryData('filesystem'));
afterAll(async () => await binaryData('default'));

test("a file in n8n's store and a file in the item are sent with name, type and caption", async () => {
	const stored = await storedFile(PICTURE, 'stored.png', 'image/png');
	expect(stored.id).toMatch(/^filesystem/);
	const { error, items } = await sendFiles([{ data: stored }, inItem(PICTURE)]);
	expect(error).toBeUndefined();
	const content = (fileName: string) => ({ base64: BASE64, caption: 'Our menu', fileName, mimetype: 'image/png' });
	expect(contents()).toEqual([content('stored.png'), content('a.png')]);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
});

const inText = (data: string) => ({ data: { data, mimeType: 'image/png' } });

describe.each([0, 1, 2])('if the file of item %i of 3', (bad) => {
	const withBad = (file: INodeExecutionData['binary']) => [0, 1, 2].map((n) => (n === bad ? file : inItem(PICTURE)));

	test.each<[string, INodeExecutionData['binary'], string]>([
		['is missing', {}, 'The input item has no file "data"'],
		['is empty', inItem(Buffer.alloc(0)), 'The file "data" is empty'],
		...['Hello, world!', 'Hello world', '12345'].map((data): [string, INodeExecutionData['binary'], string] => [
			`is the text ${data}`,
			inText(data),
			'The content of the file "data" is not base64',
		]),
		['is in an item with null', null as never, 'The input item has no file "data"'],
		[
			'is too large',
			inItem(Buffer.alloc(1_100_000)),
			'The file "data" is too large: it has 1.1 MB, and the maximum is 1 MB',
		],
		...['video/mp4', 'VIDEO/MP4', 'text/csv', 'application/pdf', 'font/woff'].map(
			(type): [string, INodeExecutionData['binary'], string] => [
				`is of the type ${type}`,
				inItem(PICTURE, type),
				isOther(type),
			],
		),
		[
			'is gone from the store',
			{ data: { id: 'filesystem-v2:workflows/test/gone', data: '', mimeType: 'image/png' } },
			'n8n cannot read the file "data"',
		],
	])('%s, nothing is sent, and the error names item and field', async (_title, file, message) => {
		const { error } = await sendFiles(withBad(file), { options: { maxFileSize: 1 } });
		const label = message.includes('Media Type') ? 'Media Type' : 'Input Data Field Name';
		expect(error?.message).toBe(`${message} (field "${label}")`);
		expect(error?.context?.itemIndex).toBe(bad);
		expect(sandbox.log).toEqual([]);
	});
});

test('a data URI in an item is sent as the file that it contains', async () => {
	const { error } = await sendFiles([inText(`data:image/png;base64,${BASE64}`)]);
	expect(error).toBeUndefined();
	expect(contents()).toMatchObject([{ base64: BASE64 }]);
});

test.each<[string, INodeParameters]>([
	['Caption', { caption: '={{ $json.n ? { a: 1 } : "Hi" }}' }],
	['File Name', { fileName: '={{ $json.n ? $now : "a.png" }}' }],
	['Reply To Message ID', { replyTo: '={{ $json.n ? [1] : "M1" }}' }],
])('if %s is unusable for the second item, nothing is sent', async (label, changes) => {
	const { error } = await sendFiles([inItem(PICTURE), inItem(PICTURE)], changes);
	expect(error?.message).toContain(`field "${label}"`);
	expect(error?.context?.itemIndex).toBe(1);
	expect(sandbox.log).toEqual([]);
});

test('audio has no caption if the media type is an expression, and types may be in capitals', async () => {
	const changes = { mediaType: '={{ $json.n ? "audio" : "image" }}' };
	const { error } = await sendFiles([inItem(PICTURE), inItem(PICTURE, 'AUDIO/OGG')], changes);
	expect(error).toBeUndefined();
	expect(contents().map(({ caption }) => caption)).toEqual(['Our menu', undefined]);
});

describe('a URL', () => {
	const sendUrl = async (mediaUrl: string, baseUrl?: string) => {
		const credentials = { ...credentialsFor(sandbox), ...(baseUrl && { baseUrl }) };
		const changes = { mediaSource: 'url', mediaUrl: '={{ $json.url }}' };
		return await sendFiles([], changes, {
			credentials,
			items: ['https://files.example/My photo.png', mediaUrl].map((url) => ({ url })),
		});
	};

	test.each([
		['http://localhost:8080/a.png', 'localhost:8080'],
		['http://[::ffff:10.0.0.5]/a.png', '[::ffff:a00:5]'],
	])('of the private host %s is refused if the service is public', async (url, host) => {
		const { error } = await sendUrl(url, 'https://service.example.com/api/v2');
		expect(error?.message).toBe(`The service cannot access ${host} (field "Media URL")`);
		expect(error?.context?.itemIndex).toBe(1);
	});

	test('of a private host is sent if the service is local, with umlauts as they are and spaces encoded', async () => {
		const { error } = await sendUrl('http://192.168.0.5/ü.png');
		expect(error).toBeUndefined();
		expect(contents().map(({ url }) => url)).toEqual([
			'https://files.example/My%20photo.png',
			'http://192.168.0.5/ü.png',
		]);
	});
});

test.each([
	['data', [0, 1]],
	['other', [0, 0, 1]],
])('a retry that sends the file "%s" sends the items %j', async (binaryPropertyName, sent) => {
	const fileOf = (content: string) => ({
		data: Buffer.from(content).toString('base64'),
		mimeType: 'image/png',
		fileName: 'a',
	});
	const files = [0, 1].map((n) => ({ data: fileOf(`first ${n}`), other: fileOf(`other ${n}`) }));
	const sendBoth = async (more: Partial<RunSettings>, name = 'data') => {
		const changes = { mediaSource: 'binary', mediaType: 'image', binaryPropertyName: name };
		return await runCase(sandbox, 'message.sendMedia', changes, {
			items: [{ n: 0 }, { n: 1 }],
			files,
			...more,
		} as never);
	};
	sandbox.addFault({ kind: 'status', status: 400, path: '/messages', skip: 1 });
	const { run: retryOf } = await sendBoth({});
	await sendBoth({ retryOf }, binaryPropertyName);
	const contents = sandbox.ledger.map(({ body }) => JSON.stringify(body));
	const number = (body: string) =>
		Number(/(?:first|other) (\d)/.exec(String(Buffer.from(/"base64":"([^"]*)/.exec(body)?.[1] ?? '', 'base64')))?.[1]);
	expect(contents.map(number)).toEqual(sent);
});
