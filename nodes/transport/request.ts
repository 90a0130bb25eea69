import { CREDENTIALS, readAccount, requireAllowedDomain } from './account';
import { type Answer, errorEnvelope, header, unreadable } from './answer';
import { type Clock, clocks } from './clock';
import { exchange, faultOf, fetchElsewhere, type ServiceContext, type ServiceRequest } from './exchange';
import { type Failure, ServiceError } from './failure';
import { type Gate, type Pass, RateLimitWaitTooLong } from './gate';
import { gateFor } from './gates';
import { withQuery } from './query';
import { readRetryAfter } from './rateLimit';
import { nextStep, type Outcome, type RequestKind } from './retryPolicy';

/** How a request may wait and repeat; the node's options in brackets. */
export interface SendSettings {
	/** At the rate limit (`onRateLimit`). */
	onRateLimit: 'wait' | 'fail';
	/** Longest single pause for the limit, in milliseconds (`maxWait`, seconds). */
	maxWaitMs: number;
	/** Writes repeat like reads (`retryWrites`). */
	retryWrites: boolean;
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
	const gate = gateFor(account.baseUrl, account.apiKey, clock);
	const kind = kindOf(request.method);
	const home = new URL(account.baseUrl).origin;
	// The query becomes part of the URL once: a redirect names the whole next URL (RFC 9110, section 10.2.2).
	const { query, ...rest } = request;
	let url = request.address ?? withQuery(`${account.baseUrl}${request.path}`, query);
	requireAllowedDomain(account, url);
	// For the redirects that n8n's helper follows by itself.
	const elsewhere = { ...request.base, allowedDomains: account.allowedDomains?.join(',') };
	if (new URL(url).origin !== home) return await fetchElsewhere(context, url, elsewhere, settings.signal);
	let rateLimitedTimes = 0;
	let mayHaveHappened = false;
	let redirects = 0;
	for (let attempt = 1; ; ) {
		const { answer, fault, retryAfterMs } = await tryOnce(context, rest, url, gate, settings, clock);
		const redirected = answer && redirectTarget(answer, url);
		if (redirected && kind === 'read' && redirects < MAX_REDIRECTS) {
			redirects += 1;
			url = redirected.href;
			if (redirected.origin === home) continue;
			if (request.stream) {
				requireAllowedDomain(account, url);
				return await fetchElsewhere(context, url, elsewhere, settings.signal);
			}
		}
		if (answer?.status === 429) rateLimitedTimes += 1;
		const outcome: Outcome = { status: answer?.status, errorCode: fault, retryAfterMs };
		const { onRateLimit, maxWaitMs, retryWrites } = settings;
		const step = nextStep({
			kind,
			attempt,
			outcome,
			onRateLimit,
			maxWaitMs,
			retryWrites,
			random: clock.random(),
			rateLimitedTimes,
			mayHaveHappenedBefore: mayHaveHappened,
		});
		if (step.action === 'repeat') {
			mayHaveHappened = step.mayHaveHappened;
			attempt += 1;
			settings.onRepeat?.();
			// The gate knows of a 429 and waits it out for everyone.
			if (answer?.status === 429) continue;
			settings.onPause?.(step.because, step.delayMs);
			await clock.sleep(step.delayMs, settings.signal);
			continue;
		}
		const bad = answer && answer.status < 300 ? unreadable(answer) : undefined;
		if (answer && answer.status < 300 && bad === undefined) return answer;
		throw new ServiceError({
			...failureOf(answer),
			fault,
			redirectedTo: redirected?.host,
			pauseSeconds:
				answer?.status === 429 && retryAfterMs !== undefined
					? Math.ceil(retryAfterMs / 1000)
					: undefined,
			attempts: attempt,
			mayHaveHappened:
				(step.action === 'giveUp' && step.mayHaveHappened) ||
				(kind !== 'read' && (bad === 'brokenJson' || bad === 'html')),
		});
	}
}

interface Attempt {
	answer?: Answer;
	fault?: string;
	retryAfterMs?: number;
}

async function tryOnce(
	context: ServiceContext,
	request: ServiceRequest,
	url: string,
	gate: Gate,
	settings: SendSettings,
	clock: Clock,
): Promise<Attempt> {
	const pass = await enter(gate, settings);
	settings.onWaited?.(pass.waitedMs);
	let answer: Answer | undefined;
	let retryAfterMs: number | undefined;
	try {
		answer = await exchange(context, request, url);
		retryAfterMs = readRetryAfter(answer.body, answer.headers, clock.now());
		return { answer, retryAfterMs };
	} catch (error) {
		settings.signal?.throwIfAborted();
		return { fault: faultOf(error) };
	} finally {
		pass.leave({ status: answer?.status, headers: answer?.headers, retryAfterMs });
	}
}

async function enter(gate: Gate, settings: SendSettings): Promise<Pass> {
	const entering = gate.enter({
		signal: settings.signal,
		maxWaitMs: settings.onRateLimit === 'fail' ? 0 : settings.maxWaitMs,
		onWait: (ms) => settings.onPause?.('the rate limit is used up', ms),
	});
	return await entering.catch((error: unknown) => {
		if (!(error instanceof RateLimitWaitTooLong)) throw error;
		throw new ServiceError({
			status: 429,
			pauseSeconds: Math.ceil(error.waitMs / 1000),
			attempts: 0,
			mayHaveHappened: false,
		});
	});
}

function failureOf(answer: Answer | undefined): Pick<Failure, 'status' | 'code' | 'serviceMessage' | 'unreadable'> {
	if (!answer) return {};
	const { code, message } = errorEnvelope(answer.body);
	return {
		status: answer.status,
		code,
		serviceMessage: message,
		unreadable: answer.status < 300 ? unreadable(answer) : undefined,
	};
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
