import type { Clock } from '../clock';
import { ServiceError } from '../errors/failure';
import { type Permit, RateLimitWaitTooLong } from '../rateLimit/rateLimiter';
import type { ServiceResponse } from '../response/response';
import type { Account, RunAccount } from './account';
import { type Attempt, tryOnce } from './attempt';
import { type Redirects, redirectTarget } from './redirects';
import type { ServiceContext, ServiceRequest } from './requestOnce';
import type { AttemptHistory, AttemptOutcome, RetryOptions } from './retryPolicy';

/** How a request may wait and be retried. */
export interface SendSettings extends Omit<RetryOptions, 'safety'> {
	/** Shared by the requests of a run. Without it, the credentials are read for each request. */
	account?: RunAccount;
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

/** Long enough for files of several GB, short enough that a very slow response does not block a workflow for days. */
const MAX_DURATION_MS = 3_600_000;

/** A request that is being sent. Attempts change `redirects` and `attempts`. */
export interface Sending extends Account {
	context: ServiceContext;
	request: ServiceRequest;
	settings: SendSettings;
	clock: Clock;
	options: RetryOptions;
	redirects: Redirects;
	attempts: AttemptHistory;
}

/** How an attempt ended, after its redirects. */
export type FollowedAttempt = Attempt & {
	outcome: AttemptOutcome;
	/** Host of a redirect that was not followed. */
	redirectedTo?: string;
} & ({ isUsable: true; response: ServiceResponse } | { isUsable: false });

/**
 * Makes one attempt at a request, waits for the rate limit before, and follows redirects.
 *
 * @throws ServiceError if the wait would be too long or a redirect is not allowed, and the errors of `tryOnce`
 */
export async function attemptRequest(sending: Sending): Promise<FollowedAttempt> {
	const { request, settings, redirects, attempts, options } = sending;
	const { signal, maxDurationMs = MAX_DURATION_MS } = settings;
	for (;;) {
		redirects.assertAllowed(attempts.count + 1);
		const permit = redirects.leftOrigin ? undefined : await acquire(sending);
		const attempt = await tryOnce({
			...sending,
			url: redirects.url,
			permit,
			maxDurationMs,
			signal,
		});
		const target = redirectTarget(attempt.response, redirects.url);
		const isFollowed =
			target !== undefined &&
			options.safety === 'safe' &&
			redirects.follow(target, request.receive !== undefined);
		if (!isFollowed) return count(attempts, attempt, target?.host);
	}
}

function count(history: AttemptHistory, attempt: Attempt, redirectedTo?: string): FollowedAttempt {
	const { response, networkCode, retryAfterMs, unusable, storageError } = attempt;
	const status = response?.status;
	history.count += 1;
	if (status === 429) history.rateLimited += 1;
	if (status === 500) history.internalErrors += 1;
	const followed = { ...attempt, outcome: { status, networkCode, retryAfterMs }, redirectedTo };
	const isUsable = response && response.status < 300 && !unusable && !storageError;
	return isUsable ? { ...followed, isUsable, response } : { ...followed, isUsable: false };
}

async function acquire({ limiter, settings, attempts }: Sending): Promise<Permit> {
	const acquiring = limiter.acquire({
		signal: settings.signal,
		maxWaitMs: settings.onRateLimit === 'fail' ? 0 : settings.maxWaitMs,
		onWait: (ms) => settings.onPause?.('the rate limit has been reached', ms),
	});
	const permit = await acquiring.catch((error: unknown) => {
		if (!(error instanceof RateLimitWaitTooLong)) throw error;
		throw new ServiceError({
			status: 429,
			pauseSeconds: Math.ceil(error.waitMs / 1000),
			attempts: attempts.count,
			outcomeUnknown: attempts.outcomeUnknown,
		});
	});
	settings.onWaited?.(permit.waitedMs);
	return permit;
}
