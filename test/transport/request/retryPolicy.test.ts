import fc from 'fast-check';
import type { AttemptResult } from '../../../nodes/transport/errors/failure';
import {
	type AttemptHistory,
	MAX_RATE_LIMITED,
	MAX_RETRIES,
	nextStep,
	type RetryOptions,
	type RetrySafety,
} from '../../../nodes/transport/request/retryPolicy';

const KINDS: RetrySafety[] = ['safe', 'idempotent', 'unsafe'];
const UNSENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];
const CUT = 'ERR_STREAM_PREMATURE_CLOSE';
const LOST = ['ECONNRESET', 'ETIMEDOUT', 'ECONNABORTED', 'EPIPE', CUT];

interface Input extends AttemptHistory, RetryOptions {
	outcome: AttemptResult;
	random: number;
}

/** The next step after a first POST that failed, with what differs. */
function step(more: Partial<Input>) {
	const { status } = more.outcome ?? {};
	const input: Input = {
		safety: 'unsafe',
		count: 1,
		outcome: {},
		onRateLimit: 'wait',
		maxWaitMs: 300_000,
		retryWrites: false,
		random: 0.5,
		outcomeUnknown: false,
		rateLimited: status === 429 ? 1 : 0,
		internalErrors: status === 500 ? 1 : 0,
		...more,
	};
	return nextStep(input.outcome, input, input, input.random);
}

/**
 * What is retried after the first attempt: reads, PUT and DELETE, POST and PATCH; whether the outcome of a failed write
 * is unknown.
 */
const ALL = ['retry', 'retry', 'retry'];
const NOT_WRITES = ['retry', 'retry', 'fail'];
const NONE = ['fail', 'fail', 'fail'];
const [UNAVAILABLE, FINAL] = [
	[502, 503, 504],
	[501, 400, 404, 422],
] as const;
type Row = [what: string, outcome: Input['outcome'], steps: string[], isUnknown: boolean];
const table: Row[] = [
	['429', { status: 429 }, ALL, false],
	...UNAVAILABLE.map((status): Row => [`${status}`, { status }, NOT_WRITES, true]),
	['500', { status: 500 }, ['retry', 'fail', 'fail'], true],
	...FINAL.map((status): Row => [`${status}`, { status }, NONE, false]),
	...UNSENT.concat('ECONNRESET').map((networkCode): Row => {
		return [`${networkCode}, unsent`, { networkCode, isSent: false }, ALL, false];
	}),
	...LOST.map((networkCode): Row => [networkCode, { networkCode }, NOT_WRITES, true]),
	['a 200 that was cut off', { status: 200, problem: { kind: 'unusable', reason: 'brokenJson' } }, NOT_WRITES, true],
	['an expired certificate', { networkCode: 'CERT_HAS_EXPIRED', isSent: false }, NONE, false],
	['an unknown code', { networkCode: 'WHATEVER' }, NOT_WRITES, true],
	['Max Duration', { networkCode: 'MAX_DURATION' }, NONE, true],
];

it.each(table)('%s leads to the right step for each kind of request', (_, outcome, expected, uncertain) => {
	const steps = KINDS.map((safety) => step({ safety, outcome }));
	expect(steps.map(({ action }) => action)).toEqual(expected);
	for (const [n, next] of steps.entries())
		if (next.action === 'fail') expect(next.outcomeUnknown).toBe(uncertain && n > 0);
	// If the user allows retries of writes, POST is handled like PUT.
	expect(step({ outcome, retryWrites: true }).action).toBe(expected[1]);
});

it('retries a failure at most five times, after pauses that grow', () => {
	const after = (count: number, rateLimited = 0) =>
		step({ safety: 'safe', count, rateLimited, outcome: { status: 503 } });
	for (const [n, delayMs] of [250, 500, 1000, 2000, 4000].entries())
		expect(after(n + 1)).toMatchObject({ action: 'retry', delayMs });
	expect(after(6).action).toBe('fail');
	expect(after(12, 11)).toMatchObject({ action: 'retry', delayMs: 250 });
	expect(after(16, 11).action).toBe('retry');
	expect(after(17, 11).action).toBe('fail');
});

it.each([0, 1, 3])('retries at most %i times if told so, after a 429 too', (maxRetries) => {
	for (const status of [429, 500, 503]) {
		const after = (count: number) =>
			step({ safety: 'safe', count, outcome: { status }, maxRetries, rateLimited: status === 429 ? count : 0 }).action;
		if (maxRetries > 0) expect(after(maxRetries)).toBe('retry');
		expect(after(maxRetries + 1)).toBe('fail');
	}
});

