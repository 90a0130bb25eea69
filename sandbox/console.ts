import { join } from 'node:path';
import express, { type RequestHandler } from 'express';

/** The page at `/`: three plain files, served as they are. */
export function consolePage(): RequestHandler {
	return express.static(join(__dirname, 'console'), { cacheControl: false, etag: false });
}
