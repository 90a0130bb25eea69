// This folder sends one request: attempts, retries, bodies and URLs.

import { CanceledError, type Clock, clocks } from '../clock';
import {
	readCredentials,
	type Redact,
	redactorOf,
	type ServiceContext,
	type ServiceCredentials,
} from '../credentials/credentials';
import type { Failure, Problem } from '../errors/failure';
import { ServiceError } from '../errors/serviceError';
import { readRetryAfter } from '../rateLimit/headers';
import { type Permit, rateLimiterFor, RateLimitWaitError } from '../rateLimit/rateLimiter';
import { errorEnvelope, type ServiceResponse } from '../response';
import { type Attempt, attemptAfter, showBody } from './attempt';
import { type Body, readJson } from './body';
import { ConnectionError } from './connection';
import { DEFAULT_TIMEOUT_MS, requestOnce, type ServiceRequest } from './requestOnce';
import { TimeLimits } from './timeLimits';
import { nextStep, type RetryOptions, retrySafety } from './retryPolicy';
import { Redirects, withQuery } from './url';

/** How to send a request. */
export interface SendSettings extends Omit<RetryOptions, 'safety'> {
	/** Credentials that were read already; by default, `send` reads them for each request. */
	credentials?: ServiceCredentials;
	/** The longest duration of one attempt, from sending to the last byte, ms. */
	maxDurationMs?: number;
	/** Whether errors may name options of the node. */
	hasOptions?: boolean;
	/** Cancels the request. */
	signal?: AbortSignal;
	/** Cancels the request only while it waits for the rate limit, and no attempt may have been carried out. */
	waiting?: AbortSignal;
	/** Called when a pause begins, for the user's log. */
	onPause?: (reason: string, ms: number) => void;
	/** Called when an attempt is sent. @param ms how long it waited for the rate limit */
	onSend?: (ms: number) => void;
	/** Called before a retry. @param mayBeDone whether an attempt of a write may have been carried out */
	onRetry?: (mayBeDone: boolean) => void;
}

/** By default, an attempt may take an hour: enough for files of several GB, and no workflow is blocked for days. */
const DEFAULT_DURATION_MS = 3_600_000;

/** The settings of a user who changes no option: waits of 5 minutes at most, and no retries of writes. */
export const DEFAULT_SETTINGS: SendSettings = { onRateLimit: 'wait', maxWaitMs: 300_000, retryWrites: false };

/**
 * Sends a request to the service, with rate limiting, redirects and retries. All requests go through here.
 * @returns a readable 2xx response @throws ServiceError if it fails for good, UserError for unusable credentials
 */
export async function send(
	context: ServiceContext,
	request: ServiceRequest,
	settings: SendSettings = DEFAULT_SETTINGS,
	clock: Clock = clocks.current,
): Promise<ServiceResponse> {
	const credentials = settings.credentials ?? (await readCredentials(context));
	return await new RequestSender(context, request, settings, clock, credentials).run();
}

/** One request on its way: where it goes, and its attempts so far. */
class RequestSender {
	private readonly attempts = { count: 0, rateLimited: 0, internalErrors: 0, outcomeUnknown: false };
	private readonly retryOptions: RetryOptions;
	private readonly redact: Redact;
	private readonly redirects: Redirects;

	constructor(
		private readonly context: ServiceContext,
		private readonly request: ServiceRequest,
		private readonly settings: SendSettings,
		private readonly clock: Clock,
		private readonly credentials: ServiceCredentials,
	) {
		this.retryOptions = { ...settings, safety: retrySafety(request.method) };
		this.redact = redactorOf(credentials.apiKey);
		// The query becomes part of the URL once: a redirect names the whole next URL (RFC 9110, section 10.2.2).
		const url = request.url ?? withQuery(`${credentials.baseUrl}${request.path}`, request.query);
		this.redirects = new Redirects(url, credentials);
	}

	async run(): Promise<ServiceResponse> {
		const { attempts, retryOptions, settings, redirects, request } = this;
		for (;;) {
			const attempt = await this.attempt();
			const { response, result } = attempt;
			const { status, networkCode } = result;
			const isFile = request.readBody !== undefined;
			if (retryOptions.safety === 'safe' && redirects.follow(response, isFile)) continue;
			attempts.count += 1;
			if (status === 429) attempts.rateLimited += 1;
			if (status === 500) attempts.internalErrors += 1;
			const step = nextStep(result, attempts, retryOptions, this.clock.random());
			if (step.action === 'respond') return response as ServiceResponse;
			if (step.action === 'fail') throw new ServiceError(this.failureOf(attempt, step.outcomeUnknown), attempt.cause);
			attempts.outcomeUnknown = step.outcomeUnknown;
			settings.onRetry?.(step.outcomeUnknown);
			// After a 429, the rate limiter pauses all requests.
			if (status === 429 && !redirects.leftOrigin) continue;
			const reason =
				status === undefined ? `there was no response (${networkCode})` : `the service responded with ${status}`;
			settings.onPause?.(reason, step.delayMs);
			await this.clock.sleep(step.delayMs, settings.signal);
		}
	}

