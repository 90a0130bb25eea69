/** A rejection as the service's error envelope (reference, section 7). */
export class Failure extends Error {
	constructor(
		readonly status: number,
		readonly code: string,
		message: string,
		readonly extra: Record<string, unknown> = {},
	) {
		super(message);
	}

	envelope() {
		return { success: false, error: { code: this.code, message: this.message, ...this.extra } };
	}
}

// The statuses and codes below are assumptions: the reference shows only 401, 403 and 429.

export function invalid(message: string): Failure {
	return new Failure(400, 'VALIDATION_ERROR', message);
}

export function notFound(what: string): Failure {
	return new Failure(404, 'NOT_FOUND', `${what} not found`);
}

export function conflict(code: string, message: string): Failure {
	return new Failure(409, code, message);
}
