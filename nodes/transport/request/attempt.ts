import { type ServiceResponse, Unusable, unreadable } from '../response/response';
import type { Body } from '../response/body';
import type { Clock } from '../clock';
import {
	DEFAULT_TIMEOUT_MS,
	requestOnce,
	networkCodeOf,
	fetchWithoutKey,
	type StreamedResponse,
	type ServiceContext,
	type ServiceRequest,
} from './requestOnce';
import { NotStored } from '../response/notStored';
import { readRetryAfter } from '../rateLimit/window/headers';
import type { Permit } from '../rateLimit/rateLimiter';
import type { Redactor } from '../credentials/redact';
import { RequestLimits } from '../response/requestLimits';

/** How one try of a request ended. */
export interface Attempt {
	/** The response; its body is read, by the request's own `receive` where it has one. */
	response?: ServiceResponse;
	/** Without a response: the code of what broke. */
	networkCode?: string;
	retryAfterMs?: number;
	/** Why a 2xx response cannot be used. */
	unusable?: Unusable;
	/** The file of a 2xx response could not be stored. */
	notStored?: NotStored;
}

/** What a try needs to know. */
export interface Try {
	context: ServiceContext;
	request: ServiceRequest;
	url: string;
	/** Permission of the rate limiter; none for another host, which is asked without the key. */
	permit?: Permit;
	maxDurationMs: number;
	signal?: AbortSignal;
	clock: Clock;
	redactor: Redactor;
}

/**
 * Sends a request once and reads what comes back to its end.
 *
 * @throws faults of the program, and the signal's reason when the workflow is cancelled
 */
export async function tryOnce(attempt: Try): Promise<Attempt> {
	const { request, permit, signal, clock, maxDurationMs } = attempt;
	const timeout = request.base?.timeout;
	const idleMs = timeout !== undefined && timeout > 0 ? timeout : DEFAULT_TIMEOUT_MS;
	const limits = new RequestLimits(clock, { idleMs, totalMs: maxDurationMs }, signal);
	let streamed: StreamedResponse | undefined;
	let response: ServiceResponse | undefined;
	let retryAfterMs: number | undefined;
	try {
		const go = permit ? requestOnce : fetchWithoutKey;
		streamed = await go(attempt.context, request, attempt.url, limits, attempt.redactor);
		const { status, headers, body } = streamed;
		response = { status, headers, body: undefined };
		// The rate limiter needs no more than the headers, and others must not wait for a long download.
		if (status < 300) permit?.release({ status, headers });
		response.body = status < 300 ? await readBody(request, response, body) : await body.readError();
		retryAfterMs = readRetryAfter(response.body, headers, clock.now());
		return { response, retryAfterMs };
	} catch (error) {
		signal?.throwIfAborted();
		if (streamed?.body.brokenBy !== undefined) return { networkCode: bodyErrorCodeOf(streamed.body) };
		if (error instanceof Unusable) return { response, unusable: error };
		if (error instanceof NotStored) return { response, notStored: error };
		return { networkCode: networkCodeOf(error) };
	} finally {
		limits.end();
		permit?.release({ status: response?.status, headers: response?.headers, retryAfterMs });
	}
}

async function readBody(request: ServiceRequest, response: ServiceResponse, body: Body): Promise<unknown> {
	// A 101 that names no protocol ends like an empty response, which it is not.
	if (response.status < 200) throw new Unusable('brokenJson');
	return await (request.receive?.(response, body) ?? readJson(response, body));
}

/**
 * Reads a 2xx response that is no file.
 *
 * @returns parsed JSON, else text
 * @throws Unusable for a web page, broken JSON and the error envelope
 */
export async function readJson(response: ServiceResponse, body: Body): Promise<unknown> {
	const value = await body.read();
	const why = unreadable({ ...response, body: value });
	if (why !== undefined) throw new Unusable(why, value);
	return value;
}

/** Like `networkCodeOf`, but what breaks a body off without a code is a fault of the network, too. */
function bodyErrorCodeOf({ brokenBy }: Body): string {
	try {
		return networkCodeOf(brokenBy);
	} catch {
		return 'UNREADABLE_BODY';
	}
}