it('waits out a limited number of 429s, or none if told so', () => {
	const limited = (times: number) => step({ count: times, rateLimited: times, outcome: { status: 429 } }).action;
	expect(limited(MAX_RATE_LIMITED - 1)).toBe('retry');
	expect(limited(MAX_RATE_LIMITED)).toBe('fail');
	const next = step({ outcome: { status: 429 }, onRateLimit: 'fail' });
	expect(next).toEqual({ action: 'fail', outcomeUnknown: false });
});

it('waits exactly as long as the server asks, up to the longest pause', () => {
	const requested = (retryAfterMs: number, status: number) =>
		step({ safety: 'safe', outcome: { status, retryAfterMs }, maxWaitMs: 60_000 });
	for (const status of [429, 503]) {
		expect(requested(60_000, status)).toMatchObject({ action: 'retry', delayMs: 60_000 });
		expect(requested(60_001, status)).toEqual({ action: 'fail', outcomeUnknown: false });
	}
});

it('a write whose response cannot be used may have been carried out, unless that is a refusal', () => {
	const reasons = ['errorEnvelope', 'html', 'brokenJson', 'noFile'] as const;
	const other = { kind: 'notProcessed', message: 'a reason of n8n' } as const;
	const unknownIf = (outcomeUnknown: boolean) => ({ action: 'fail', outcomeUnknown });
	const after = (outcome: Input['outcome']) => step({ safety: 'unsafe', outcome });
	const problems = [...reasons.map((reason) => ({ kind: 'unusable', reason }) as const), other];
	const unusable = problems.map((problem) => after({ status: 200, problem }));
	expect(unusable).toEqual([false, true, true, true, true].map(unknownIf));
	const redirected = [300, 302, 303, 307, 308, 399, 400].map((status) => after({ status, problem: other }));
	expect(redirected).toEqual([true, true, true, false, false, true, false].map(unknownIf));
});

it.each<[Partial<Input>, boolean]>([
	[{ outcome: { status: 503 } }, true],
	[{ outcome: { status: 429 } }, false],
	[{ outcome: { status: 429 }, outcomeUnknown: true }, true],
	[{ outcome: { status: 503 }, safety: 'safe', outcomeUnknown: true }, false],
])('the retry after %j says whether an attempt may have been carried out: %s', (input, outcomeUnknown) => {
	const next = step({ retryWrites: true, ...input });
	expect(next).toMatchObject({ action: 'retry', outcomeUnknown });
});

it('without a pause that the service asks for, the pause after a 429 doubles up to Max Wait', () => {
	for (const [n, delayMs] of [500, 1_000, 2_000, 4_000, 5_000, 5_000].entries()) {
		const counts = { count: n + 1, rateLimited: n + 1 };
		const next = step({ outcome: { status: 429 }, ...counts, maxWaitMs: 5_000 });
		expect(next).toMatchObject({ action: 'retry', delayMs });
	}
});

const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const statuses = fc.oneof(fc.integer({ min: 100, max: 599 }), fc.constantFrom(429, 500, 502, 503));
const inputs: fc.Arbitrary<Input> = fc.record({
	safety: fc.constantFrom(...KINDS),
	count: fc.integer({ min: 1, max: 60 }),
	outcome: fc.record({
		status: optional(statuses),
		networkCode: optional(fc.constantFrom(...UNSENT, ...LOST, 'CERT_HAS_EXPIRED', 'WHATEVER')),
		retryAfterMs: optional(fc.integer({ min: 0, max: 1_000_000 })),
		isSent: optional(fc.boolean()),
	}),
	onRateLimit: fc.constantFrom('wait', 'fail'),
	maxWaitMs: fc.integer({ min: 0, max: 600_000 }),
	retryWrites: fc.boolean(),
	random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
	rateLimited: fc.integer({ min: 0, max: 30 }),
	internalErrors: fc.integer({ min: 0, max: 5 }),
	outcomeUnknown: fc.boolean(),
});

it('whatever happens, a write that may have been carried out is not retried, and no pause is too long', () => {
	const check = (input: Input) => {
		const rateLimited = Math.min(input.count, input.rateLimited);
		const { status, isSent } = input.outcome;
		const next = step({ ...input, rateLimited });
		if (next.action === 'respond') return;
		if (input.safety === 'safe') expect(next.outcomeUnknown).toBe(false);
		if (next.action === 'fail') return;
		if (status === 429) expect(rateLimited).toBeLessThan(MAX_RATE_LIMITED);
		else expect(input.count - rateLimited).toBeLessThanOrEqual(MAX_RETRIES);
		expect(next.delayMs).toBeGreaterThanOrEqual(0);
		expect(next.delayMs).toBeLessThanOrEqual(input.maxWaitMs);
		if (input.safety === 'unsafe' && !input.retryWrites)
			expect(status === 429 || (status === undefined && isSent === false)).toBe(true);
	};
	fc.assert(fc.property(inputs, check), { numRuns: 2_000 });
});
