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

/** How a request may wait and repeat; the node's options in brackets. */
export interface SendSettings {
	/** At the rate limit (`onRateLimit`). */
	onRateLimit: 'wait' | 'fail';
	/** Longest single pause for the limit, in milliseconds (`maxWait`, seconds). */
	maxWaitMs: number;
	/** Writes repeat like reads (`retryWrites`). */
	retryWrites: boolean;
	/** The longest that one try may take, in milliseconds, from sending to the last byte (`maxDuration`, seconds). */
	maxDurationMs?: number;
	signal?: AbortSignal;
	/** Told of each pause and repetition as it begins, for the user's log. */
	onPause?: (reason: string, ms: number) => void;
	/** Told how long each try waited for the rate limit, ms. */
	onWaited?: (ms: number) => void;
	/** Told of each repetition. */
	onRetry?: () => void;
}

export const DEFAULT_SETTINGS: SendSettings = {
	onRateLimit: 'wait',
	maxWaitMs: 300_000,
	retryWrites: false,
};

const MAX_REDIRECTS = 5;

/** Long enough for a file of some GB, short enough that a trickle does not hold a workflow for days. */
export const MAX_DURATION_MS = 3_600_000;

/**
 * Sends one request to the service: the only way there, for the node, its lists and the trigger.
 *
 * @param context the calling n8n context; its credentials of type `messagingIntegrationApi` are used
 * @param request method, path and values
 * @param settings waiting and repeating
 * @param clock injected by tests
 * @returns the response, always 2xx and readable
 * @throws ServiceError when it failed for good, UserError when the credentials cannot be used
 */
export async function send(
	context: ServiceContext,
	request: ServiceRequest,
	settings: SendSettings = DEFAULT_SETTINGS,
	clock: Clock = clocks.current,
): Promise<ServiceResponse> {
	const account = parseCredentials(await context.getCredentials(CREDENTIALS));
	const limiter = rateLimiterFor(account.baseUrl, account.apiKey, clock);
	const redactor = new Redactor(account.apiKey);
	const safety = retrySafety(request.method);
	const home = new URL(account.baseUrl).origin;
	const { onRateLimit, maxWaitMs, retryWrites, signal, maxDurationMs = MAX_DURATION_MS } = settings;
	// The query becomes part of the URL once: a redirect names the whole next URL (RFC 9110, section 10.2.2).
	let url = request.address ?? withQuery(`${account.baseUrl}${request.path}`, request.query);
	let rateLimitedTimes = 0;
	let internalErrors = 0;
	let outcomeUnknown = false;
	let redirects = 0;
	let isAway = false;
	for (let attempt = 1; ; ) {
		// Once away from home, a redirect back does not bring the key into play again.
		isAway ||= new URL(url).origin !== home;
		assertAllowedDomain(account, url);
		if (isAway) requireFetchable(url, account.baseUrl, attempt);
		const permit = isAway ? undefined : await acquire(limiter, settings, attempt, outcomeUnknown);
		if (permit) settings.onWaited?.(permit.waitedMs);
		const { response, networkCode, retryAfterMs, unusable, notStored } = await tryOnce({
			context, request, url, permit, maxDurationMs, signal, clock, redactor,
		});
		const redirected = response && redirectTarget(response, url);
		if (redirected && safety === 'safe' && redirects < MAX_REDIRECTS) {
			redirects += 1;
			// Only a file may be at another host.
			if (redirected.origin === home || request.receive) {
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
			// The rate limiter knows of a 429 and waits for everyone.
			if (response?.status === 429 && !isAway) continue;
			settings.onPause?.(step.reason, step.delayMs);
			await clock.sleep(step.delayMs, signal);
			continue;
		}
		if (response && response.status < 300 && !unusable && !notStored) return response;
		const unclear = response !== undefined && response.status < 400 && mayFollowWork(response.status, unusable?.why);
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
				(outcomeUnknown || unclear || notStored !== undefined || (step.action === 'fail' && step.outcomeUnknown)),
			retryWritesHelps: safety === 'unsafe' && !retryWrites && nextStep({ ...input, retryWrites: true }).action === 'retry',
		});
	}
}

/** @throws ServiceError where the file may not be fetched from there */
function requireFetchable(url: string, baseUrl: string, attempts: number): void {
	const refusedUrlPart = refusedFileUrl(new URL(url), new URL(baseUrl));
	if (refusedUrlPart === undefined) return;
	throw new ServiceError({ status: 200, refusedUrlPart, attempts, outcomeUnknown: false });
}

/** @param attempt the try that is to be let in; an earlier one may have been processed (`outcomeUnknown`) */
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

/** Reads, requests that may be repeated by their nature (RFC 9110, section 9.2.2), and writes. */
export function retrySafety(method: string): RetrySafety {
	if (method === 'GET' || method === 'HEAD') return 'safe';
	return method === 'PUT' || method === 'DELETE' ? 'idempotent' : 'unsafe';
}
