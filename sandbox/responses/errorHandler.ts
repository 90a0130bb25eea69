import type { NextFunction, Request, Response } from 'express';
import { Failure } from './serviceError';

interface ValidatorError {
	status: number;
	message: string;
	errors?: Array<{ path: string; message: string }>;
}

// Assumptions, except 401: the validator's errors in the service's envelope.
const codes: Record<number, string> = {
	400: 'VALIDATION_ERROR',
	404: 'NOT_FOUND',
	405: 'METHOD_NOT_ALLOWED',
	413: 'PAYLOAD_TOO_LARGE',
	415: 'UNSUPPORTED_MEDIA_TYPE',
};

/** Responds with the error envelope, and adds the error to the request's log entry. */
export function answerFailure(error: unknown, _req: Request, res: Response, next: NextFunction): void {
	if (res.headersSent) return next(error);
	const failure = error instanceof Failure ? error : translated(error);
	const { entry } = res.locals;
	if (entry !== undefined && ([400, 404, 405, 413, 415].includes(failure.status) || failure.status >= 500)) {
		entry.valid = false;
		entry.problems.push(failure.message);
	}
	res.status(failure.status).json(failure.envelope());
}

function translated(error: unknown): Failure {
	const { status = 500, message, errors = [] } = error as ValidatorError;
	if (status >= 500 || codes[status] === undefined) {
		// A bug in the sandbox or a response that violates openapi.yaml. Both must be noticed.
		return new Failure(500, 'SANDBOX_BUG', `The sandbox broke its own description: ${message}`);
	}
	if (status === 404) return new Failure(404, 'NOT_FOUND', 'There is no such endpoint');
	if (status === 405) return new Failure(405, codes[status], 'This endpoint has no such method');
	if (status === 415) return new Failure(415, codes[status], 'The body must be JSON, sent as application/json');
	const problems = errors.map((each) => `${each.path.replace(/^\/(body|query|params|headers)\/?/, '')} ${each.message}`.trim());
	return new Failure(status, codes[status], problems.length > 0 ? problems.join('; ') : message);
}
