import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { invalid } from '../responses/serviceError';

/** Reads the body as raw bytes, for the log. Rejects the request with 413 if it is too large. */
export const readBody: RequestHandler = express.raw({ type: () => true, limit: '64mb' });

/** Parses the body, which was read as raw bytes. Rejects the request with 400 if it is not valid JSON. */
export function parseJsonBody(req: Request, _res: Response, next: NextFunction): void {
	const text = Buffer.isBuffer(req.body) ? req.body.toString('utf8') : '';
	if (text === '') {
		req.body = undefined;
		// Some clients send a content type without a body, which is harmless.
		delete req.headers['content-type'];
	} else if (req.is('json') !== false) {
		try {
			req.body = JSON.parse(text);
		} catch {
			throw invalid('The body is not valid JSON');
		}
	}
	next();
}
