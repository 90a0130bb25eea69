import { Readable } from 'node:stream';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { Redactor } from '../../../../nodes/transport/credentials/redact';
import { tryOnce, type AttemptInput } from '../../../../nodes/transport/request/attempt';
import { DEFAULT_TIMEOUT_MS } from '../../../../nodes/transport/request/requestOnce';
import { InstantClock } from '../../../engine/support/instantClock';

/** Makes one attempt with a helper in place of n8n's, and records the options that it gets and the timers that are started. */
async function attempt(body: unknown, input: Partial<AttemptInput> = {}) {
	const timers: number[] = [];
	const sent: IHttpRequestOptions[] = [];
	class Clock extends InstantClock {
		override startTimer(ms: number): () => void {
			timers.push(ms);
			return () => {};
		}
	}
	const helper = async (...args: unknown[]) => {
		sent.push(args.at(-1) as IHttpRequestOptions);
		return { statusCode: 200, headers: { 'content-type': 'application/json' }, body };
	};
	const result = await tryOnce({
		context: { helpers: { httpRequest: helper, httpRequestWithAuthentication: helper } } as never,
		request: { method: 'GET', path: '/contacts' },
		url: 'https://service.example.com/api/v2/contacts',
		permit: { waitedMs: 0, release: () => {} },
		maxDurationMs: 1_000_000,
		clock: new Clock(),
		credentials: {} as never,
		redactor: new Redactor('sk_test_of_units'),
		...input,
	});
	return { result, timers, sent };
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
	expect((await attempt(broken)).result).toEqual({ networkCode: 'UNREADABLE_BODY' });
});

test.each([
	[undefined, DEFAULT_TIMEOUT_MS],
	[0, DEFAULT_TIMEOUT_MS],
	[1, 1],
	[60_000, 60_000],
])('a timeout of %s in Request Options allows pauses of %s ms', async (timeout, ms) => {
	const request = { method: 'GET' as const, path: '/contacts', requestOptions: { timeout } };
	const { timers } = await attempt('{}', { request });
	expect(new Set(timers)).toEqual(new Set([1_000_000, ms]));
});

test('a file on another host is fetched with GET, without a body', async () => {
	const request = { method: 'POST' as const, path: '/downloads', body: { a: 1 } };
	const { sent } = await attempt('{}', { request, permit: undefined });
	expect(sent).toHaveLength(1);
	expect(sent[0]).toMatchObject({ method: 'GET' });
	expect(sent[0]).not.toHaveProperty('body');
});
