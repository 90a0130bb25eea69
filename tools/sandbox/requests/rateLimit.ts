import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { ServiceError } from '../responses/serviceError';
import type { SandboxState } from '../state/sandboxState';

/** Counts the request for its key, adds the three headers to the response, and responds with 429 above the limit. */
export function limitRate(state: SandboxState): RequestHandler {
	return (_req: Request, res: Response, next: NextFunction): void => {
		const now = state.now();
		const status = state.limiter.count(res.locals.key, now);
		if (status === null) return next();
		if (state.dialect.rateLimitHeaders) {
			res.setHeader('X-RateLimit-Limit', status.limit);
			res.setHeader('X-RateLimit-Remaining', status.remaining);
			res.setHeader('X-RateLimit-Reset', Math.ceil((status.endsAt + state.serviceNow() - now) / 1000));
		}
		if (!status.isExceeded) return next();
		rejectForRateLimit(state, res, Math.max(1, Math.ceil((status.endsAt - now) / 1000)));
	};
}

/**
 * Responds with 429. The dialect decides whether the response has the time to wait in its body or its header.
 *
 * @param retryAfter seconds to wait; null omits them
 */
export function rejectForRateLimit(state: SandboxState, res: Response, retryAfter: number | null): void {
	const inBody = state.dialect.retryAfter === 'body';
	if (retryAfter !== null && !inBody) res.setHeader('Retry-After', retryAfter);
	const details = retryAfter !== null && inBody ? { retryAfter } : {};
	res
		.status(429)
		.json(new ServiceError(429, 'RATE_LIMIT_EXCEEDED', 'Too many requests in this window', details).envelope());
}
