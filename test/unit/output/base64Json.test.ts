import { Readable } from 'node:stream';
import fc from 'fast-check';
import { extractBase64 } from '../../../nodes/MessagingIntegration/output/base64Json';

/** In base64 longer than a piece plus the 64 KiB from which a string counts as a file: the limit is checked at the end of a piece. */
const bytes = (length: number) =>
	Buffer.from(Array.from({ length }, (_, n) => (n * 7 + (n >> 8)) % 256));
const LONG = 100 * 1024;
const file = bytes(LONG);

/** Reads a text that arrives in pieces of these sizes, over and over; Node's pieces have at most 64 KiB. */
async function open(text: string, sizes: number[] = [16 * 1024]) {
	const whole = Buffer.from(text);
	const pieces: Buffer[] = [];
	for (let at = 0, n = 0; at < whole.length; n += 1) {
		const size = Math.max(1, sizes[n % sizes.length] as number);
		pieces.push(whole.subarray(at, at + size));
		at += size;
	}
	const {
		content,
		text: rest,
		mimeType,
		isInvalid,
	} = await extractBase64(Readable.from(pieces) as never);
	const chunks: Buffer[] = [];
	for await (const chunk of content ?? []) chunks.push(chunk);
	expect(chunks.map(({ length }) => length)).not.toContain(0);
	return {
		file: content && Buffer.concat(chunks),
		pieces: chunks.length,
		json: rest(),
		mimeType,
		isInvalid: isInvalid(),
	};
}

const sizes = fc.array(
	fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1_000, max: 65_536 })),
	{ minLength: 1, maxLength: 5 },
);

test('the file arrives byte for byte, and the rest of the JSON without it, however the response is split', async () => {
	await fc.assert(
		fc.asyncProperty(
			sizes,
			fc.nat(3),
			fc.constantFrom('base64', 'base64url'),
			fc.boolean(),
			async (cut, more, encoding, escaped) => {
				const whole = bytes(LONG + more);
				let text = whole.toString(encoding as 'base64');
				// JSON may escape any character; some servers escape the slash, others break lines.
				if (escaped)
					text = text
						.replace(/(.{76})/g, '$1\\r\\n')
						.replaceAll('/', '\\/')
						.replaceAll('+', '\\u002B');
				const json = `{"a \\"b\\\\": "ü\\"", "data": "${text}", "type": "video/mp4", "n": [1, "\\""]}`;
				const result = await open(json, cut);
				expect(result.file?.equals(whole)).toBe(true);
				expect(result.isInvalid).toBe(false);
				expect(JSON.parse(result.json)).toEqual({
					'a "b\\': 'ü"',
					data: '',
					type: 'video/mp4',
					n: [1, '"'],
				});
				expect(result.mimeType).toBeUndefined();
			},
		),
		{ numRuns: 30 },
	);
});

test('JSON without a file is read unchanged, however it is split', async () => {
	await fc.assert(
		fc.asyncProperty(fc.json(), sizes, async (json, cut) => {
			const result = await open(json, cut);
			expect(result.file).toBeUndefined();
			expect(JSON.parse(result.json)).toEqual(JSON.parse(json));
		}),
		{ numRuns: 200 },
	);
});

test('the file is decoded as it arrives', async () => {
	const { pieces } = await open(JSON.stringify({ data: file.toString('base64') }));
	// The first is long enough to show that it is a file.
	expect(pieces).toBeGreaterThan(4);
});

test.each([
	['data:video/mp4;base64,', 'video/mp4'],
	['data:audio/ogg; codecs=opus;base64,', 'audio/ogg'],
	['data:;base64,', undefined],
	['data:image/svg+xml;base64,', 'image/svg+xml'],
	['data:video/webm;codecs=vp8,opus;base64,', 'video/webm'],
])('the data: prefix (%s) is not part of the file', async (prefix, mimeType) => {
	const result = await open(JSON.stringify({ data: prefix + file.toString('base64') }));
	expect(result.file?.equals(file)).toBe(true);
	expect(result.mimeType).toBe(mimeType);
});

test('the MIME type of a data: prefix may have an escaped slash', async () => {
	const result = await open(`{"data":"data:video\\/mp4;base64,${file.toString('base64')}"}`);
	expect(result.mimeType).toBe('video/mp4');
	expect(result.file?.equals(file)).toBe(true);
});

test.each([
	'"thumb":',
	'"thumbnail" : ',
	'"jpegThumbnail":\n',
	'"video_preview":',
	'"profileIcon":',
	'"AVATAR":',
	'"qrcodeImage"\t:',
])('a picture under the name %s is not the file, but what follows is', async (name) => {
	const picture = bytes(80 * 1024).toString('base64');
	const result = await open(`{${name}"${picture}","data":"${file.toString('base64')}"}`);
	expect(result.file?.equals(file)).toBe(true);
	expect(result.json).toBe(`{${name}"${picture}","data":""}`);
});

