import { Readable } from 'node:stream';
import type { ServiceRequest } from '../../../nodes/transport/request/requestOnce';
import { toNodeError } from '../../../nodes/transport/errors/nodeErrors';
import { DEFAULT_SETTINGS, send } from '../../../nodes/transport/request/send';
import type { Sandbox } from '../../../tools/sandbox';
import { bytesOf, runNode } from '../../support/engine';
import { workflowWith } from '../../support/workflow';
import { InstantClock } from '../../support/instantClock';
import { Service, useService } from '../../support/service';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';

const BASE_URL = 'https://service.example.com/api/v2';

async function responseWith(body: Readable, changes: Partial<ServiceRequest> = {}) {
	const helper = async () => {
		return { statusCode: 200, headers: { 'content-type': 'application/json' }, body };
	};
	const context = {
		getCredentials: async () => ({ apiKey: 'sk_live_of_units', baseUrl: BASE_URL }),
		helpers: { httpRequest: helper, httpRequestWithAuthentication: helper },
	};
	const request = { method: 'GET' as const, path: '/contacts', ...changes };
	const settings = { ...DEFAULT_SETTINGS, maxRetries: 0 };
	const sending = send(context as never, request, settings, new InstantClock());
	return await sending.catch((error: unknown) => error);
}

test.each([
	['a programming error', 'a programming error', true],
	['no sk_live_of_units', 'no [API key]', false],
])(
	'an error while the response is processed is reported (%s), with its cause if that has no key',
	async (text, message, hasCause) => {
		const cause = new TypeError(text);
		const readBody = async () => await Promise.reject(cause);
		const error = await responseWith(Readable.from(['{}']), { readBody });
		expect(error).toMatchObject({ failure: { status: 200, problem: { kind: 'notProcessed', message } } });
		const nodeError = toNodeError(workflowWith({}).node, error);
		for (const shown of [error as Error, nodeError]) expect(shown.cause === cause).toBe(hasCause);
		expect(String(nodeError.stack)).not.toContain('sk_live_of_units');
	},
);

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));
const server = useService(new Service());

const download = { resource: 'download', operation: 'getVideo', messageId: 'm1' };

test.each([['a request for a file accepts any type', download, '*/*']])('%s', async (_what, parameters, accept) => {
	await runNode({ credentials: credentialsFor(sandbox), parameters });
	expect(sandbox.log[0]?.headers.accept).toBe(accept);
});

test('a file at another host is fetched through the proxy of Request Options, without the key', async () => {
	server.respond = ({ url }, res) => {
		if (url?.startsWith('http://service.internal/'))
			res.setHeader('content-type', 'application/json').end('{"url":"http://media.internal/a.mp4"}');
		else res.setHeader('content-type', 'video/mp4').end('bytes');
	};
	const { items, error } = await runNode({
		credentials: { ...credentialsFor(sandbox), baseUrl: 'http://service.internal/api/v2' },
		parameters: { ...download, requestOptions: { proxy: server.origin } },
	});
	expect(error).toBeUndefined();
	expect(server.requests).toEqual([
		'GET http://service.internal/api/v2/downloads/video?messageId=m1',
		'GET http://media.internal/a.mp4',
	]);
	expect(server.keys).toEqual([`Bearer ${sandbox.keys.test}`, undefined]);
	expect((await bytesOf(items[0]!)).toString()).toBe('bytes');
});
