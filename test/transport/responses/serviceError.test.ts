import type { Failure } from '../../../nodes/transport/errors/failure';
import type { UnusableReason } from '../../../nodes/transport/response';
import { ServiceError } from '../../../nodes/transport/errors/serviceError';
import { expectLines } from '../../support/project';

/** A snapshot of every error text, so that changes show in review. */

const base = { attempts: 1, outcomeUnknown: false, hasOptions: true };
const unusable = (reason: UnusableReason) => ({ kind: 'unusable', reason }) as const;
const failures: Array<Omit<Failure, 'attempts' | 'outcomeUnknown'> & Partial<Failure>> = [
	...[400, 401, 402, 403, 404, 405, 409, 413, 418, 422, 429, 499, 500, 501, 502, 503, 599].map((status) => ({
		status,
	})),
	{ status: 401, code: 'UNAUTHORIZED', serviceMessage: 'no' },
	{ status: 404, serviceMessage: 'Chat not found' },
	{ status: 302, problem: { kind: 'redirected', to: 'elsewhere.example' } },
	{ status: 302, problem: { kind: 'redirected' } },
	{ status: 302, problem: { kind: 'redirected', to: 'a.example', isEndless: true } },
	{ status: 403, code: 'INSUFFICIENT_PERMISSIONS', serviceMessage: 'The API key lacks the permission for this action' },
	{ status: 403, code: 'NOT_ADMIN', serviceMessage: 'Forbidden' },
	{ status: 409, serviceMessage: 'Instance Old sales line is disconnected; connect it first.' },
	{ status: 429, problem: { kind: 'mustWait', seconds: 61, mayWait: false } },
	{ status: 429, problem: { kind: 'mustWait', seconds: 61, mayWait: true } },
	{ status: 200, problem: { kind: 'forbidden', urlPart: 'ftp:' } },
	...(['html', 'brokenJson', 'errorEnvelope', 'noFile', 'fileTooLarge', 'tooLarge'] as const).map((reason) => ({
		status: 200,
		problem: unusable(reason),
	})),
	{ status: 200, problem: unusable('errorEnvelope'), code: 'LIMIT', serviceMessage: 'Too long' },
	{ status: 409, code: 'NOT_CONNECTED', serviceMessage: 'The instance is not connected' },
	...[
		'ECONNREFUSED',
		'ENOTFOUND',
		'EAI_AGAIN',
		'ETIMEDOUT',
		'ECONNABORTED',
		'ECONNRESET',
		'EPIPE',
		'ERR_BAD_RESPONSE',
		'CERT_HAS_EXPIRED',
		undefined,
		'MAX_DURATION',
		'Z_DATA_ERROR',
		'Z_BUF_ERROR',
		'HPE_INVALID_CHUNK_SIZE',
	].map((networkCode) => ({ networkCode })),
	{ status: 200, problem: { kind: 'notStored', message: 'no space left' } },
	{ status: 200, problem: { kind: 'notProcessed', message: 'x is undefined' } },
	{ status: 201, problem: { kind: 'notProcessed', message: 'x is undefined' }, outcomeUnknown: true },
	{ status: 199 },
	{ status: 200, problem: { kind: 'forbidden', urlPart: '10.0.0.1' } },
	{ networkCode: 'ECONNRESET', attempts: 1, outcomeUnknown: true },
	{ networkCode: 'ECONNRESET', attempts: 6 },
	{ networkCode: 'ECONNRESET', attempts: 2, outcomeUnknown: true },
	{ networkCode: 'ETIMEDOUT', outcomeUnknown: true, sendsMessage: true },
	{ status: 200, problem: unusable('brokenJson'), outcomeUnknown: true, sendsMessage: true },
	{ status: 504, outcomeUnknown: true, sendsMessage: true },
	{ status: 409, code: 'CONFLICT', serviceMessage: ' The group\nalready exists. ' },
	{ status: 422, serviceMessage: 'Which chat?' },
	{ status: 200, problem: unusable('noFile'), serviceMessage: 'Not ready' },
	{ status: 400, serviceMessage: ' . ' },
	{ status: 500, attempts: 1, outcomeUnknown: true, code: 'X', serviceMessage: 'y' },
	{ networkCode: 'ECONNREFUSED', isUnsent: true },
	{ networkCode: 'ECONNREFUSED', isUnsent: false },
	{ status: 429, hasOptions: false },
	{ status: 429, hasOptions: false, problem: { kind: 'mustWait', seconds: 61, mayWait: true } },
	{ networkCode: 'ETIMEDOUT', hasOptions: false },
	{ networkCode: 'ECONNRESET', hasOptions: false, outcomeUnknown: true },
];

test.each([
	['Version 1.5 is too old.', 'Version 1.5 is too old (422)'],
	['Please  wait\n\t...', 'Please wait (422)'],
	['Please wait ...  ', 'Please wait (422)'],
	['x'.repeat(2_001), `${'x'.repeat(2_000)} (422)`],
	['. ', 'The service rejected the values of this request (422)'],
])("the service's message %j becomes one line without full stops at its end", (serviceMessage, message) => {
	expect(new ServiceError({ ...base, status: 422, serviceMessage }).message).toBe(message);
});

test('each failure has its text', () => {
	const texts = failures.map((failure) => {
		const { name, message, description } = new ServiceError({ ...base, ...failure } as Failure);
		expect(name).toBe('ServiceError');
		return `${JSON.stringify(failure)}: ${message} | ${description}`;
	});
	expectLines('transport/responses/failures.txt', texts);
});
