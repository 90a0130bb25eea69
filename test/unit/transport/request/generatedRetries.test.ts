import fc from 'fast-check';
import { MAX_RATE_LIMITED, MAX_RETRIES } from '../../../../nodes/transport/request/retryPolicy';
import { type Input, KINDS, LOST, step, UNSENT } from './support/retryStep';

const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const anyInput: fc.Arbitrary<Input> = fc
	.record({
		safety: fc.constantFrom(...KINDS),
		count: fc.integer({ min: 1, max: 60 }),
		outcome: fc.record({
			status: optional(
				fc.oneof(fc.integer({ min: 100, max: 599 }), fc.constantFrom(200, 429, 500, 502, 503, 504)),
			),
			networkCode: optional(fc.constantFrom(...UNSENT, ...LOST, 'CERT_HAS_EXPIRED', 'WHATEVER')),
			retryAfterMs: optional(fc.integer({ min: 0, max: 1_000_000 })),
			isSent: optional(fc.boolean()),
			isCut: fc.boolean(),
		}),
		onRateLimit: fc.constantFrom('wait' as const, 'fail' as const),
		maxWaitMs: fc.integer({ min: 0, max: 600_000 }),
		retryWrites: fc.boolean(),
		random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
		rateLimited: fc.integer({ min: 0, max: 30 }),
		internalErrors: fc.integer({ min: 0, max: 5 }),
		outcomeUnknown: fc.boolean(),
	})
	.map((input) => ({ ...input, rateLimited: Math.min(input.count, input.rateLimited) }));

it('for any input, it never retries a write that may have been carried out, unless the user allows it', () => {
	fc.assert(
		fc.property(anyInput, (input) => {
			const next = step({ ...input, safety: 'unsafe', retryWrites: false });
			if (next.action !== 'retry') return;
			const { status, isSent } = input.outcome;
			expect(status === 429 || (status === undefined && isSent === false)).toBe(true);
		}),
		{ numRuns: 1_000 },
	);
});

it('for any input, it never pauses longer than allowed, nor a negative time', () => {
	fc.assert(
		fc.property(anyInput, (input) => {
			const next = step(input);
			if (next.action !== 'retry') return;
			expect(next.delayMs).toBeGreaterThanOrEqual(0);
			expect(next.delayMs).toBeLessThanOrEqual(input.maxWaitMs);
		}),
		{ numRuns: 1_000 },
	);
});

it('for any input, it never retries forever', () => {
	fc.assert(
		fc.property(anyInput, fc.infiniteStream(fc.boolean()), (input, limited) => {
			let rateLimited = 0;
			for (let count = 1; count <= MAX_RETRIES + MAX_RATE_LIMITED + 1; count++) {
				const is429 = limited.next().value;
				if (is429) rateLimited++;
				const outcome = { status: is429 ? 429 : 503 };
				if (step({ ...input, count, rateLimited, outcome }).action === 'fail') return;
			}
			throw new Error('It retries forever');
		}),
	);
});

it('for any input, it never reports the outcome of a read as unknown, and always gives a reason for a retry', () => {
	fc.assert(
		fc.property(anyInput, (input) => {
			const next = step(input);
			if (next.action === 'respond') return;
			if (next.action === 'retry') expect(next.reason).not.toBe('');
			if (input.safety === 'safe') expect(next.outcomeUnknown).toBe(false);
		}),
	);
});
