/** Codes of a lookup, a connection, a certificate or a URL that failed: others also occur on open connections. */
const NEVER_SENT =
	/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|CERT_\w+|ERR_TLS_CERT\w+|UNABLE_TO_\w+|\w*SELF_SIGNED\w*|ERR_INVALID_(URL|PROTOCOL))$/;

/** There is no response, or only a part of one. */
export class ConnectionError extends Error {
	override name = 'ConnectionError';

	/**
	 * @param code of Node or axios; `NO_CONNECTION` if nothing was sent, else `UNKNOWN`, for errors without one
	 * @param isSent whether the service may have received the request
	 */
	constructor(
		readonly code: string,
		readonly isSent: boolean,
	) {
		super(code);
	}
}

/** What an error of Node, axios or n8n may contain. n8n wraps axios errors, and axios those of Node. */
interface ErrorParts {
	code?: unknown;
	httpCode?: unknown;
	syscall?: unknown;
	cause?: unknown;
	errors?: ErrorParts[];
	/** Node's ClientRequest. It has no socket before there is a connection, e.g. to a proxy that refuses one. */
	request?: { socket?: { encrypted?: boolean; secureConnecting?: boolean } | null };
}

/** Converts an error of n8n's HTTP helper or of a body. */
export function connectionErrorOf(error: unknown): ConnectionError {
	if (error instanceof ConnectionError) return error;
	const parts = withCauses(error);
	const code = parts.flatMap(({ code, httpCode }) => [code, httpCode]).find(isCode);
	const isSent = mayBeSent(parts, code);
	return new ConnectionError(code ?? (isSent ? 'UNKNOWN' : 'NO_CONNECTION'), isSent);
}

/** Lists an error and its causes, the innermost first. A host with several addresses has an error for each. */
function withCauses(error: unknown): ErrorParts[] {
	const parts: ErrorParts[] = [];
	let current = error;
	while (typeof current === 'object' && current !== null && parts.length < 5) {
		const { cause, errors = [] } = current as ErrorParts;
		parts.unshift(...errors, current);
		current = cause;
	}
	return parts;
}

const isCode = (value: unknown): value is string => typeof value === 'string' && /^[A-Z][A-Z\d_]{3,}$/.test(value);

/** Returns whether the service may have received the request. @param code of the error, if it has one */
function mayBeSent(parts: ErrorParts[], code: string | undefined): boolean {
	const calls = parts.map(({ syscall }) => syscall).filter((call) => call !== undefined);
	const precedesRequest = (call: unknown) => call === 'connect' || call === 'getaddrinfo';
	if (calls.every(precedesRequest) && (calls.length > 0 || (code !== undefined && NEVER_SENT.test(code)))) return false;
	const socket = parts.find(({ request }) => request !== undefined)?.request?.socket;
	// Node keeps a request back until the TLS handshake is complete.
	if (socket?.encrypted && socket.secureConnecting) return false;
	return socket !== null;
}
