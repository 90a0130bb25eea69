import { CREDENTIALS, parseCredentials, assertAllowedDomain } from '../credentials/credentials';
import { type ServiceResponse, errorEnvelope, header, type Unusable } from '../response/response';
import { tryOnce } from './attempt';
import { type Clock, clocks } from '../clock';
import type { ServiceContext, ServiceRequest } from './requestOnce';
import { type Failure, ServiceError } from '../errors/failure';
import { refusedFileUrl } from '../credentials/fileUrl';
import { withQuery } from './query';
import { type Permit, type RateLimiter, RateLimitWaitTooLong } from '../rateLimit/rateLimiter';
import { rateLimiterFor } from '../rateLimit/rateLimiters';
import { Redactor } from '../credentials/redact';
import { mayFollowWork, nextStep, type Outcome, type PolicyInput, type RetrySafety } from './retryPolicy';

/** How a request may wait and be retried; the node's options in parentheses. */
export interface SendSettings {
	/** What to do at the rate limit (`onRateLimit`). */
	onRateLimit: 'wait' | 'fail';
	/** The longest single pause for the rate limit, ms (`maxWait`, seconds). */
	maxWaitMs: number;
	/** Whether to retry writes even if they may have been carried out (`retryWrites`). */
	retryWrites: boolean;
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

const MAX_REDIRECTS = 5;

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
	const credentials = parseCredentials(await context.getCredentials(CREDENTIALS));
	const limiter = rateLimiterFor(credentials.baseUrl, credentials.apiKey, clock);
	const redactor = new Redactor(credentials.apiKey);
	const safety = retrySafety(request.method);
	const origin = new URL(credentials.baseUrl).origin;
	const { onRateLimit, maxWaitMs, retryWrites, signal, maxDurationMs = MAX_DURATION_MS } = settings;
	// The query becomes part of the URL once: a redirect names the whole next URL (RFC 9110, section 10.2.2).
	let url = request.address ?? withQuery(`${credentials.baseUrl}${request.path}`, request.query);
	let rateLimitedTimes = 0;
	let internalErrors = 0;
	let outcomeUnknown = false;
	let redirects = 0;
	let leftOrigin = false;
	for (let attempt = 1; ; ) {
		// After leaving the origin, a redirect back must not send the API key again.
		leftOrigin ||= new URL(url).origin !== origin;
		assertAllowedDomain(credentials, url);
		if (leftOrigin) assertFileUrlAllowed(url, credentials.baseUrl, attempt);
		const permit = leftOrigin ? undefined : await acquire(limiter, settings, attempt, outcomeUnknown);
		if (permit) settings.onWaited?.(permit.waitedMs);
		const { response, networkCode, retryAfterMs, unusable, notStored } = await tryOnce({
			context, request, url, permit, maxDurationMs, signal, clock, redactor,
		});
		const redirected = response && redirectTarget(response, url);
		if (redirected && safety === 'safe' && redirects < MAX_REDIRECTS) {
			redirects += 1;
			// Only files may be on another host.
			if (redirected.origin === origin || request.receive) {
				url = redirected.href;
				continue;
			}
		}
		if (response?.status === 429) rateLimitedTimes += 1;
		if (response?.status === 500) internalErrors += 1;
		const outcome: Outcome = { status: response?.status, errorCode: networkCode, retryAfterMs };
		const input: PolicyInput = {
			safety,
			attempt,
			outcome,
			onRateLimit,
			maxWaitMs,
			retryWrites,
			random: clock.random(),
			rateLimitedTimes,
			internalErrors,
			outcomeWasUnknown: outcomeUnknown,
		};
		const step = nextStep(input);
		if (step.action === 'retry') {
			outcomeUnknown = step.outcomeUnknown;
			attempt += 1;
			settings.onRetry?.();
			// After a 429, the rate limiter pauses all requests.
			if (response?.status === 429 && !leftOrigin) continue;
			settings.onPause?.(step.reason, step.delayMs);
			await clock.sleep(step.delayMs, signal);
			continue;
		}
		if (response && response.status < 300 && !unusable && !notStored) return response;
		const maybeProcessed = response !== undefined && response.status < 400 && mayFollowWork(response.status, unusable?.why);
		throw new ServiceError({
			...failureOf(response, unusable),
			networkCode,
			notStored: notStored && redactor.text(notStored.message),
			redirectedTo: redirected?.host,
			pauseSeconds:
				response?.status === 429 && retryAfterMs !== undefined
					? Math.ceil(retryAfterMs / 1000)
					: undefined,
			attempts: attempt,
			outcomeUnknown:
				safety !== 'safe' &&
				(outcomeUnknown || maybeProcessed || notStored !== undefined || (step.action === 'fail' && step.outcomeUnknown)),
			retryWritesHelps: safety === 'unsafe' && !retryWrites && nextStep({ ...input, retryWrites: true }).action === 'retry',
		});
	}
}

/** @throws ServiceError if a file must not be fetched from this URL */
function assertFileUrlAllowed(url: string, baseUrl: string, attempts: number): void {
	const refusedUrlPart = refusedFileUrl(new URL(url), new URL(baseUrl));
	if (refusedUrlPart === undefined) return;
	throw new ServiceError({ status: 200, refusedUrlPart, attempts, outcomeUnknown: false });
}

/** @param outcomeUnknown whether an earlier attempt may have been processed */
async function acquire(limiter: RateLimiter, settings: SendSettings, attempt: number, outcomeUnknown: boolean): Promise<Permit> {
	const acquiring = limiter.acquire({
		signal: settings.signal,
		maxWaitMs: settings.onRateLimit === 'fail' ? 0 : settings.maxWaitMs,
		onWait: (ms) => settings.onPause?.('the rate limit is reached', ms),
	});
	return await acquiring.catch((error: unknown) => {
		if (!(error instanceof RateLimitWaitTooLong)) throw error;
		throw new ServiceError({
			status: 429,
			pauseSeconds: Math.ceil(error.waitMs / 1000),
			attempts: attempt - 1,
			outcomeUnknown,
		});
	});
}

function failureOf(
	response: ServiceResponse | undefined,
	unusable: Unusable | undefined,
): Pick<Failure, 'status' | 'code' | 'serviceMessage' | 'unreadable'> {
	if (!response) return {};
	const { code, message } = errorEnvelope(unusable ? unusable.body : response.body);
	return { status: response.status, code, serviceMessage: message, unreadable: unusable?.why };
}

function redirectTarget(response: ServiceResponse, from: string): URL | undefined {
	const location = header(response.headers, 'location');
	if (response.status < 300 || response.status >= 400 || location === undefined) return undefined;
	try {
		return new URL(location, from);
	} catch {
		return undefined;
	}
}

/** Classifies a method by RFC 9110, section 9.2. */
export function retrySafety(method: string): RetrySafety {
	if (method === 'GET' || method === 'HEAD') return 'safe';
	return method === 'PUT' || method === 'DELETE' ? 'idempotent' : 'unsafe';
}
