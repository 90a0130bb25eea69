import type { Readable } from 'node:stream';
import { createGunzip, createInflate } from 'node:zlib';
import { parseIncomingMessage } from '@n8n/backend-network';
import type { Request } from 'express';

/** N8N_PAYLOAD_SIZE_MAX, here smaller than n8n's 16 MB. */
export const PAYLOAD_SIZE_MAX = 100_000;

/** What n8n does with the body of a request before it calls the node: its body-parser.js and webhook-helpers.js. */
export async function prepareBody(req: Request): Promise<void> {
	parseIncomingMessage(req);
	const parsed = req as Request & { contentType?: string; rawBody?: Buffer };
	const readRawBody = async () => {
		if (parsed.rawBody !== undefined) return;
		if (req.destroyed || !req.readable) throw new Error('Request body stream is not readable');
		parsed.rawBody = await readStream(decoded(req));
	};
	Object.assign(req, { readRawBody });
	const { contentType } = parsed;
	// n8n parses a form from the stream, whose bytes are then gone.
	if (contentType === 'multipart/form-data') await readStream(req);
	if (contentType === 'application/json') {
		await readRawBody();
		if (parsed.rawBody?.length) req.body = JSON.parse(String(parsed.rawBody)) as unknown;
	}
}

function decoded(req: Request): Readable {
	const encoding = req.headers['content-encoding'];
	if (encoding === 'gzip') return req.pipe(createGunzip());
	return encoding === 'deflate' ? req.pipe(createInflate()) : req;
}

async function readStream(stream: Readable): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of stream) {
		chunks.push(chunk as Buffer);
		size += (chunk as Buffer).length;
		if (size > PAYLOAD_SIZE_MAX) throw Object.assign(new Error('request entity too large'), { status: 413 });
	}
	return Buffer.concat(chunks);
}
