import { Redactor } from '../../../../nodes/transport/credentials/redact';
import type { FollowedAttempt, Sending } from '../../../../nodes/transport/request/attemptRequest';
import { failureOf } from '../../../../nodes/transport/request/failureOf';
import type { ServiceRequest } from '../../../../nodes/transport/request/requestOnce';
import {
	nextStep,
	retrySafety,
	type AttemptOutcome,
	type RetryOptions,
} from '../../../../nodes/transport/request/retryPolicy';
import { DEFAULT_SETTINGS } from '../../../../nodes/transport/request/send';

/** The failure of a request whose first attempt was its last. */
function failureAfter(
	{ method, path = '/instances' }: Pick<ServiceRequest, 'method'> & { path?: string },
	outcome: AttemptOutcome,
	settings: Partial<RetryOptions> = {},
) {
	const options = { ...DEFAULT_SETTINGS, ...settings, safety: retrySafety(method) };
	const attempts = { count: 1, rateLimited: 0, internalErrors: 0, outcomeUnknown: false };
	const sending = { request: { method, path }, attempts, options, redactor: new Redactor('') };
	const response = outcome.status && { status: outcome.status, headers: {}, body: undefined };
	const attempt = { response, outcome, isUsable: false } as FollowedAttempt;
	const step = nextStep(outcome, attempts, options, 0);
	return failureOf(sending as unknown as Sending, attempt, step).failure;
}

const LOST = { networkCode: 'ECONNRESET' };

test.each([
	['POST /messages sends a message', 'POST', '/messages', true],
	['GET /messages does not', 'GET', '/messages', false],
	['POST /instances does not', 'POST', '/instances', false],
] as const)('%s', (_title, method, path, sendsMessage) => {
	expect(failureAfter({ method, path }, { status: 400 })).toMatchObject({ sendsMessage });
});

test.each([
	['helps after a lost response to a POST', 'POST', LOST, {}, true],
	['helps after a 504 response to a PATCH', 'PATCH', { status: 504 }, {}, true],
	['does not help if it is on already', 'POST', LOST, { retryWrites: true }, false],
	['does not help a GET, which is retried anyway', 'GET', LOST, {}, false],
	['does not help a PUT, which is retried anyway', 'PUT', LOST, {}, false],
	['does not help after a 400 response', 'POST', { status: 400 }, {}, false],
	['does not help if there are no retries', 'POST', LOST, { maxRetries: 0 }, false],
] as const)('the option to retry writes %s', (_title, method, outcome, settings, expected) => {
	expect(failureAfter({ method }, outcome, settings).retryWritesHelps).toBe(expected);
});
