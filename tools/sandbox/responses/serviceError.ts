/** An error that the client receives as the service's error envelope (reference, section 7). */
export class ServiceError extends Error {
	/** @param details further fields of the envelope's error, e.g. `retryAfter` */
	constructor(
		readonly status: number,
		readonly code: string,
		message: string,
		readonly details: Record<string, unknown> = {},
	) {
		super(message);
	}

	/** The body of the response. */
	envelope() {
		return { success: false, error: { code: this.code, message: this.message, ...this.details } };
	}
}

// The statuses and codes below are assumptions: the reference shows only 401, 403 and 429.

export function invalid(message: string): ServiceError {
	return new ServiceError(400, 'VALIDATION_ERROR', message);
}

/** @param what the kind of record, e.g. "Instance" */
export function notFound(what: string): ServiceError {
	return new ServiceError(404, 'NOT_FOUND', `${what} not found`);
}

export function conflict(code: string, message: string): ServiceError {
	return new ServiceError(409, code, message);
}