	/** Waits for the rate limit, sends the request once and reads the response to its end. */
	private async attempt(): Promise<Attempt> {
		const { context, request, settings, clock, redact, redirects } = this;
		const { signal } = settings;
		redirects.assertAllowed(this.attempts.count + 1);
		const key = redirects.leftOrigin ? undefined : this.credentials;
		const permit = key && (await this.acquire(key));
		const limits = this.startLimits();
		const input = { context, request, url: redirects.url, key, redact };
		let response: ServiceResponse | undefined;
		let body: Body | undefined;
		let retryAfterMs: number | undefined;
		try {
			({ response, body } = await requestOnce(input, limits));
			const { status, headers } = response;
			// The rate limiter only needs the headers, and other requests must not wait for a long download.
			if (status < 300) permit?.release({ status, headers });
			response.body = await this.readBody(response, body);
			retryAfterMs = readRetryAfter(response.body, headers, clock.now());
			return { response, result: { status, retryAfterMs } };
		} catch (error) {
			signal?.throwIfAborted();
			return attemptAfter(body?.brokenBy ?? error, redact, response);
		} finally {
			limits.end();
			permit?.release({ status: response?.status, headers: response?.headers, retryAfterMs });
		}
	}

	private async readBody(response: ServiceResponse, body: Body): Promise<unknown> {
		if (response.status >= 300) return await body.readError();
		// No request asks for a part of a resource.
		if (response.status === 206) throw new ConnectionError('WRONG_LENGTH', true);
		return await (this.request.readBody ?? readJson)(response, body);
	}

	private startLimits(): TimeLimits {
		const { signal, maxDurationMs: totalMs = DEFAULT_DURATION_MS } = this.settings;
		const idleMs = this.request.requestOptions?.timeout || DEFAULT_TIMEOUT_MS;
		return new TimeLimits(this.clock, { idleMs, totalMs }, signal);
	}

	private async acquire({ baseUrl, apiKey }: ServiceCredentials): Promise<Permit> {
		const { settings, attempts } = this;
		const mayWait = settings.onRateLimit !== 'fail';
		const signal = (attempts.outcomeUnknown ? undefined : settings.waiting) ?? settings.signal;
		const acquiring = rateLimiterFor(baseUrl, apiKey, this.clock).acquire({
			signal,
			maxWaitMs: mayWait ? settings.maxWaitMs : 0,
			onWait: (ms) => settings.onPause?.('the rate limit has been reached', ms),
		});
		const permit = await acquiring.catch((error: unknown) => {
			if (!(error instanceof RateLimitWaitError)) throw error;
			const { count, outcomeUnknown } = attempts;
			const problem = { kind: 'mustWait', seconds: Math.ceil(error.waitMs / 1000), mayWait } as const;
			const { hasOptions } = settings;
			throw new ServiceError({ status: 429, problem, attempts: count, outcomeUnknown, hasOptions });
		});
		// A failure may have freed the place.
		if (signal?.aborted) {
			permit.release({});
			throw new CanceledError();
		}
		settings.onSend?.(permit.waitedMs);
		return permit;
	}

	/** Says why the request failed for good, by its last attempt. @param outcomeUnknown as the retry policy decided */
	private failureOf({ response, result }: Attempt, outcomeUnknown: boolean): Failure {
		const { request, attempts, retryOptions, redact } = this;
		const { status, networkCode, isSent } = result;
		const { code, message: serviceMessage } = errorEnvelope(response?.body);
		const problem = this.problemOf({ response, result });
		const sendsMessage = request.method === 'POST' && request.path === '/messages';
		// The service understood the request, and did not accept its values.
		const isRejected =
			status === 400 || status === 422 || (problem?.kind === 'unusable' && problem.reason === 'errorEnvelope');
		return {
			attempts: attempts.count,
			hasOptions: this.settings.hasOptions,
			outcomeUnknown,
			sendsMessage,
			status,
			problem,
			networkCode,
			code,
			serviceMessage,
			isUnsent: retryOptions.safety !== 'safe' && isSent === false && !outcomeUnknown,
			sentBody: sendsMessage && isRejected ? redact(showBody(request.body)) : undefined,
		};
	}

	/** Says what is wrong beside the status. */
	private problemOf({ response, result }: Attempt): Problem | undefined {
		const { status = 0, problem, retryAfterMs } = result;
		const { onRateLimit, maxWaitMs } = this.retryOptions;
		const mayWait = onRateLimit !== 'fail';
		if (status === 429 && retryAfterMs !== undefined && (!mayWait || retryAfterMs > maxWaitMs))
			return { kind: 'mustWait', seconds: Math.ceil(retryAfterMs / 1000), mayWait };
		const isRedirected = status >= 300 && status < 400;
		return isRedirected
			? {
					kind: 'redirected',
					to: this.redirects.targetOf(response)?.host,
					isEndless: this.redirects.isEndless || undefined,
				}
			: problem;
	}
}
