import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip, createInflate } from 'node:zlib';
import { parseIncomingMessage } from '@n8n/backend-network';
import type { Request } from 'express';

/** N8N_PAYLOAD_SIZE_MAX, here smaller than n8n's 16 MB. */
export const PAYLOAD_SIZE_MAX = 100_000;

/** What n8n does with the body of a request before and after it calls the node: its body-parser.js and webhook-helpers.js. */
export async function prepareBody(req: Request): Promise<{ cleanUp: () => Promise<void> }> {
	parseIncomingMessage(req);
	const parsed = req as Request & { contentType?: string; rawBody?: Buffer };
	const readRawBody = async () => {
		if (parsed.rawBody !== undefined) return;
		if (req.destroyed || !req.readable) throw new Error('Request body stream is not readable');
		parsed.rawBody = await readStream(decoded(req));
	};
	Object.assign(req, { readRawBody });
	const { contentType } = parsed;
	if (contentType === 'multipart/form-data') return await parseForm(req);
	if (contentType === 'application/json') {
		await readRawBody();
		if (parsed.rawBody?.length) req.body = JSON.parse(String(parsed.rawBody)) as unknown;
	}
	return { cleanUp: async () => {} };
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
		if (size > PAYLOAD_SIZE_MAX)
			throw Object.assign(new Error('request entity too large'), { status: 413 });
	}
	return Buffer.concat(chunks);
}

/** n8n hands on the fields, and the files under temporary names. A value that is not repeated is no list. */
async function parseForm(req: Request): Promise<{ cleanUp: () => Promise<void> }> {
	const headers = { 'content-type': String(req.headers['content-type']) };
	const body = new Uint8Array(await readStream(req));
	const form = await new Response(body, { headers }).formData();
	const folder = await mkdtemp(join(tmpdir(), 'form-'));
	const data: Record<string, unknown[]> = {};
	const files: Record<string, unknown[]> = {};
	for (const [name, value] of form as unknown as Iterable<[string, string | File]>) {
		if (typeof value === 'string') {
			(data[name] ??= []).push(value);
			continue;
		}
		const filepath = join(folder, randomUUID());
		await writeFile(filepath, Buffer.from(await value.arrayBuffer()));
		(files[name] ??= []).push({ filepath, originalFilename: value.name, mimetype: value.type });
	}
	const flat = (values: Record<string, unknown[]>) =>
		Object.fromEntries(
			Object.entries(values).map(([name, list]) => [name, list.length === 1 ? list[0] : list]),
		);
	req.body = { data: flat(data), files: flat(files) };
	return { cleanUp: async () => await rm(folder, { recursive: true }) };
}
