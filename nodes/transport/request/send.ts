import { type Clock, clocks } from '../clock';
import type { ServiceCredentials } from '../credentials/credentials';
import { ServiceError } from '../errors/serviceError';
import {
	type Permit,
	type RateLimiter,
	rateLimiterFor,
	RateLimitWaitError,
} from '../rateLimit/rateLimiter';
import { readRetryAfter } from '../rateLimit/headers';
import { type Body, readJson } from './body';
import { ConnectionError } from './connectionError';
import { type ServiceResponse, UnusableResponseError } from '../response/response';
import { TimeLimits } from './timeLimits';
import { isRejectedByCredentials, ItemAccount } from './account';
import { type Attempt, attemptAfter, failureOf } from './outcome';
import { Redactor } from '../response/redact';
import { DEFAULT_TIMEOUT_MS, NotSentError, requestOnce } from './requestOnce';
import {
	type AttemptHistory,
	type AttemptOutcome,
	type NextStep,
	nextStep,
	type RetryOptions,
	retrySafety,
} from './retryPolicy';
import {
	DEFAULT_DURATION_MS,
	DEFAULT_SETTINGS,
	DEFAULT_TEXT_BYTES,
	type SendSettings,
} from './sendSettings';
import type { ServiceContext, ServiceRequest } from './serviceRequest';
import { Redirects, withQuery } from './url';

/**
 * Sends a request to the service, with rate limiting, redirects and retries. All requests go through here.
 *
 * @returns the response, always 2xx and readable
 * @throws ServiceError if the request fails for good, UserError if the credentials cannot be used,
 *   OtherCredentialsError if they are not those with which the item was prepared
 */
export async function send(
	context: ServiceContext,
	request: ServiceRequest,
	settings: SendSettings = DEFAULT_SETTINGS,
	clock: Clock = clocks.current,
): Promise<ServiceResponse> {
	const { account = new ItemAccount(context) } = settings;
	const credentials = await account.readForRequest(clock);
	const sending = new RequestSender(context, request, settings, clock, credentials).run();
	return await sending.catch(async (error: unknown) => {
		if (isRejectedByCredentials(error)) await account.requireSame();
		throw error;
	});
}

/** One request on its way: where it goes, and its attempts so far. */
class RequestSender {
	private readonly attempts: AttemptHistory = {
		count: 0,
		rateLimited: 0,
		internalErrors: 0,
		outcomeUnknown: false,
	};

	private readonly options: RetryOptions;

	private readonly limiter: RateLimiter;

	private readonly redactor: Redactor;

	private readonly redirects: Redirects;

	constructor(
		private readonly context: ServiceContext,
		private readonly request: ServiceRequest,
		private readonly settings: SendSettings,
		private readonly clock: Clock,
		private readonly credentials: ServiceCredentials,
	) {
		const { apiKey, baseUrl } = credentials;
		this.options = { ...settings, safety: retrySafety(request.method) };
		this.limiter = rateLimiterFor(baseUrl, apiKey, clock);
		this.redactor = new Redactor(apiKey);
		// The query becomes part of the URL once: a redirect names the whole next URL (RFC 9110, section 10.2.2).
		const url = request.url ?? withQuery(`${baseUrl}${request.path}`, request.query);
		this.redirects = new Redirects(url, credentials);
	}

	/** Makes attempts until one succeeds or the policy gives up. */
	async run(): Promise<ServiceResponse> {
		for (;;) {
			const attempt = await this.attempt();
			const { response, outcome, problem } = attempt;
			if (this.isRedirected(response)) continue;
			this.count(outcome);
			const step = nextStep(outcome, this.attempts, this.options, this.clock.random());
			if (step.action === 'retry') await this.prepareRetry(step, outcome.status);
			else if (response && response.status < 300 && problem === undefined) return response;
			else throw this.errorOf(attempt, step);
		}
	}

