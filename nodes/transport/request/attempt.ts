import { type Answer, Unusable, unreadable } from '../response/response';
import type { Body } from '../response/body';
import type { Clock } from '../clock';
import {
	DEFAULT_TIMEOUT_MS,
	exchange,
	faultOf,
	fetchElsewhere,
	type Response,
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
	answer?: Answer;
	/** Without an answer: the code of what broke. */
	fault?: string;
	retryAfterMs?: number;
	/** Why a 2xx answer cannot be used. */
	unusable?: Unusable;
	/** The file of a 2xx answer could not be stored. */
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
	let response: Response | undefined;
	let answer: Answer | undefined;
	let retryAfterMs: number | undefined;
	try {
		const go = permit ? exchange : fetchElsewhere;
		response = await go(attempt.context, request, attempt.url, limits, attempt.redactor);
		const { status, headers, body } = response;
		answer = { status, headers, body: undefined };
		// The rate limiter needs no more than the headers, and others must not wait for a long download.
		if (status < 300) permit?.release({ status, headers });
		answer.body = status < 300 ? await readBody(request, answer, body) : await body.readError();
		retryAfterMs = readRetryAfter(answer.body, headers, clock.now());
		return { answer, retryAfterMs };
	} catch (error) {
		signal?.throwIfAborted();
		if (response?.body.brokenBy !== undefined) return { fault: bodyFaultOf(response.body) };
		if (error instanceof Unusable) return { answer, unusable: error };
		if (error instanceof NotStored) return { answer, notStored: error };
		return { fault: faultOf(error) };
	} finally {
		limits.end();
		permit?.release({ status: answer?.status, headers: answer?.headers, retryAfterMs });
	}
}

async function readBody(request: ServiceRequest, answer: Answer, body: Body): Promise<unknown> {
	// A 101 that names no protocol ends like an empty response, which it is not.
	if (answer.status < 200) throw new Unusable('brokenJson');
	return await (request.receive?.(answer, body) ?? readJson(answer, body));
}

/**
 * Reads a 2xx response that is no file.
 *
 * @returns parsed JSON, else text
 * @throws Unusable for a web page, broken JSON and the error envelope
 */
export async function readJson(answer: Answer, body: Body): Promise<unknown> {
	const value = await body.read();
	const why = unreadable({ ...answer, body: value });
	if (why !== undefined) throw new Unusable(why, value);
	return value;
}

/** Like `faultOf`, but what breaks a body off without a code is a fault of the network, too. */
function bodyFaultOf({ brokenBy }: Body): string {
	try {
		return faultOf(brokenBy);
	} catch {
		return 'UNREADABLE_BODY';
	}
}
