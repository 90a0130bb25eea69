import type { NextFunction, Request, Response } from 'express';
import { Failure } from '../responses/serviceError';
import type { World } from '../state/sandboxState';

/** Counts the request for its key and adds the three headers to the response. */
export function allowance(world: World) {
	return (_req: Request, res: Response, next: NextFunction): void => {
		const now = world.now();
		const left = world.limiter.take(res.locals.key, now);
		if (left === null) return next();
		if (world.dialect.rateLimitHeaders) {
			res.setHeader('X-RateLimit-Limit', left.limit);
			res.setHeader('X-RateLimit-Remaining', left.remaining);
			res.setHeader('X-RateLimit-Reset', Math.ceil((left.endsAt + world.serviceNow() - now) / 1000));
		}
		if (!left.exceeded) return next();
		refuseForRate(world, res, Math.max(1, Math.ceil((left.endsAt - now) / 1000)));
	};
}

/** Responds with 429. The dialect decides where the response contains the seconds to wait; null omits them. */
export function refuseForRate(world: World, res: Response, retryAfter: number | null): void {
	if (retryAfter !== null && world.dialect.retryAfterHeader) res.setHeader('Retry-After', retryAfter);
	const told = retryAfter !== null && world.dialect.retryAfterInBody ? { retryAfter } : {};
	const failure = new Failure(429, 'RATE_LIMIT_EXCEEDED', 'Too many requests in this window', told);
	res.status(429).json(failure.envelope());
}
