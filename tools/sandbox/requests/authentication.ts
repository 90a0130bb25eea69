import type { NextFunction, Request, Response } from 'express';
import { ServiceError } from '../responses/serviceError';
import { isAllowed, isValid } from './keys';

/** This folder has what happens to a request before its route: log, key, rate limit, body, parameters, records. */

/** Rejects the request with 401 unless its key is valid. Such requests do not count towards a rate limit. */
export function authenticate(req: Request, res: Response, next: NextFunction): void {
	const header = req.headers.authorization;
	if (header === undefined) throw new ServiceError(401, 'MISSING_AUTH', 'The Authorization header is missing');
	const key = bearerKey(header);
	if (key === null)
		throw new ServiceError(401, 'UNAUTHORIZED', 'The Authorization header must be "Bearer" and an API key');
	if (!isValid(key)) throw new ServiceError(401, 'UNAUTHORIZED', 'The API key is invalid, expired or revoked');
	res.locals.key = key;
	next();
}

/** Rejects the request with 403 unless its key has permission. Comes before validation. */
export function authorize(req: Request, res: Response, next: NextFunction): void {
	if (!isAllowed(res.locals.key, req.method, res.locals.entry.path)) {
		throw new ServiceError(403, 'INSUFFICIENT_PERMISSIONS', 'The API key lacks the permission for this action');
	}
	next();
}

/** Returns the key in an Authorization header, or null if there is no bearer token. */
export function bearerKey(header: string | undefined): string | null {
	return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? null;
}
