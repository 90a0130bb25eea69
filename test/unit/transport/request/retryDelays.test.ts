import {
	nextStep,
	type AttemptHistory,
	type AttemptOutcome,
} from '../../../../nodes/transport/request/retryPolicy';

/** What follows a failed read, with at most five seconds of waiting. */
const afterRead = (outcome: AttemptOutcome, history: Partial<AttemptHistory> = {}, random = 0.5) =>
	nextStep(
		outcome,
		{ count: 1, rateLimited: 0, internalErrors: 0, outcomeUnknown: false, ...history },
		{ safety: 'safe', onRateLimit: 'wait', maxWaitMs: 5_000, retryWrites: false },
		random,
	);

test.each([
	[{ status: 429 }, 'the rate limit has been reached'],
	[{ status: 503 }, 'the service responded with 503'],
	[{ networkCode: 'ECONNRESET' }, 'there was no response (ECONNRESET)'],
])('the reason for a retry after %j is "%s"', (outcome, reason) => {
	expect(afterRead(outcome)).toMatchObject({ action: 'retry', reason });
});

test.each([429, 503, 404])('the outcome of a read is never unknown after status %i', (status) => {
	expect(afterRead({ status }, { outcomeUnknown: true })).toMatchObject({ outcomeUnknown: false });
});

describe('without a pause that the service asks for', () => {
	test.each([
		[1, 500],
		[2, 1_000],
		[3, 2_000],
		[4, 4_000],
		[5, 5_000],
		[9, 5_000],
	])('the pause after the 429 number %i is %i ms: it doubles up to Max Wait', (times, delayMs) => {
		const history = { count: times, rateLimited: times };
		expect(afterRead({ status: 429 }, history)).toMatchObject({ action: 'retry', delayMs });
	});

	test('another failure is not retried if its pause would exceed Max Wait', () => {
		expect(afterRead({ status: 503 }, { count: 4 }, 0.999)).toMatchObject({ action: 'retry' });
		expect(afterRead({ status: 503 }, { count: 5 }, 0.999)).toMatchObject({ action: 'fail' });
	});
});
