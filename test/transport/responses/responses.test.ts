import type { RequestListener } from 'node:http';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';
import type { ServiceError } from '../../../nodes/transport/errors/serviceError';
import { DEFAULT_SETTINGS, send } from '../../../nodes/transport/request/send';
import { InstantClock } from '../../support/instantClock';
import { binaryData, editorContext, runNode } from '../../support/engine';
import { api } from '../../support/ids';
import { Service, useService } from '../../support/service';

/** Responses of a real HTTP server that the sandbox cannot send. */

const server = useService(new Service());
const credentials = () => server.credentials('sk_test_of_responses');
const run = async (parameters: INodeParameters) => await runNode({ credentials: credentials(), parameters });
const file = (method: string) => api(method, { responseFormat: 'file' });
const download: INodeParameters = { resource: 'download', operation: 'getVideo', messageId: 'm1' };

const gives =
	(body: string | Buffer, type = 'application/json', status = 200, headers = {}): RequestListener =>
	(_req, res) =>
		void res.writeHead(status, { 'content-type': type, ...headers }).end(body);
const json = (body: unknown) => gives(JSON.stringify(body));
const atFilm: RequestListener = (req, res) => json({ url: `${server.origin}/film` })(req, res);

const envelope = {
	success: false,
	error: { code: 'GONE', message: 'The media has expired', url: 'https://help.example/gone' },
};

test.each([
	['an API request', api('GET')],
	['a download', download],
])(
	'an error envelope with status 200 is an error that shows code and message in response to %s',
	async (_what, parameters) => {
		server.responses = [json(envelope)];
		const { items, error } = await run(parameters);
		expect(items).toEqual([]);
		expect(error?.message).toBe('The media has expired (200)');
		expect(error?.description).toMatch(
			/^The service rejected the request, although its status means success\. .* code is GONE\.$/,
		);
		expect(error?.description).not.toMatch(/may have been carried out/);
		expect(server.requests).toHaveLength(1);
	},
);

test.each<[unknown, object]>([
	[[], { success: true }],
	[{ success: true, data: [] }, { success: true }],
	['OK', { value: 'OK' }],
	['{"id": 1', { value: '{"id": 1' }],
	['<html>', { value: '<html>' }],
])('a write whose response is %j is one item', async (body, item) => {
	server.responses = [json(body)];
	const { items, error } = await run(api('POST'));
	expect(error).toBeUndefined();
	expect(items.map((each) => each.json)).toEqual([item]);
	expect(server.requests).toHaveLength(1);
});

describe('an error says that the write may have been carried out', () => {
	const garbage = gives('no gzip', 'application/json', 200, { 'content-encoding': 'gzip' });
	const reset: RequestListener = (req) => void req.socket.resetAndDestroy();
	const limited = gives('{}', 'application/json', 429, { 'retry-after': '60' });
	test.each([
		['compressed garbage', api('POST'), garbage],
		['a file at a forbidden URL', file('POST'), json({ url: 'ftp://films.example/a' })],
	] as Array<[string, INodeParameters, RequestListener]>)('after %s', async (_what, parameters, response) => {
		server.responses = [response];
		const { error } = await run(parameters);
		expect(error?.description).toMatch(/may have been carried out/);
	});

	test('after a pause that is too long before its retry', async () => {
		server.responses = [reset, limited];
		const clock = new InstantClock();
		const context = editorContext({ ...credentials(), apiKey: 'sk_test_of_pauses' });
		const sends = async (method: 'GET' | 'PUT', path: string, maxWaitMs: number) =>
			await send(context, { method, path }, { ...DEFAULT_SETTINGS, maxWaitMs }, clock);
		// Another request gets a 429 while the write waits for its retry.
		clock.onSleep = async () => {
			clock.onSleep = () => {};
			await sends('GET', '/x', 0).catch(() => undefined);
		};
		const sending = sends('PUT', '/contacts', 5000);
		const { failure } = (await sending.catch((error: unknown) => error)) as ServiceError;
		expect(failure).toMatchObject({ status: 429, attempts: 1, outcomeUnknown: true });
		expect(server.requests).toEqual(['PUT /api/v2/contacts', 'GET /api/v2/x']);
	});
});

const envelopeText = JSON.stringify({ success: false, error: { code: 'GONE', message: 'expired' } });
test('an error envelope at the URL of a file is an error, also if it arrives in two pieces', async () => {
	server.responses = [
		atFilm,
		(_req, res) => {
			res.writeHead(200, { 'content-type': 'application/json' }).write(envelopeText.slice(0, 20));
			setTimeout(() => res.end(envelopeText.slice(20)), 20);
		},
	];
	expect((await run(download)).error?.message).toMatch(/expired \(200\)$/);
});

const instanceId = { __rl: true, mode: 'id', value: '550e8400-e29b-41d4-a716-446655440000' };
test.each([
	['of a write', file('POST'), gives('film', 'video/mp4'), true],
	[
		'of Connect',
		{ resource: 'instance', operation: 'connect', instanceId },
		json({ qrcode: { base64: 'iVBORw0KGgo=' } }),
		true,
	],
] as Array<[string, INodeParameters, RequestListener, boolean]>)(
	'a file that n8n cannot store %s is not a network failure and is not retried',
	async (_what, parameters, respond, may) => {
		await binaryData();
		const storing = jest
			.spyOn(Container.get(BinaryDataService), 'store')
			.mockRejectedValue(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
		server.responses = [respond];
		const { error } = await run(parameters);
		storing.mockRestore();
		expect(error?.message).toBe('n8n could not store the file');
		expect(error?.description).toMatch(/^n8n says: no space left/);
		expect(String(error?.description).includes('may have been carried out')).toBe(may);
		expect(server.requests).toHaveLength(1);
	},
);