	/** Waits for the rate limit, sends the request once and reads the response to its end. */
	private async attempt(): Promise<Attempt> {
		const { redirects, clock, settings } = this;
		redirects.assertAllowed(this.attempts.count + 1);
		const permit = redirects.leftOrigin ? undefined : await this.acquire();
		const idleMs = this.request.requestOptions?.timeout || DEFAULT_TIMEOUT_MS;
		const { signal, maxDurationMs: totalMs = DEFAULT_DURATION_MS } = settings;
		const limits = new TimeLimits(clock, { idleMs, totalMs }, signal);
		const { maxTextBytes = DEFAULT_TEXT_BYTES } = settings;
		const key = redirects.leftOrigin ? undefined : this.credentials;
		const { context, request, redactor } = this;
		const input = { context, request, url: redirects.url, key, redactor, maxTextBytes };
		let response: ServiceResponse | undefined;
		let body: Body | undefined;
		let retryAfterMs: number | undefined;
		try {
			const received = await requestOnce(input, limits);
			const { status, headers } = received;
			body = received.body;
			response = { status, headers, body: undefined };
			// The rate limiter only needs the headers, and other requests must not wait for a long download.
			if (status < 300) permit?.release({ status, headers });
			response.body = await this.read(response, body);
			retryAfterMs = readRetryAfter(response.body, headers, clock.now());
			return { response, outcome: { status, retryAfterMs } };
		} catch (error) {
			signal?.throwIfAborted();
			if (!(error instanceof NotSentError)) return attemptAfter(error, response, body);
			permit?.release();
			throw error.cause;
		} finally {
			limits.end();
			permit?.release({ status: response?.status, headers: response?.headers, retryAfterMs });
		}
	}

	/** Reads the body of a response, and passes it on if it is the expected one. */
	private async read(response: ServiceResponse, body: Body): Promise<unknown> {
		const { status } = response;
		if (status >= 300) return await body.readError();
		// A 101 without a protocol looks like an empty response, but is not one.
		if (status < 200) throw new UnusableResponseError('brokenJson');
		// No request asks for a part of a resource.
		if (status === 206) throw new ConnectionError('PARTIAL_CONTENT', true);
		return await (this.request.receive?.(response, body) ?? readJson(response, body));
	}

	/** Whether the next request goes where a response redirects to. */
	private isRedirected(response: ServiceResponse | undefined): boolean {
		const target = this.redirects.targetOf(response);
		if (target === undefined || this.options.safety !== 'safe') return false;
		return this.redirects.follow(target, this.request.receive !== undefined);
	}

	private count({ status }: AttemptOutcome): void {
		this.attempts.count += 1;
		if (status === 429) this.attempts.rateLimited += 1;
		if (status === 500) this.attempts.internalErrors += 1;
	}

	private async acquire(): Promise<Permit> {
		const { settings, attempts } = this;
		const acquiring = this.limiter.acquire({
			signal: settings.signal,
			maxWaitMs: settings.onRateLimit === 'fail' ? 0 : settings.maxWaitMs,
			onWait: (ms) => settings.onPause?.('the rate limit has been reached', ms),
		});
		const permit = await acquiring.catch((error: unknown) => {
			if (!(error instanceof RateLimitWaitError)) throw error;
			throw new ServiceError({
				status: 429,
				pauseSeconds: Math.ceil(error.waitMs / 1000),
				mayWait: settings.onRateLimit !== 'fail',
				attempts: attempts.count,
				outcomeUnknown: attempts.outcomeUnknown,
			});
		});
		settings.onWaited?.(permit.waitedMs);
		return permit;
	}

	private async prepareRetry(
		step: Extract<NextStep, { action: 'retry' }>,
		status?: number,
	): Promise<void> {
		const { attempts, settings } = this;
		attempts.outcomeUnknown = step.outcomeUnknown;
		settings.onRetry?.();
		// After a 429, the rate limiter pauses all requests.
		if (status === 429 && !this.redirects.leftOrigin) return;
		settings.onPause?.(step.reason, step.delayMs);
		await this.clock.sleep(step.delayMs, settings.signal);
	}

	/** Returns the error of a request whose last attempt failed for good. */
	private errorOf(attempt: Attempt, step: NextStep): ServiceError {
		const { request, attempts, options, redactor } = this;
		const failure = failureOf(attempt, step, request, attempts, options, redactor);
		const redirectedTo = this.redirects.targetOf(attempt.response)?.host;
		return new ServiceError({ ...failure, redirectedTo });
	}
}
