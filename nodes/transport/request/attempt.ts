import { type ServiceResponse, Unusable, unusableReason } from '../response/response';
import type { Body } from '../response/body';
import type { Clock } from '../clock';
import {
	DEFAULT_TIMEOUT_MS,
	requestOnce,
	networkCodeOf,
	NotSent,
	fetchWithoutKey,
	type StreamedResponse,
	type ServiceContext,
	type ServiceRequest,
} from './requestOnce';
import { NotStored } from '../response/notStored';
import { readRetryAfter } from '../rateLimit/window/headers';
import type { Permit } from '../rateLimit/rateLimiter';
import type { ServiceCredentials } from '../credentials/credentials';
import type { Redactor } from '../credentials/redact';
import { TimeLimits } from '../response/timeLimits';

/** The result of one attempt. */
export interface Attempt {
	/** The response, with its body already read. */
	response?: ServiceResponse;
	/** Code of the network error, if there is no response. */
	networkCode?: string;
	retryAfterMs?: number;
	/** Why a 2xx response cannot be used. */
	unusable?: Unusable;
	/** The file of a 2xx response could not be stored. */
	storageError?: NotStored;
}

/** Input of `tryOnce`. */
export interface AttemptInput {
	context: ServiceContext;
	request: ServiceRequest;
	url: string;
	/** From the rate limiter; undefined for other hosts, which get no API key. */
	permit?: Permit;
	maxDurationMs: number;
	signal?: AbortSignal;
	clock: Clock;
	credentials: ServiceCredentials;
	redactor: Redactor;
}

/**
 * Sends a request once and reads the response to its end.
 *
 * @throws programming errors, errors of n8n before the request was sent, and the signal's reason if the workflow is canceled
 */
export async function tryOnce(input: AttemptInput): Promise<Attempt> {
	const { request, permit, signal, clock, maxDurationMs } = input;
	const timeout = request.requestOptions?.timeout;
	const idleMs = timeout !== undefined && timeout > 0 ? timeout : DEFAULT_TIMEOUT_MS;
	const limits = new TimeLimits(clock, { idleMs, totalMs: maxDurationMs }, signal);
	let streamed: StreamedResponse | undefined;
	let response: ServiceResponse | undefined;
	let retryAfterMs: number | undefined;
	try {
		streamed = permit ? await requestOnce(input, limits) : await fetchWithoutKey(input, limits);
		const { status, headers, body } = streamed;
		response = { status, headers, body: undefined };
		// The rate limiter only needs the headers, and other requests must not wait for a long download.
		if (status < 300) permit?.release({ status, headers });
		response.body = status < 300 ? await readBody(request, response, body) : await body.readError();
		retryAfterMs = readRetryAfter(response.body, headers, clock.now());
		return { response, retryAfterMs };
	} catch (error) {
		signal?.throwIfAborted();
		if (streamed?.body.brokenBy !== undefined)
			return { networkCode: bodyErrorCodeOf(streamed.body) };
		if (error instanceof Unusable) return { response, unusable: error };
		if (error instanceof NotStored) return { response, storageError: error };
		if (error instanceof NotSent) {
			permit?.release();
			throw error.cause;
		}
		return { networkCode: networkCodeOf(error) };
	} finally {
		limits.end();
		permit?.release({ status: response?.status, headers: response?.headers, retryAfterMs });
	}
}

async function readBody(
	request: ServiceRequest,
	response: ServiceResponse,
	body: Body,
): Promise<unknown> {
	// A 101 without a protocol looks like an empty response, but is not one.
	if (response.status < 200) throw new Unusable('brokenJson');
	return await (request.receive?.(response, body) ?? readJson(response, body));
}

/**
 * Reads a 2xx response that is not a file.
 *
 * @returns parsed JSON, else text
 * @throws Unusable for a web page, invalid JSON or the error envelope
 */
export async function readJson(response: ServiceResponse, body: Body): Promise<unknown> {
	const value = await body.read();
	const reason = unusableReason({ ...response, body: value });
	if (reason !== undefined) throw new Unusable(reason, value);
	return value;
}

/** Like `networkCodeOf`, but treats an error without a code as a network error too. */
function bodyErrorCodeOf({ brokenBy }: Body): string {
	try {
		return networkCodeOf(brokenBy);
	} catch {
		return 'UNREADABLE_BODY';
	}
}
