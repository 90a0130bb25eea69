import { type Clock, clocks } from '../clock';
import { hasSameAccess } from '../credentials/expectedCredentials';
import type { ServiceResponse } from '../response/response';
import { type Account, RunAccount } from './account';
import { attemptRequest, type Sending, type SendSettings } from './attemptRequest';
import { failureOf } from './failureOf';
import { withQuery } from './query';
import { Redirects } from './redirects';
import { isRejectedByCredentials, type ServiceContext, type ServiceRequest } from './requestOnce';
import { type NextStep, nextStep, retrySafety } from './retryPolicy';

export const DEFAULT_SETTINGS: SendSettings = {
	onRateLimit: 'wait',
	maxWaitMs: 300_000,
	retryWrites: false,
};

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
	const { account = new RunAccount() } = settings;
	const attempts = { count: 0, rateLimited: 0, internalErrors: 0, outcomeUnknown: false };
	const sendAs = async ({ credentials, limiter, redactor }: Account) => {
		// The query becomes part of the URL once: a redirect names the whole next URL (RFC 9110, section 10.2.2).
		const url = request.url ?? withQuery(`${credentials.baseUrl}${request.path}`, request.query);
		return await sendUntilDone({
			context,
			request,
			settings,
			clock,
			credentials,
			limiter,
			redactor,
			options: { ...settings, safety: retrySafety(request.method) },
			redirects: new Redirects(url, credentials),
			attempts,
		});
	};
	const shared = await account.read(context, clock);
	return await sendAs(shared).catch(async (error: unknown) => {
		// The request may have been prepared with credentials that this item does not have.
		if (!isRejectedByCredentials(error)) throw error;
		const own = await account.read(context, clock, true);
		if (hasSameAccess(own.credentials, shared.credentials)) throw error;
		return await sendAs(own);
	});
}

async function sendUntilDone(sending: Sending): Promise<ServiceResponse> {
	for (;;) {
		const attempt = await attemptRequest(sending);
		const random = sending.clock.random();
		const step = nextStep(attempt.outcome, sending.attempts, sending.options, random);
		if (step.action === 'retry') await prepareRetry(sending, step, attempt.outcome.status);
		else if (attempt.isUsable) return attempt.response;
		else throw failureOf(sending, attempt, step);
	}
}

async function prepareRetry(
	{ attempts, settings, redirects, clock }: Sending,
	step: Extract<NextStep, { action: 'retry' }>,
	status: number | undefined,
): Promise<void> {
	attempts.outcomeUnknown = step.outcomeUnknown;
	settings.onRetry?.();
	// After a 429, the rate limiter pauses all requests.
	if (status === 429 && !redirects.leftOrigin) return;
	settings.onPause?.(step.reason, step.delayMs);
	await clock.sleep(step.delayMs, settings.signal);
}
