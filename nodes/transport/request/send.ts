import { CREDENTIAL_TYPE, parseCredentials } from '../credentials/credentials';
import { type ServiceResponse, errorEnvelope } from '../response/response';
import { type Attempt, tryOnce } from './attempt';
import { type Clock, clocks } from '../clock';
import type { ServiceContext, ServiceRequest } from './requestOnce';
import { type Failure, ServiceError } from '../errors/failure';
import { withQuery } from './query';
import { type Permit, type RateLimiter, RateLimitWaitTooLong } from '../rateLimit/rateLimiter';
import { rateLimiterFor } from '../rateLimit/rateLimiters';
import { Redirects, redirectTarget } from './redirects';
import { Redactor } from '../credentials/redact';
import {
	type AttemptHistory,
	outcomeUnknownAfterResponse,
	nextStep,
	type AttemptOutcome,
	type RetryOptions,
	retrySafety,
} from './retryPolicy';

/** How a request may wait and be retried. */
export interface SendSettings extends Omit<RetryOptions, 'safety'> {
	/** The longest duration of one attempt, from sending to the last byte, ms (`maxDuration`, seconds). */
	maxDurationMs?: number;
	signal?: AbortSignal;
	/** Called when a pause begins, for the user's log. */
	onPause?: (reason: string, ms: number) => void;
	/** Called with the time that each attempt waited for the rate limit, ms. */
	onWaited?: (ms: number) => void;
	/** Called for each retry. */
	onRetry?: () => void;
}

export const DEFAULT_SETTINGS: SendSettings = {
	onRateLimit: 'wait',
	maxWaitMs: 300_000,
	retryWrites: false,
};

/** Long enough for files of several GB, short enough that a very slow response does not block a workflow for days. */
export const MAX_DURATION_MS = 3_600_000;

/**
 * Sends a request to the service, with rate limiting, redirects and retries. All requests of this package go through here.
 *
 * @returns the response, always 2xx and readable
 * @throws ServiceError if the request fails for good, UserError if the credentials cannot be used
 */
export async function send(
	context: ServiceContext,
	request: ServiceRequest,
	settings: SendSettings = DEFAULT_SETTINGS,
	clock: Clock = clocks.current,
): Promise<ServiceResponse> {
	const credentials = parseCredentials(await context.getCredentials(CREDENTIAL_TYPE));
	const limiter = rateLimiterFor(credentials.baseUrl, credentials.apiKey, clock);
	const redactor = new Redactor(credentials.apiKey);
	const { signal, maxDurationMs = MAX_DURATION_MS } = settings;
	const options: RetryOptions = { ...settings, safety: retrySafety(request.method) };
	// The query becomes part of the URL once: a redirect names the whole next URL (RFC 9110, section 10.2.2).
	const url = request.url ?? withQuery(`${credentials.baseUrl}${request.path}`, request.query);
	const redirects = new Redirects(url, credentials);
	const attempts: AttemptHistory = {
		count: 0,
		rateLimited: 0,
		internalErrors: 0,
		outcomeUnknown: false,
	};
	for (;;) {
		redirects.assertAllowed(attempts.count + 1);
		const permit = redirects.leftOrigin ? undefined : await acquire(limiter, settings, attempts);
		if (permit) settings.onWaited?.(permit.waitedMs);
		const attempt = await tryOnce({
			context,
			request,
			url: redirects.url,
			permit,
			maxDurationMs,
			signal,
			clock,
			redactor,
		});
		const { response, unusable, storageError } = attempt;
		const target = redirectTarget(response, redirects.url);
		if (
			target &&
			options.safety === 'safe' &&
			redirects.follow(target, request.receive !== undefined)
		)
			continue;
		attempts.count += 1;
		if (response?.status === 429) attempts.rateLimited += 1;
		if (response?.status === 500) attempts.internalErrors += 1;
		const outcome: AttemptOutcome = {
			status: response?.status,
			networkCode: attempt.networkCode,
			retryAfterMs: attempt.retryAfterMs,
		};
		const step = nextStep(outcome, attempts, options, clock.random());
		if (step.action === 'retry') {
			attempts.outcomeUnknown = step.outcomeUnknown;
			settings.onRetry?.();
			// After a 429, the rate limiter pauses all requests.
			if (response?.status === 429 && permit) continue;
			settings.onPause?.(step.reason, step.delayMs);
			await clock.sleep(step.delayMs, signal);
			continue;
		}
		if (response && response.status < 300 && !unusable && !storageError) return response;
		throw new ServiceError({
			...describeAttempt(attempt, redactor),
			redirectedTo: target?.host,
			attempts: attempts.count,
			outcomeUnknown:
				options.safety !== 'safe' &&
				(attempts.outcomeUnknown ||
					outcomeUnknownAfterAttempt(attempt) ||
					(step.action === 'fail' && step.outcomeUnknown)),
			retryWritesHelps:
				options.safety === 'unsafe' &&
				!options.retryWrites &&
				nextStep(outcome, attempts, { ...options, retryWrites: true }, 0).action === 'retry',
		});
	}
}

async function acquire(
	limiter: RateLimiter,
	settings: SendSettings,
	attempts: AttemptHistory,
): Promise<Permit> {
	const acquiring = limiter.acquire({
		signal: settings.signal,
		maxWaitMs: settings.onRateLimit === 'fail' ? 0 : settings.maxWaitMs,
		onWait: (ms) => settings.onPause?.('the rate limit has been reached', ms),
	});
	return await acquiring.catch((error: unknown) => {
		if (!(error instanceof RateLimitWaitTooLong)) throw error;
		throw new ServiceError({
			status: 429,
			pauseSeconds: Math.ceil(error.waitMs / 1000),
			attempts: attempts.count,
			outcomeUnknown: attempts.outcomeUnknown,
		});
	});
}

/** Whether a response that is not an error, but cannot be used, may follow completed work. */
function outcomeUnknownAfterAttempt({ response, unusable, storageError }: Attempt): boolean {
	if (storageError) return true;
	return (
		response !== undefined &&
		response.status < 400 &&
		outcomeUnknownAfterResponse(response.status, unusable?.reason)
	);
}

function describeAttempt(
	{ response, networkCode, retryAfterMs, unusable, storageError }: Attempt,
	redactor: Redactor,
): Partial<Failure> {
	const { code, message } = response ? errorEnvelope(unusable ? unusable.body : response.body) : {};
	return {
		status: response?.status,
		code,
		serviceMessage: message,
		unusableReason: response && unusable?.reason,
		networkCode,
		storageMessage: storageError && redactor.text(storageError.message),
		pauseSeconds:
			response?.status === 429 && retryAfterMs !== undefined
				? Math.ceil(retryAfterMs / 1000)
				: undefined,
	};
}
