import type { NextFunction, Request, Response } from 'express';
import { ServiceError } from '../responses/serviceError';

/**
 * Rejects requests of other websites, which must not use a sandbox on their visitor's machine: the keys of the sandbox
 * are public. A page that makes its own host name resolve to this machine (DNS rebinding) still sends that name.
 */
export function requireSameMachine(req: Request, _res: Response, next: NextFunction): void {
	const { host = '', origin } = req.headers;
	const isLocal = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host);
	if (!isLocal || (origin !== undefined && origin !== `http://${host}`)) {
		throw new ServiceError(403, 'FORBIDDEN', 'The sandbox responds only to programs and pages of this machine');
	}
	next();
}
