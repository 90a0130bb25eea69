import {
	type AttemptHistory,
	type AttemptOutcome,
	nextStep,
	type RetryOptions,
	type RetrySafety,
} from '../../../../../nodes/transport/request/retryPolicy';

export const KINDS: RetrySafety[] = ['safe', 'idempotent', 'unsafe'];
export const UNSENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];
export const LOST = [
	'ECONNRESET',
	'ETIMEDOUT',
	'ECONNABORTED',
	'EPIPE',
	'ERR_STREAM_PREMATURE_CLOSE',
];

/** What the policy decides by. */
export interface Input extends AttemptHistory, RetryOptions {
	outcome: AttemptOutcome;
	random: number;
}

/** The next step after a first POST that failed, with what differs. */
export function step(more: Partial<Input>) {
	const input: Input = {
		safety: 'unsafe',
		count: 1,
		outcome: {},
		onRateLimit: 'wait',
		maxWaitMs: 300_000,
		retryWrites: false,
		random: 0.5,
		rateLimited: 0,
		internalErrors: more.outcome?.status === 500 ? 1 : 0,
		outcomeUnknown: false,
		...more,
	};
	return nextStep(input.outcome, input, input, input.random);
}
