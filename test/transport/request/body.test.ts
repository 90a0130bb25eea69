import { Readable } from 'node:stream';
import { Body } from '../../../nodes/transport/request/body';
import { redactorOf } from '../../../nodes/transport/credentials/credentials';
import { showBody } from '../../../nodes/transport/request/attempt';
import { TimeLimits } from '../../../nodes/transport/request/timeLimits';
import { InstantClock } from '../../support/instantClock';

function open(pieces: Array<string | Uint8Array>, error?: Error, headers: Record<string, string> = {}): Body {
	const limits = new TimeLimits(new InstantClock(), { idleMs: 60_000, totalMs: 60_000 });
	const stream = Readable.from(
		(function* () {
			for (const piece of pieces) yield Buffer.from(piece as string);
			if (error) throw error;
		})(),
		{ objectMode: true },
	);
	return new Body(stream, headers, limits, redactorOf('sk_test_of_units'), 20);
}

describe('a body that is read as text', () => {
	test('may have characters that are split between two pieces', async () => {
		const pieces = [...Buffer.from('"ção 🎬"')].map((byte) => Uint8Array.of(byte));
		expect(await open(pieces).readText()).toBe('"ção 🎬"');
	});

	test.each([['x'.repeat(21)], ['x'.repeat(20), 'x'], ['ç'.repeat(11)]])(
		'cannot be longer than the limit',
		async (...pieces) => {
			await expect(open(pieces).readText()).rejects.toMatchObject({ reason: 'tooLarge' });
		},
	);

	test('of an error response is read as far as it can be', async () => {
		expect(await open(['x'.repeat(30)]).readError()).toHaveLength(30);
		expect(await open(['x'], new Error('It broke')).readError()).toBeUndefined();
	});
});

test('a stream of bytes for a file ends with an error after its maximum', async () => {
	const stream = open(['abc']).toStream(3) as Readable;
	expect(stream.readableObjectMode).toBe(false);
	expect(await stream.toArray()).toEqual([Buffer.from('abc')]);
	const tooLarge = open(['abc']).toStream(2) as Readable;
	await expect(tooLarge.toArray()).rejects.toMatchObject({ reason: 'fileTooLarge' });
});

test('an error shows a body with short texts, at most 1,500 characters, and no key of a link', () => {
	const cut = (text: string, length: number) => `${text.slice(0, length)}… (${text.length} characters)`;
	const [fits, long] = ['x'.repeat(100), 'x'.repeat(101)];
	const shown = `{"n":5,"a":"${fits}","b":"${cut(long, 100)}","c":"?signature=…&a=1"}`;
	expect(showBody({ n: 5, a: fits, b: long, c: '?signature=abc1&a=1' })).toBe(shown);
	expect(showBody([1e99].concat(Array<number>(800).fill(1)))).toMatch(/,1… \(\d{4} characters\)$/);
});
