import type { NextFunction, Request, Response } from 'express';
import { Failure } from './failure';
import { isAllowed, isValid } from './keys';

/** Who is calling? 401 when that is not clear; such requests cost nobody's allowance. */
export function authenticate(req: Request, res: Response, next: NextFunction): void {
	const header = req.headers.authorization;
	if (header === undefined) throw new Failure(401, 'MISSING_AUTH', 'The Authorization header is missing');
	const key = keyIn(header);
	if (key === null) throw new Failure(401, 'UNAUTHORIZED', 'The Authorization header must be "Bearer" and an API key');
	if (!isValid(key)) throw new Failure(401, 'UNAUTHORIZED', 'The API key is invalid, expired or revoked');
	res.locals.key = key;
	next();
}

/** May this key do that? Asked before the request is looked at any closer. */
export function authorise(req: Request, res: Response, next: NextFunction): void {
	if (!isAllowed(res.locals.key, req.method, res.locals.entry.path)) {
		throw new Failure(403, 'INSUFFICIENT_PERMISSIONS', 'The API key lacks the permission for this action');
	}
	next();
}

/** The key in an Authorization header, or null when it is not a bearer header. */
export function keyIn(header: string | undefined): string | null {
	return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? null;
}
