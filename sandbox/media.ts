import { createReadStream, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

export interface Media {
	fileName: string;
	mimetype: string;
	/** The file, or as many made-up bytes. */
	source: { path: string } | { size: number };
}

const kinds = {
	video: { mimetype: 'video/mp4', ending: 'mp4', path: join(__dirname, 'media', 'clip.mp4') },
	audio: { mimetype: 'audio/ogg', ending: 'ogg', path: join(__dirname, 'media', 'voice.ogg') },
};

export type MediaKind = keyof typeof kinds;

/** The file of a message; a size asks for that many made-up bytes instead, for benchmarks. */
export function mediaOf(kind: MediaKind, messageId: string, size?: number): Media {
	const { mimetype, ending, path } = kinds[kind];
	return { fileName: `${messageId}.${ending}`, mimetype, source: size === undefined ? { path } : { size } };
}

/** Sends the bytes as they are, without ever holding them all. */
export async function sendBytes(res: Response, media: Media): Promise<void> {
	res.setHeader('Content-Type', media.mimetype);
	res.setHeader('Content-Disposition', `attachment; filename="${media.fileName}"`);
	res.setHeader('Content-Length', lengthOf(media));
	await send(streamOf(media), res);
}

/** Sends the bytes as base64 within a JSON object, piece by piece. */
export async function sendBase64(res: Response, media: Media, name: 'base64' | 'data', prefix: string): Promise<void> {
	const rest = name === 'base64' ? `,"mimetype":${JSON.stringify(media.mimetype)},"fileName":${JSON.stringify(media.fileName)}` : '';
	res.setHeader('Content-Type', 'application/json; charset=utf-8');
	async function* text() {
		yield `{"${name}":"${prefix}`;
		// Three bytes are four letters: only whole threes can be turned into letters by themselves.
		let carried = Buffer.alloc(0);
		for await (const chunk of streamOf(media)) {
			const bytes = carried.length === 0 ? chunk : Buffer.concat([carried, chunk]);
			const whole = bytes.length - (bytes.length % 3);
			yield bytes.toString('base64', 0, whole);
			carried = Buffer.from(bytes.subarray(whole));
		}
		yield `${carried.toString('base64')}"${rest}}`;
	}
	await send(Readable.from(text()), res);
}

/** The whole file in base64: for answers that are validated before they are sent. */
export function asBase64(media: Media): string {
	return 'path' in media.source ? readFileSync(media.source.path, 'base64') : Buffer.alloc(media.source.size, pattern).toString('base64');
}

function lengthOf({ source }: Media): number {
	return 'path' in source ? statSync(source.path).size : source.size;
}

function streamOf({ source }: Media): Readable {
	return 'path' in source ? createReadStream(source.path) : Readable.from(madeUp(source.size));
}

const pattern = 'made-up bytes\n';
const piece = Buffer.alloc(256 * 1024 - ((256 * 1024) % pattern.length), pattern);

function* madeUp(size: number): Generator<Buffer> {
	for (let left = size; left > 0; left -= piece.length) yield left >= piece.length ? piece : piece.subarray(0, left);
}

async function send(from: Readable, res: Response): Promise<void> {
	try {
		await pipeline(from, res);
	} catch (error) {
		// A client that goes away in the middle is its own business.
		if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE' && !res.destroyed) throw error;
	}
}
