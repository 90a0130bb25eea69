import type { NextFunction, Request, Response } from 'express';
import { Failure } from '../responses/serviceError';
import { isAllowed, isValid } from './keys';

/** Responds with 401 unless the key is valid. These requests do not count towards a rate limit. */
export function authenticate(req: Request, res: Response, next: NextFunction): void {
	const header = req.headers.authorization;
	if (header === undefined) throw new Failure(401, 'MISSING_AUTH', 'The Authorization header is missing');
	const key = keyIn(header);
	if (key === null) throw new Failure(401, 'UNAUTHORIZED', 'The Authorization header must be "Bearer" and an API key');
	if (!isValid(key)) throw new Failure(401, 'UNAUTHORIZED', 'The API key is invalid, expired or revoked');
	res.locals.key = key;
	next();
}

/** Checks the key's permissions before the request is validated. */
export function authorise(req: Request, res: Response, next: NextFunction): void {
	if (!isAllowed(res.locals.key, req.method, res.locals.entry.path)) {
		throw new Failure(403, 'INSUFFICIENT_PERMISSIONS', 'The API key lacks the permission for this action');
	}
	next();
}

/** The key in an Authorization header, or null if it is not a bearer header. */
export function keyIn(header: string | undefined): string | null {
	return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? null;
}