test.each([
	['an earlier field is a short preview', '"thumbnail":"AAAA","data":'],
	['a text contains the word', '"note":"thumb","data":'],
	['the picture has its own object', '"thumbnail":{"data":'],
])('a file is found if %s', async (_what, before) => {
	const end = before.includes('{') ? '}' : '';
	const result = await open(`{${before}"${file.toString('base64')}"${end}}`);
	expect(result.file?.equals(file)).toBe(true);
});

test.each([
	['an empty string first', { '': 1 }],
	['an odd number of quotes in strings', { note: 'one " more' }],
	['a backslash at the end of a string', { note: 'C:\\' }],
])('a file after %s is found', async (_what, prefix) => {
	for (const cut of [undefined, [...Array<number>(60).fill(1), 16_384]]) {
		const result = await open(JSON.stringify({ ...prefix, data: file.toString('base64') }), cut);
		expect(result.file?.equals(file)).toBe(true);
		expect(JSON.parse(result.json)).toEqual({ ...prefix, data: '' });
	}
});

test('a piece may begin with the quote that ends the file', async () => {
	const text = file.toString('base64');
	const result = await open(`{"data":"${text}","type":"video/mp4"}`, [
		'{"data":"'.length + text.length,
		100,
	]);
	expect(result.file?.equals(file)).toBe(true);
	expect(result.json).toBe('{"data":"","type":"video/mp4"}');
});

test.each([0, 1, 2, 3, 4, 5, 6])('a piece may end %i characters into an escape', async (into) => {
	const text = 'AAAA'.repeat(20_000);
	const result = await open(`{"data":"${text}\\u002BAAA"}`, [
		'{"data":"'.length + text.length + into,
		...Array<number>(20).fill(1),
	]);
	expect(result.file?.equals(Buffer.from(`${text}+AAA`, 'base64'))).toBe(true);
});

test.each([
	['a long text that is not base64', `${'word, '.repeat(20_000)}`],
	['a short base64 text', bytes(40 * 1024).toString('base64')],
	['a text that only begins like base64', `${'A'.repeat(60_000)}!${'A'.repeat(60_000)}`],
	['a prefix that is too long', `data:${'a'.repeat(300)};base64,${file.toString('base64')}`],
	['a prefix without base64', `data:,${file.toString('base64')}`],
])('%s stays in the JSON', async (_what, data) => {
	const json = JSON.stringify({ before: 1, data, after: 'x' });
	for (const cut of [[1_000], [16_384], [65_536]]) {
		const result = await open(json, cut);
		expect(result.file).toBeUndefined();
		expect(result.json).toBe(json);
	}
});

test('a string above the limit is a file, one at the limit is not', async () => {
	const text = 'A'.repeat(64 * 1024);
	expect((await open(JSON.stringify({ data: text }), [100])).file).toBeUndefined();
	expect((await open(`{"data": "${text}`, [100])).file).toBeUndefined();
	expect((await open(`{"data": "${text}AAAA`, [100])).file).toHaveLength((64 * 1024 + 4) * 0.75);
});

test('a file after a long text is found, and a truncated file is returned as far as it arrived', async () => {
	const json = JSON.stringify({ note: 'word, '.repeat(20_000), data: file.toString('base64') });
	const result = await open(json, [4_096]);
	expect(result.file?.equals(file)).toBe(true);
	expect(JSON.parse(result.json)).toMatchObject({ data: '' });
	const cutOff = await open(`{"data": "${file.toString('base64')}`);
	expect(cutOff.file?.equals(file)).toBe(true);
	expect(() => JSON.parse(cutOff.json) as unknown).toThrow();
});

describe('a long text that begins like base64', () => {
	const text = bytes(99 * 1024).toString('base64');

	test.each([
		['another character', `${text}!${text}`],
		['padding before its end', `${text}QQ==${text}`],
		['a text after the padding', `${text}QQ==\\nA`],
		['three padding characters', `${text}Q===`],
		['another character at its end', `${text}QQ!`],
	])('is invalid if it contains %s, however it is split', async (_what, data) => {
		for (const size of [999, 1000, 1001, 16_384, 65_536])
			expect((await open(`{"data":"${data}"}`, [size])).isInvalid).toBe(true);
	});

	test.each([
		['padding', `${text}QQ==`],
		['padding and a line break', `${text}QQ==\\n`],
		['padding that is escaped', `${text}QQ\\u003d\\u003D`],
		['no padding', `${text}QQ`],
	])('is a file if it ends with %s, however it is split', async (_what, data) => {
		for (const size of [1, 999, 1000, 1001, 16_384, 65_536]) {
			const result = await open(`{"data":"${data}"}`, [size]);
			expect(result.isInvalid).toBe(false);
			expect(result.file?.equals(Buffer.from(`${text}QQ==`, 'base64'))).toBe(true);
		}
	});
});
