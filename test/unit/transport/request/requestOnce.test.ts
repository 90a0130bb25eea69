import { Readable } from 'node:stream';
import type { IHttpRequestOptions } from 'n8n-workflow';
import type { ServiceRequest } from '../../../../nodes/transport/request/serviceRequest';
import { DEFAULT_SETTINGS, send } from '../../../../nodes/transport/request/send';
import { InstantClock } from '../../../engine/support/instantClock';

const SERVICE = 'https://service.example.com';

/** Sends a request with a helper in place of n8n's, and records the options that it gets. */
async function request(body: unknown, changes: Partial<ServiceRequest> = {}) {
	const sent: IHttpRequestOptions[] = [];
	const helper = async (...args: unknown[]) => {
		const options = args.at(-1) as IHttpRequestOptions;
		options.headers!.Authorization = 'added by the credentials';
		sent.push(options);
		return { statusCode: 200, headers: { 'content-type': 'application/json' }, body };
	};
	const context = {
		getCredentials: async () => ({ apiKey: 'sk_live_of_units', baseUrl: `${SERVICE}/api/v2` }),
		helpers: { httpRequest: helper, httpRequestWithAuthentication: helper },
	};
	const response = await send(
		context as never,
		{ method: 'GET', path: '/contacts', ...changes },
		{ ...DEFAULT_SETTINGS, maxRetries: 0 },
		new InstantClock(),
	).catch((error: unknown) => error as { status?: undefined; body?: undefined });
	return { response, sent };
}

describe('a response that n8n has read already, as in evaluations of AI tools, counts too', () => {
	test.each([
		['as an object', { a: 1 }, { a: 1 }],
		['as a list', [1, 2], [1, 2]],
		['as text', '{"a":1}', { a: 1 }],
		['as nothing', undefined, ''],
	])('%s', async (_form, body, expected) => {
		expect((await request(body)).response).toMatchObject({ status: 200, body: expected });
	});
});

test('a body that breaks without a code is a network error of its own', async () => {
	const broken = Readable.from(
		(function* () {
			yield Buffer.from('{"a":');
			throw new Error('It broke');
		})(),
	);
	expect((await request(broken)).response).toMatchObject({
		failure: { networkCode: 'UNREADABLE_BODY', isSent: true },
	});
});

test('a file on another host is fetched with GET, without a body', async () => {
	const url = 'https://media.example.com/a.mp4';
	const { sent } = await request('{}', { method: 'POST', body: { a: 1 }, url });
	expect(sent).toHaveLength(1);
	expect(sent[0]).toMatchObject({ method: 'GET', url });
	expect(sent[0]?.body).toBeUndefined();
});

test('an error while the response is processed is reported with the status of the response', async () => {
	const receive = async () => await Promise.reject(new TypeError('a programming error'));
	expect((await request('{}', { receive })).response).toMatchObject({
		failure: { status: 200, processingMessage: 'a programming error' },
	});
});
