import { CREDENTIALS, readAccount, requireAllowedDomain } from '../credentials/credentials';
import { type Answer, errorEnvelope, header, type Unusable } from '../response/response';
import { tryOnce } from './attempt';
import { type Clock, clocks } from '../clock';
import type { ServiceContext, ServiceRequest } from './requestOnce';
import { type Failure, ServiceError } from '../errors/failure';
import { refusedFileUrl } from '../credentials/fileUrl';
import { withQuery } from './query';
import { type Permit, type RateLimiter, RateLimitWaitTooLong } from '../rateLimit/rateLimiter';
import { rateLimiterFor } from '../rateLimit/rateLimiters';
import { Redactor } from '../credentials/redact';
import { mayFollowWork, nextStep, type Outcome, type PolicyInput, type RequestKind } from './retryPolicy';

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
	onRepeat?: () => void;
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
 * @returns the answer, always 2xx and readable
 * @throws ServiceError when it failed for good, AccountError when the credentials cannot be used
 */
export async function send(
	context: ServiceContext,
	request: ServiceRequest,
	settings: SendSettings = DEFAULT_SETTINGS,
	clock: Clock = clocks.current,
): Promise<Answer> {
	const account = readAccount(await context.getCredentials(CREDENTIALS));
	const limiter = rateLimiterFor(account.baseUrl, account.apiKey, clock);
	const redactor = new Redactor(account.apiKey);
	const kind = kindOf(request.method);
	const home = new URL(account.baseUrl).origin;
	const { onRateLimit, maxWaitMs, retryWrites, signal, maxDurationMs = MAX_DURATION_MS } = settings;
	// The query becomes part of the URL once: a redirect names the whole next URL (RFC 9110, section 10.2.2).
	let url = request.address ?? withQuery(`${account.baseUrl}${request.path}`, request.query);
	let rateLimitedTimes = 0;
	let internalErrors = 0;
	let mayHaveHappened = false;
	let redirects = 0;
	let isAway = false;
	for (let attempt = 1; ; ) {
		// Once away from home, a redirect back does not bring the key into play again.
		isAway ||= new URL(url).origin !== home;
		requireAllowedDomain(account, url);
		if (isAway) requireFetchable(url, account.baseUrl, attempt);
		const permit = isAway ? undefined : await acquire(limiter, settings, attempt, mayHaveHappened);
		if (permit) settings.onWaited?.(permit.waitedMs);
		const { answer, fault, retryAfterMs, unusable, notStored } = await tryOnce({
			context, request, url, permit, maxDurationMs, signal, clock, redactor,
		});
		const redirected = answer && redirectTarget(answer, url);
		if (redirected && kind === 'read' && redirects < MAX_REDIRECTS) {
			redirects += 1;
			// Only a file may be at another host.
			if (redirected.origin === home || request.receive) {
				url = redirected.href;
				continue;
			}
		}
		if (answer?.status === 429) rateLimitedTimes += 1;
		if (answer?.status === 500) internalErrors += 1;
		const outcome: Outcome = { status: answer?.status, errorCode: fault, retryAfterMs };
		const input: PolicyInput = {
			kind,
			attempt,
			outcome,
			onRateLimit,
			maxWaitMs,
			retryWrites,
			random: clock.random(),
			rateLimitedTimes,
			internalErrors,
			mayHaveHappenedBefore: mayHaveHappened,
		};
		const step = nextStep(input);
		if (step.action === 'repeat') {
			mayHaveHappened = step.mayHaveHappened;
			attempt += 1;
			settings.onRepeat?.();
			// The rate limiter knows of a 429 and waits for everyone.
			if (answer?.status === 429 && !isAway) continue;
			settings.onPause?.(step.because, step.delayMs);
			await clock.sleep(step.delayMs, signal);
			continue;
		}
		if (answer && answer.status < 300 && !unusable && !notStored) return answer;
		const unclear = answer !== undefined && answer.status < 400 && mayFollowWork(answer.status, unusable?.why);
		throw new ServiceError({
			...failureOf(answer, unusable),
			fault,
			notStored: notStored && redactor.text(notStored.message),
			redirectedTo: redirected?.host,
			pauseSeconds:
				answer?.status === 429 && retryAfterMs !== undefined
					? Math.ceil(retryAfterMs / 1000)
					: undefined,
			attempts: attempt,
			mayHaveHappened:
				kind !== 'read' &&
				(mayHaveHappened || unclear || notStored !== undefined || (step.action === 'giveUp' && step.mayHaveHappened)),
			retryWritesHelps: kind === 'write' && !retryWrites && nextStep({ ...input, retryWrites: true }).action === 'repeat',
		});
	}
}

/** @throws ServiceError where the file may not be fetched from there */
function requireFetchable(url: string, baseUrl: string, attempts: number): void {
	const refusedAddress = refusedFileUrl(new URL(url), new URL(baseUrl));
	if (refusedAddress === undefined) return;
	throw new ServiceError({ status: 200, refusedAddress, attempts, mayHaveHappened: false });
}

/** @param attempt the try that is to be let in; an earlier one may have been processed (`mayHaveHappened`) */
async function acquire(limiter: RateLimiter, settings: SendSettings, attempt: number, mayHaveHappened: boolean): Promise<Permit> {
	const acquiring = limiter.acquire({
		signal: settings.signal,
		maxWaitMs: settings.onRateLimit === 'fail' ? 0 : settings.maxWaitMs,
		onWait: (ms) => settings.onPause?.('the rate limit is used up', ms),
	});
	return await acquiring.catch((error: unknown) => {
		if (!(error instanceof RateLimitWaitTooLong)) throw error;
		throw new ServiceError({
			status: 429,
			pauseSeconds: Math.ceil(error.waitMs / 1000),
			attempts: attempt - 1,
			mayHaveHappened,
		});
	});
}

function failureOf(
	answer: Answer | undefined,
	unusable: Unusable | undefined,
): Pick<Failure, 'status' | 'code' | 'serviceMessage' | 'unreadable'> {
	if (!answer) return {};
	const { code, message } = errorEnvelope(unusable ? unusable.body : answer.body);
	return { status: answer.status, code, serviceMessage: message, unreadable: unusable?.why };
}

function redirectTarget(answer: Answer, from: string): URL | undefined {
	const location = header(answer.headers, 'location');
	if (answer.status < 300 || answer.status >= 400 || location === undefined) return undefined;
	try {
		return new URL(location, from);
	} catch {
		return undefined;
	}
}

/** Reads, requests that may be repeated by their nature (RFC 9110, section 9.2.2), and writes. */
export function kindOf(method: string): RequestKind {
	if (method === 'GET' || method === 'HEAD') return 'read';
	return method === 'PUT' || method === 'DELETE' ? 'replaceable' : 'write';
}
