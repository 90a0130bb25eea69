import { Readable } from 'node:stream';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { Redactor } from '../../../../nodes/transport/credentials/redact';
import { tryOnce } from '../../../../nodes/transport/request/attempt';
import type { ServiceRequest } from '../../../../nodes/transport/request/requestOnce';
import { TimeLimits } from '../../../../nodes/transport/response/timeLimits';
import { InstantClock } from '../../../engine/support/instantClock';

/** Makes one attempt with a helper in place of n8n's, and records the options that it gets. */
async function attempt(body: unknown, withKey = true, request: Partial<ServiceRequest> = {}) {
	const sent: IHttpRequestOptions[] = [];
	const helper = async (...args: unknown[]) => {
		sent.push(args.at(-1) as IHttpRequestOptions);
		return { statusCode: 200, headers: { 'content-type': 'application/json' }, body };
	};
	const clock = new InstantClock();
	const input = {
		context: { helpers: { httpRequest: helper, httpRequestWithAuthentication: helper } } as never,
		request: { method: 'GET' as const, path: '/contacts', ...request },
		url: 'https://service.example.com/api/v2/contacts',
		key: withKey ? ({} as never) : undefined,
		redactor: new Redactor('sk_test_of_units'),
		maxTextBytes: 1000,
	};
	const limits = new TimeLimits(clock, { idleMs: 1000, totalMs: 1000 });
	const result = await tryOnce(input, limits, undefined, () => 0, undefined);
	return { result, sent };
}

describe('a response that n8n has read already, as in evaluations of AI tools, counts too', () => {
	test.each([
		['as an object', { a: 1 }, { a: 1 }],
		['as a list', [1, 2], [1, 2]],
		['as text', '{"a":1}', { a: 1 }],
		['as nothing', undefined, ''],
	])('%s', async (_form, body, expected) => {
		const { result } = await attempt(body);
		expect(result.response).toMatchObject({ status: 200, body: expected });
	});
});

test('a body that breaks without a code is a network error of its own', async () => {
	const broken = Readable.from(
		(function* () {
			yield Buffer.from('{"a":');
			throw new Error('It broke');
		})(),
	);
	expect((await attempt(broken)).result).toEqual({
		outcome: { networkCode: 'UNREADABLE_BODY', isSent: true },
	});
});

test('a file on another host is fetched with GET, without a body', async () => {
	const { sent } = await attempt('{}', false, { method: 'POST', body: { a: 1 } });
	expect(sent).toHaveLength(1);
	expect(sent[0]).toMatchObject({ method: 'GET' });
	expect(sent[0]?.body).toBeUndefined();
});

test('an error while the response is processed is reported with the status of the response', async () => {
	const problem = new TypeError('a programming error');
	const { result } = await attempt('{}', true, {
		receive: async () => await Promise.reject(problem),
	});
	expect(result).toMatchObject({ response: { status: 200 }, outcome: { status: 200 }, problem });
});
