import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../tools/sandbox';
import { binaryData, type RunSettings, storedFile } from '../../support/engine';
import { expectLines } from '../../support/project';
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

const notBase64 = ['Hello, world!', '12345'];
const notImages = ['video/mp4', 'VIDEO/MP4', 'text/csv', 'font/woff', 'image'];

test('a file that cannot be sent is an error of its item and field, and nothing is sent', async () => {
	const bad: Files = [
		{},
		null as never,
		{ first: inItem(PICTURE).data, second: inItem(PICTURE).data },
		inItem(Buffer.alloc(0)),
		...notBase64.map(inText),
		{ data: { data: 7 as never, mimeType: 'image/png' } },
		inItem(Buffer.alloc(1_100_000)),
		...notImages.map((type) => inItem(PICTURE, type)),
		{ data: { id: 'filesystem-v2:workflows/test/gone', data: '', mimeType: 'image/png' } },
	];
	const lines: string[] = [];
	for (const [n, file] of bad.entries()) {
		const files = [0, 1, 2].map((index) => (index === n % 3 ? file : inItem(PICTURE)));
		const { error } = await sendFiles(files, { options: { maxFileSize: 1 } });
		expect(error?.context?.itemIndex).toBe(n % 3);
		const advice = error?.description?.replace(/ Nothing was sent\..*/, '');
		lines.push(`${JSON.stringify(file).slice(0, 80)}: ${error?.message} | ${advice}`);
	}
	const { error } = await sendFiles([inItem(PICTURE)], { options: { maxFileSize: '={{ "big" }}' } });
	expectLines('run/sending/badFiles.txt', [...lines, `${error?.message} | ${error?.description}`]);
	expect(sandbox.log).toEqual([]);
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
