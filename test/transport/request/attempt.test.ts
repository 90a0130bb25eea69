import { parseCredentials } from '../../../nodes/transport/credentials/credentials';
import { type Attempt, attemptAfter, failureOf } from '../../../nodes/transport/request/attempt';
import type { ServiceRequest } from '../../../nodes/transport/request/requestOnce';
import { type RetryOptions, retrySafety } from '../../../nodes/transport/request/retryPolicy';
import { Redirects } from '../../../nodes/transport/request/url';
import { Redactor, UnusableResponseError } from '../../../nodes/transport/response/response';

const credentials = parseCredentials({ apiKey: 'key', baseUrl: 'https://service.example.com/api/v2' });

const describeFailure = (request: string, attempt: Attempt, more: Partial<RetryOptions> = {}) => {
	const [method, path = ''] = request.split(' ');
	const safety = retrySafety(method as ServiceRequest['method']);
	return failureOf(
		attempt,
		{ action: 'fail', outcomeUnknown: false },
		{
			request: { method: method as ServiceRequest['method'], path },
			attempts: { count: 1, rateLimited: 0, internalErrors: 0, outcomeUnknown: false },
			options: { safety, onRateLimit: 'wait', maxWaitMs: 300_000, retryWrites: false, ...more },
			redactor: new Redactor(credentials.apiKey),
			redirects: new Redirects(`${credentials.baseUrl}${path}`, credentials),
		},
	);
};

test.each([
	[429, 1500, 2],
	[429, undefined, undefined],
	[503, 1500, undefined],
])('a failure with status %i and a pause of %s ms names a pause of %s s', (status, retryAfterMs, pauseSeconds) => {
	const failure = describeFailure('GET /chats', { result: { status, retryAfterMs } });
	expect(failure.problem).toEqual(pauseSeconds && { kind: 'mustWait', seconds: pauseSeconds, mayWait: true });
});

test.each([
	['POST /messages', true],
	['POST /groups', false],
	['GET /messages', false],
])('the request %s sends a message: %s', (request, sendsMessage) => {
	expect(describeFailure(request, { result: { status: 404 } }).sendsMessage).toBe(sendsMessage);
});

test.each<[string, number, Partial<RetryOptions>, boolean]>([
	['POST /groups', 503, {}, true],
	['POST /groups', 503, { retryWrites: true }, false],
	['POST /groups', 503, { maxRetries: 0 }, false],
	['POST /groups', 404, {}, false],
	['GET /chats', 503, {}, false],
	['PUT /groups/1/photo', 503, {}, false],
])('after %s with status %i and the options %j, Retry Writes helps: %s', (request, status, options, helps) => {
	expect(describeFailure(request, { result: { status } }, options).retryWritesHelps).toBe(helps);
});

test.each([
	[200, 'It broke', true],
	[399, 'It broke', true],
	[400, 'It broke', false],
	[404, undefined, false],
])('a write with status %i and the problem "%s" may have been carried out: %s', (status, problem, isUnknown) => {
	expect(describeFailure('POST /groups', { result: { status }, problem }).outcomeUnknown).toBe(isUnknown);
});

const response = { status: 200, headers: {}, body: undefined };

test('an error without a response is one of the connection', () => {
	const refused = Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
	expect(attemptAfter(refused)).toEqual({ result: { networkCode: 'ECONNREFUSED', isSent: false } });
	expect(attemptAfter(refused, response)).toMatchObject({ result: { status: 200 }, problem: refused });
});

test.each([
	['{"a":', true],
	[' \n[1', true],
	['x{', false],
	['a {', false],
	['', false],
])('broken JSON that begins with %j is a cut response: %s', (body, isCut) => {
	const { result } = attemptAfter(new UnusableResponseError('brokenJson', body), response);
	expect(result).toEqual({ status: 200, isCut });
});
