import { nextStep, type PolicyInput } from '../../../nodes/transport/request/retryPolicy';

/** The words that the policy gives for the log, and its edges. */

const ask = (change: Partial<PolicyInput>) =>
	nextStep({
		kind: 'read', attempt: 1, outcome: {}, onRateLimit: 'wait', maxWaitMs: 300_000, retryWrites: false, random: 0.5, rateLimitedTimes: 0, ...change,
	});

test.each([
	[{ outcome: { status: 503 } }, 'repeat', 'the service answered 503'],
	[{ outcome: { errorCode: 'ECONNRESET' } }, 'repeat', 'no answer came (ECONNRESET)'],
	[{ outcome: {} }, 'giveUp', 'no answer came (unknown reason), which repeating does not mend'],
	[{ outcome: { status: 404 } }, 'giveUp', 'the service answered 404, which repeating does not mend'],
	[{ outcome: { status: 503 }, attempt: 6 }, 'giveUp', 'the service answered 503, also after 5 repeats'],
	[{ outcome: { status: 503 }, kind: 'write' }, 'giveUp', 'the service answered 503; not repeated, because the service may have processed the request'],
	[{ outcome: { status: 503, retryAfterMs: 400_000 } }, 'giveUp', 'the service answered 503; the service asks to wait 400 s, longer than the 300 s allowed'],
	[{ outcome: { status: 429 }, rateLimitedTimes: 1 }, 'repeat', 'the rate limit of the API key was used up'],
	[{ outcome: { status: 429 }, rateLimitedTimes: 20 }, 'giveUp', 'the service answered 429 20 times to the same request'],
	[{ outcome: { status: 429 }, onRateLimit: 'fail' }, 'giveUp', 'the rate limit of the API key is used up'],
	[{ outcome: { status: 429, retryAfterMs: 300_001 }, rateLimitedTimes: 1 }, 'giveUp', 'the rate limit is used up and the service asks to wait 301 s, longer than the 300 s allowed'],
] as Array<[Partial<PolicyInput>, string, string]>)('%j: %s, %s', (change, action, because) => {
	expect(ask(change)).toMatchObject({ action, because });
});

test('without a wish of the server the pause after a 429 is never longer than allowed', () => {
	expect(ask({ outcome: { status: 429 }, rateLimitedTimes: 10, maxWaitMs: 700 })).toMatchObject({ action: 'repeat', delayMs: 700 });
	expect(ask({ outcome: { status: 429 }, rateLimitedTimes: 1, maxWaitMs: 700 })).toMatchObject({ action: 'repeat', delayMs: 500 });
});

test('an answer that breaks off is repeated for a read, not for a write', () => {
	const outcome = { errorCode: 'ERR_BAD_RESPONSE' };
	expect(ask({ outcome })).toMatchObject({ action: 'repeat', mayHaveHappened: false });
	expect(ask({ outcome, kind: 'write' })).toMatchObject({ action: 'giveUp', mayHaveHappened: true });
});
