import type { NextFunction, Request, Response } from 'express';
import { invalid } from '../responses/serviceError';

/** Parses the body, which was read as raw bytes for the log. Rejects the request with 400 if it is not valid JSON. */
export function parseJsonBody(req: Request, res: Response, next: NextFunction): void {
	const text: string = res.locals.entry.rawBody;
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
