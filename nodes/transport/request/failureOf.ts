import { ServiceError } from '../errors/failure';
import { errorEnvelope } from '../response/response';
import type { FollowedAttempt, Sending } from './attemptRequest';
import { nextStep, type NextStep, outcomeUnknownAfterResponse } from './retryPolicy';

/** @returns the error of a request whose last attempt failed for good */
export function failureOf(
	{ request, attempts, options, redactor }: Sending,
	attempt: FollowedAttempt,
	step: NextStep,
): ServiceError {
	const { response, unusable, storageError, outcome } = attempt;
	const { status, networkCode, retryAfterMs } = outcome;
	const { code, message } = response ? errorEnvelope(unusable ? unusable.body : response.body) : {};
	const outcomeUnknown =
		attempts.outcomeUnknown ||
		outcomeUnknownAfterUnusable(attempt) ||
		(step.action === 'fail' && step.outcomeUnknown);
	return new ServiceError({
		status,
		code,
		serviceMessage: message,
		networkCode,
		unusableReason: response && unusable?.reason,
		storageMessage: storageError && redactor.text(storageError.message),
		redirectedTo: attempt.redirectedTo,
		pauseSeconds:
			status === 429 && retryAfterMs !== undefined ? Math.ceil(retryAfterMs / 1000) : undefined,
		attempts: attempts.count,
		outcomeUnknown: options.safety !== 'safe' && outcomeUnknown,
		sendsMessage: request.method === 'POST' && request.path === '/messages',
		retryWritesHelps:
			options.safety === 'unsafe' &&
			!options.retryWrites &&
			nextStep(outcome, attempts, { ...options, retryWrites: true }, 0).action === 'retry',
	});
}

/** Whether a response that is not an error, but cannot be used, may follow completed work. */
function outcomeUnknownAfterUnusable({
	outcome,
	unusable,
	storageError,
}: FollowedAttempt): boolean {
	if (storageError) return true;
	const { status } = outcome;
	return (
		status !== undefined && status < 400 && outcomeUnknownAfterResponse(status, unusable?.reason)
	);
}
