import { CanceledError, type Clock } from '../clock';

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
	const code = parts.flatMap((each) => [each.code, each.httpCode]).find(isCode);
	const isSent = mayBeSent(parts, code);
	return new ConnectionError(code ?? (isSent ? 'UNKNOWN' : 'NO_CONNECTION'), isSent);
}

/** Lists an error and its causes, the innermost first. A host with several addresses has an error for each. */
function withCauses(error: unknown): ErrorParts[] {
	const parts: ErrorParts[] = [];
	let at = error;
	while (typeof at === 'object' && at !== null && parts.length < 5) {
		const { cause, errors = [] } = at as ErrorParts;
		parts.unshift(...errors, at);
		at = cause;
	}
	return parts;
}

const isCode = (value: unknown): value is string => typeof value === 'string' && /^[A-Z][A-Z\d_]{3,}$/.test(value);

function mayBeSent(parts: ErrorParts[], code: string | undefined): boolean {
	const calls = parts.map(({ syscall }) => syscall).filter((each) => each !== undefined);
	const isBefore = (call: unknown) => call === 'connect' || call === 'getaddrinfo';
	if (calls.every(isBefore) && (calls.length > 0 || (code !== undefined && NEVER_SENT.test(code)))) return false;
	const request = parts.find((each) => each.request !== undefined)?.request;
	// A TLS handshake that did not complete: Node keeps the request back until then.
	const isHandshake = request?.socket?.encrypted && request.socket.secureConnecting;
	return request?.socket !== null && !isHandshake;
}

/** Why connections are closed. One for all, because AbortController would create an error with a stack for each. */
const NOT_NEEDED = new CanceledError();

/** Enforces the time limits of one attempt, so that no item waits forever. `end()` stops all timers: call it. */
export class TimeLimits {
	private readonly connection = new AbortController();
	private readonly stopTotal: () => void;
	private rejectStep: ((error: Error) => void) | undefined;
	private readonly onCancel = () => this.stop(new CanceledError());

	/** @param durations `idleMs`: from one chunk to the next, the headers being the first; `totalMs`: to the last byte */
	constructor(
		private readonly clock: Clock,
		private readonly durations: { idleMs: number; totalMs: number },
		private readonly canceling?: AbortSignal,
	) {
		canceling?.addEventListener('abort', this.onCancel);
		this.stopTotal = this.after(durations.totalMs, 'MAX_DURATION');
		if (canceling?.aborted) this.onCancel();
	}

	/** Aborted when the connection is no longer needed, with the reason. */
	get signal(): AbortSignal {
		return this.connection.signal;
	}

	/** Waits for one step at a time. @throws ConnectionError at a time limit, CanceledError, and errors of `work` */
	async step<Result>(work: Promise<Result>): Promise<Result> {
		let stopIdle = () => {};
		try {
			// Not Promise.race: racing one long-lived promise against each chunk would keep all chunks in memory.
			return await new Promise<Result>((resolve, reject) => {
				this.rejectStep = reject;
				work.then(resolve, reject);
				if (this.signal.aborted) reject(this.signal.reason as Error);
				else stopIdle = this.after(this.durations.idleMs, 'ETIMEDOUT');
			});
		} finally {
			this.rejectStep = undefined;
			stopIdle();
		}
	}

	/** Stops all timers, and closes the connection if it is still open. */
	end(): void {
		this.canceling?.removeEventListener('abort', this.onCancel);
		this.stopTotal();
		this.connection.abort(NOT_NEEDED);
	}

	private stop(reason: Error): void {
		this.connection.abort(reason);
		this.rejectStep?.(reason);
	}

	private after(ms: number, code: 'ETIMEDOUT' | 'MAX_DURATION'): () => void {
		return this.clock.startTimer(ms, () => this.stop(new ConnectionError(code, true)));
	}
}
