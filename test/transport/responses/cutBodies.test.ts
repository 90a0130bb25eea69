import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { INodeParameters } from 'n8n-workflow';
import { bytesOf, runNode } from '../../support/engine';
import { RawService, useService } from '../../support/service';

/**
 * A server that cuts its first response in every possible way. It compresses although the node asks for `identity`.
 * n8n's helper hides that, and accepts a compressed body that was cut off, so some of these cuts cannot be noticed; see
 * `isHidden`.
 */

const encoders = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
const encodings = ['gzip', 'deflate', 'br', 'none'] as const;
const framings = ['length', 'chunked', 'close'] as const;
/** How a cut response ends: its framing ends properly, or the connection is closed or reset. */
const ends = ['framed', 'closed', 'reset'] as const;

const records = Array.from({ length: 600 }, (_, n) => ({ id: `chat ${n}`, name: `${n * n}`.repeat(n % 90) }));
const bodies = {
	file: { type: 'video/mp4', content: Buffer.from(Array.from({ length: 300_000 }, (_, n) => (n * n) % 251)) },
	list: { type: 'application/json', content: Buffer.from(JSON.stringify({ data: records })) },
	text: { type: 'text/csv', content: Buffer.from(records.map(({ id, name }) => `${id},${name}`).join('\n')) },
};
const parameters: Record<keyof typeof bodies, INodeParameters> = {
	file: { resource: 'download', operation: 'getVideo', messageId: 'm1' },
	list: { resource: 'instance', operation: 'apiRequest', path: '/chats', responseFormat: 'json' },
	text: { resource: 'contact', operation: 'apiRequest', path: '/contacts', responseFormat: 'auto' },
};

interface Cut {
	encoding: (typeof encodings)[number];
	framing: (typeof framings)[number];
	end: (typeof ends)[number];
}

const server = useService(new RawService());

const serve =
	(kind: keyof typeof bodies, { encoding, framing, end }: Cut) =>
	(socket: Socket, isCut: boolean) => {
		const { type, content } = bodies[kind];
		const whole = encoding === 'none' ? content : encoders[encoding](content);
		const sent = isCut ? whole.subarray(0, Math.floor(whole.length / 2)) : whole;
		const announced = isCut && end === 'framed' ? sent.length : whole.length;
		const head = [
			'HTTP/1.1 200 OK',
			`Content-Type: ${type}`,
			'Connection: close',
			...(encoding === 'none' ? [] : [`Content-Encoding: ${encoding}`]),
			...(framing === 'length' ? [`Content-Length: ${announced}`] : []),
			...(framing === 'chunked' ? ['Transfer-Encoding: chunked'] : []),
		].join('\r\n');
		const isEnded = !isCut || end === 'framed';
		const pieces =
			framing === 'chunked' ? [`${sent.length.toString(16)}\r\n`, sent, `\r\n${isEnded ? '0\r\n\r\n' : ''}`] : [sent];
		socket.write(`${head}\r\n\r\n`);
		pieces.forEach((piece) => socket.write(piece));
		if (!isCut || end !== 'reset') return void socket.end();
		// The client must have read the bytes before the reset, which discards what it has not read.
		setTimeout(() => socket.resetAndDestroy(), 50);
	};

const run = async (kind: keyof typeof bodies) =>
	await runNode({ credentials: server.credentials('sk_test_of_cuts'), parameters: parameters[kind] });
const received = async (kind: keyof typeof bodies, { items }: Awaited<ReturnType<typeof run>>) => {
	if (kind === 'file') return await bytesOf(items[0]!);
	if (kind === 'text') return Buffer.from(String(items[0]?.json.value));
	return Buffer.from(JSON.stringify({ data: items.map(({ json }) => json) }));
};

const kinds = ['file', 'list', 'text'] as const;
const cuts = kinds.flatMap((kind) =>
	encodings.flatMap((encoding) => framings.flatMap((framing) => ends.map((end) => ({ kind, encoding, framing, end })))),
);
/**
 * Nothing shows that these files and texts are cut: their framing ends as it should, or n8n's helper does not report
 * the reset of a connection that delimits the body. Compressed ones have another length than announced. JSON shows it
 * by its syntax.
 */
const isHidden = ({ kind, encoding, framing, end }: Cut & { kind: string }) =>
	kind !== 'list' && (framing === 'close' || (end === 'framed' && (framing === 'chunked' || encoding === 'none')));

/** Without FULL=1, a third of all combinations, among them every pair of an encoding, a framing and an end. */
const isTested = ({ encoding, framing, end }: Cut) =>
	process.env.FULL !== undefined ||
	(encodings.indexOf(encoding) + framings.indexOf(framing) + ends.indexOf(end)) % 3 === 0;

test.each(cuts.filter((cut) => !isHidden(cut) && isTested(cut)))(
	'a $kind ($encoding, $framing) that is cut ($end) is requested again and returned whole',
	async (cut) => {
		// Later responses are not compressed, as the node asked.
		server.respond = (socket) => {
			const isFirst = server.requests.length === 1;
			serve(cut.kind, isFirst ? cut : { ...cut, encoding: 'none' })(socket, isFirst);
		};
		const result = await run(cut.kind);
		expect(result.error).toBeUndefined();
		expect(server.requests).toHaveLength(2);
		expect((await received(cut.kind, result)).equals(bodies[cut.kind].content)).toBe(true);
	},
);

/** A compressed file or text of a known length cannot be told from one that was cut off. */
const isRefused = ({ kind, encoding, framing }: Omit<Cut, 'end'> & { kind: string }) =>
	kind !== 'list' && encoding !== 'none' && framing === 'length';

test.each(
	kinds
		.flatMap((kind) => encodings.map((encoding) => ({ kind, encoding, framing: 'length' as const })))
		.filter(isRefused),
)(
	'a $kind ($encoding) whose length does not fit is an error, since it may have been cut off',
	async ({ kind, encoding, framing }) => {
		server.respond = (socket) => serve(kind, { encoding, framing, end: 'framed' })(socket, false);
		const { error, items } = await run(kind);
		expect(error?.message).toBe('The response does not have the length that it announces');
		expect(items).toEqual([]);
	},
);

test.each(kinds.flatMap((kind) => encodings.map((encoding) => ({ kind, encoding }))))(
	'a whole $kind ($encoding) is returned after one request, which asks for no compression',
	async ({ kind, encoding }) => {
		for (const framing of framings) {
			if (isRefused({ kind, encoding, framing })) continue;
			server.requests.length = 0;
			server.respond = (socket) => serve(kind, { encoding, framing, end: 'framed' })(socket, false);
			const result = await run(kind);
			expect(result.error).toBeUndefined();
			expect((await received(kind, result)).equals(bodies[kind].content)).toBe(true);
			expect(server.requests).toEqual([expect.stringMatching(/\r\naccept-encoding: identity\r\n/i)]);
		}
	},
);
