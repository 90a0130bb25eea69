import { type Clock, clocks } from '../clock';
import type { ServiceCredentials } from '../credentials/credentials';
import { hasSameAccess } from '../credentials/expectedCredentials';
import { Redactor } from '../credentials/redact';
import { ServiceError } from '../errors/failure';
import { type Permit, type RateLimiter, RateLimitWaitError } from '../rateLimit/rateLimiter';
import { rateLimiterFor } from '../rateLimit/rateLimiters';
import { NotStoredError } from '../response/notStored';
import { errorEnvelope, type ServiceResponse, UnusableResponseError } from '../response/response';
import { TimeLimits } from '../response/timeLimits';
import { RunAccount } from './account';
import { type Attempt, tryOnce } from './attempt';
import { withQuery } from './query';
import { Redirects, redirectTarget } from './redirects';
import {
	DEFAULT_TIMEOUT_MS,
	isRejectedByCredentials,
	type ServiceContext,
	type ServiceRequest,
} from './requestOnce';
import {
	type AttemptHistory,
	type NextStep,
	nextStep,
	outcomeUnknownAfterResponse,
	type RetryOptions,
	retrySafety,
} from './retryPolicy';

/** How a request may wait and be retried. */
export interface SendSettings extends Omit<RetryOptions, 'safety'> {
	/** Shared by the requests of a run. Without it, the credentials are read for each request. */
	account?: RunAccount;
	/** The longest duration of one attempt, from sending to the last byte, ms (`maxDuration`, seconds). */
	maxDurationMs?: number;
	/** Most bytes of a response that is not a file (`maxJsonSize`, MB). */
	maxTextBytes?: number;
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

const MAX_TEXT_BYTES = 100_000_000;

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
	const sendAs = async (credentials: ServiceCredentials) =>
		await new RequestSender(context, request, settings, clock, credentials).send();
	const shared = await account.read(context, clock);
	return await sendAs(shared).catch(async (error: unknown) => {
		// The request may have been prepared with credentials that this item does not have. Nothing was sent then.
		if (!isRejectedByCredentials(error)) throw error;
		const own = await account.read(context, clock, true);
		if (hasSameAccess(own, shared)) throw error;
		return await sendAs(own);
	});
}

/** An attempt after its redirects. */
interface FollowedAttempt extends Attempt {
	/** Host of a redirect that was not followed. */
	redirectedTo?: string;
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

	async send(): Promise<ServiceResponse> {
		for (;;) {
			const attempt = await this.attempt();
			const step = nextStep(attempt.outcome, this.attempts, this.options, this.clock.random());
			const { response, problem } = attempt;
			if (step.action === 'retry') await this.prepareRetry(step, attempt.outcome.status);
			else if (response && response.status < 300 && problem === undefined) return response;
			else throw this.failureOf(attempt, step);
		}
	}

	/** Makes one attempt, and follows its redirects. Each waits for the rate limit before. */
	private async attempt(): Promise<FollowedAttempt> {
		const { request, redirects, redactor, context, settings, credentials } = this;
		const { signal, maxDurationMs: totalMs = MAX_DURATION_MS } = settings;
		const idleMs = request.requestOptions?.timeout || DEFAULT_TIMEOUT_MS;
		const maxTextBytes = settings.maxTextBytes ?? MAX_TEXT_BYTES;
		for (;;) {
			redirects.assertAllowed(this.attempts.count + 1);
			const permit = redirects.leftOrigin ? undefined : await this.acquire();
			const limits = new TimeLimits(this.clock, { idleMs, totalMs }, signal);
			const key = redirects.leftOrigin ? undefined : credentials;
			const input = { context, request, url: redirects.url, key, redactor, maxTextBytes };
			const attempt = await tryOnce(input, limits, permit, () => this.clock.now(), signal);
			const target = redirectTarget(attempt.response, redirects.url);
			const isFollowed =
				target !== undefined &&
				this.options.safety === 'safe' &&
				redirects.follow(target, request.receive !== undefined);
			if (isFollowed) continue;
			this.count(attempt);
			return { ...attempt, redirectedTo: target?.host };
		}
	}

	private count({ outcome: { status } }: Attempt): void {
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
				attempts: attempts.count,
				outcomeUnknown: attempts.outcomeUnknown,
			});
		});
		settings.onWaited?.(permit.waitedMs);
		return permit;
	}

	private async prepareRetry(
		step: Extract<NextStep, { action: 'retry' }>,
		status: number | undefined,
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
	private failureOf(attempt: FollowedAttempt, step: NextStep): ServiceError {
		const { request, attempts, options } = this;
		const { response, problem, outcome } = attempt;
		const { status, networkCode, retryAfterMs } = outcome;
		const unusable = problem instanceof UnusableResponseError ? problem : undefined;
		const { code, message } = response ? errorEnvelope(unusable?.body ?? response.body) : {};
		const outcomeUnknown =
			attempts.outcomeUnknown ||
			(step.action === 'fail' && step.outcomeUnknown) ||
			(status !== undefined && status < 400 && this.mayBeDone(status, problem));
		return new ServiceError({
			status,
			code,
			serviceMessage: message,
			networkCode,
			isSent: outcome.isSent,
			unusableReason: unusable?.reason,
			...this.explainProblem(problem),
			redirectedTo: attempt.redirectedTo,
			pauseSeconds:
				status === 429 && retryAfterMs !== undefined ? Math.ceil(retryAfterMs / 1000) : undefined,
			attempts: attempts.count,
			outcomeUnknown: options.safety !== 'safe' && outcomeUnknown,
			isWrite: options.safety !== 'safe',
			sendsMessage: request.method === 'POST' && request.path === '/messages',
			retryWritesHelps:
				options.safety === 'unsafe' &&
				!options.retryWrites &&
				nextStep(outcome, attempts, { ...options, retryWrites: true }, 0).action === 'retry',
		});
	}

	/** Whether a response below 400 that cannot be used may follow completed work. */
	private mayBeDone(status: number, problem: unknown): boolean {
		if (problem === undefined) return outcomeUnknownAfterResponse(status, undefined);
		if (!(problem instanceof UnusableResponseError)) return true;
		return outcomeUnknownAfterResponse(status, problem.reason);
	}

	/** Returns what n8n says about a response that it could not process. */
	private explainProblem(problem: unknown): {
		storageMessage?: string;
		processingMessage?: string;
	} {
		if (problem === undefined || problem instanceof UnusableResponseError) return {};
		const message = this.redactor.text(
			problem instanceof Error ? problem.message : String(problem),
		);
		return problem instanceof NotStoredError
			? { storageMessage: message }
			: { processingMessage: message };
	}
}
