import { createReadStream, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** A file of a message. This folder knows nothing of the rest of the sandbox. */
export interface Media {
	fileName: string;
	mimetype: string;
	/** A file on disk, its bytes, or the number of bytes to generate. */
	source: { path: string } | { bytes: Buffer } | { size: number };
}

const kinds = {
	video: { mimetype: 'video/mp4', extension: 'mp4', path: join(__dirname, 'clip.mp4') },
	audio: { mimetype: 'audio/ogg', extension: 'ogg', path: join(__dirname, 'voice.ogg') },
	image: { mimetype: 'image/png', extension: 'png', path: join(__dirname, 'picture.png') },
	document: {
		mimetype: 'application/pdf',
		extension: 'pdf',
		path: join(__dirname, 'document.pdf'),
	},
};

export type MediaKind = keyof typeof kinds;

/** Whether messages of a type have a file here. */
export function isMediaKind(type: string): type is MediaKind {
	return Object.hasOwn(kinds, type);
}

/** Returns the file of a message or, if a size in bytes is given, a generated file of that size for benchmarks. */
export function mediaOf(kind: MediaKind, messageId: string, size?: number): Media {
	const { mimetype, extension, path } = kinds[kind];
	return {
		fileName: `${messageId}.${extension}`,
		mimetype,
		source: size === undefined ? { path } : { size },
	};
}

/** Streams the file as the response. */
export async function sendBytes(res: Response, media: Media): Promise<void> {
	res.attachment(media.fileName);
	res.setHeader('Content-Type', media.mimetype);
	// The sender decides about the type, and a page of the sender must not run here.
	res.setHeader('X-Content-Type-Options', 'nosniff');
	res.setHeader('Content-Length', lengthOf(media));
	await pipe(streamOf(media), res);
}

/** Returns the whole file as base64. */
export function toBase64(media: Media): string {
	const { source } = media;
	if ('path' in source) return readFileSync(source.path, 'base64');
	return ('bytes' in source ? source.bytes : Buffer.alloc(source.size, pattern)).toString('base64');
}

/** The size of a file in bytes. */
export function lengthOf({ source }: Media): number {
	if ('bytes' in source) return source.bytes.length;
	return 'path' in source ? statSync(source.path).size : source.size;
}

function streamOf({ source }: Media): Readable {
	if ('path' in source) return createReadStream(source.path);
	return Readable.from('bytes' in source ? [source.bytes] : generateBytes(source.size));
}

const pattern = 'made-up bytes\n';
const chunkOfPattern = Buffer.alloc(256 * 1024 - ((256 * 1024) % pattern.length), pattern);

function* generateBytes(size: number): Generator<Buffer> {
	for (let left = size; left > 0; left -= chunkOfPattern.length)
		yield left >= chunkOfPattern.length ? chunkOfPattern : chunkOfPattern.subarray(0, left);
}

async function pipe(from: Readable, res: Response): Promise<void> {
	try {
		await pipeline(from, res);
	} catch (error) {
		// The client may disconnect early.
		if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE' && !res.destroyed) throw error;
	}
}
