import type { NextFunction, Request, Response } from 'express';
import { ServiceError } from './serviceError';

interface ValidatorError {
	status: number;
	message: string;
	/** The maximum size of a body in bytes. */
	limit?: number;
	errors?: Array<{ path: string; message: string }>;
}

// Assumptions: the reference shows none of these statuses.
const codeByStatus: Record<number, string> = {
	400: 'VALIDATION_ERROR',
	404: 'NOT_FOUND',
	405: 'METHOD_NOT_ALLOWED',
	413: 'PAYLOAD_TOO_LARGE',
	415: 'UNSUPPORTED_MEDIA_TYPE',
};

/** Responds with the error envelope, and adds invalid requests and internal errors to the request's log entry. */
export function handleError(error: unknown, _req: Request, res: Response, next: NextFunction): void {
	if (res.headersSent) return next(error);
	const serviceError = error instanceof ServiceError ? error : toServiceError(error);
	const { entry } = res.locals;
	if (entry !== undefined && (codeByStatus[serviceError.status] !== undefined || serviceError.status >= 500)) {
		entry.valid = false;
		entry.problems.push(serviceError.message);
	}
	res.status(serviceError.status).json(serviceError.envelope());
}

/** Converts errors of the OpenAPI validator and of Express. */
function toServiceError(error: unknown): ServiceError {
	const { status = 500, message, limit, errors = [] } = error as ValidatorError;
	const code = codeByStatus[status];
	if (code === undefined) {
		// A bug in the sandbox, or a response that violates openapi.yaml. Neither may go unnoticed.
		return new ServiceError(500, 'SANDBOX_BUG', `The sandbox violates its own description: ${message}`);
	}
	if (status === 404) return new ServiceError(404, code, 'There is no such endpoint');
	if (status === 405) return new ServiceError(405, code, 'This endpoint has no such method');
	if (status === 413) return new ServiceError(413, code, `The body is larger than ${limit} bytes`);
	if (status === 415) return new ServiceError(415, code, 'The body must be JSON, sent as application/json');
	const problems = errors.map((each) =>
		`${each.path.replace(/^\/(body|query|params|headers)\/?/, '')} ${each.message}`.trim(),
	);
	return new ServiceError(status, code, problems.length > 0 ? problems.join('; ') : message);
}
