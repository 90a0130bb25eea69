import { clocks } from '../../../nodes/transport/clock';
import { requestOnce } from '../../../nodes/transport/request/requestOnce';
import type { ServiceRequest } from '../../../nodes/transport/request/serviceRequest';
import { parseCredentials } from '../../../nodes/transport/credentials/credentials';
import { Redactor } from '../../../nodes/transport/response/response';
import { DEFAULT_SETTINGS, send } from '../../../nodes/transport/request/send';
import { TimeLimits } from '../../../nodes/transport/request/connection';
import type { Sandbox } from '../../../sandbox';
import { bytesOf, editorContext, runNode } from '../support/engine';
import { Service, useService } from '../../support/service';
import { credentialsFor, setUpSandbox } from '../support/setUpSandbox';

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));
const server = useService(new Service());

const credentials = () => credentialsFor(sandbox);
const requestJson = async (request: object = {}) => {
	const limits = new TimeLimits(clocks.current, { idleMs: 5000, totalMs: 5000 });
	const url = `${sandbox.baseUrl}/contacts`;
	const { body, ...rest } = await requestOnce(
		{
			context: editorContext(credentials()),
			request: { method: 'GET', ...request },
			url,
			key: parseCredentials(credentials()),
			redactor: new Redactor(''),
			maxTextBytes: 1_000_000,
		},
		limits,
	);
	const read = await body.read();
	limits.end();
	return { ...rest, body: read };
};
const FILE: Partial<ServiceRequest> = { receive: async (_response, body) => await body.read() };

test.each([
	['a request accepts JSON by default', {}, 'application/json'],
	['a request for a file accepts any type', FILE, '*/*'],
])('%s', async (_what, request, accept) => {
	await requestJson(request);
	expect(sandbox.log.map(({ headers }) => headers.accept)).toEqual([accept]);
});

test.each([
	[300, { a: 1 }, { a: 1 }],
	[500, { a: 1 }, { a: 1 }],
	[500, 'Bad things happened', 'Bad things happened'],
])('for a file request, a response with %i is read completely: %j', async (status, body, read) => {
	sandbox.addFault({ kind: 'raw', status, body });
	expect((await requestJson(FILE)).body).toEqual(read);
});

test('the request is not modified', async () => {
	const request = { method: 'POST', body: { list: [1] }, requestOptions: { timeout: 5000 } };
	await requestJson(request);
	expect(request).toEqual({
		method: 'POST',
		body: { list: [1] },
		requestOptions: { timeout: 5000 },
	});
	expect(sandbox.log.map(({ body }) => body)).toEqual([{ list: [1] }]);
});

describe('a file at another host', () => {
	const fetchFile = async (requestOptions?: object, url = `${server.origin}/a.mp4`) => {
		const request: ServiceRequest = { method: 'GET', path: '', url, requestOptions, ...FILE };
		return await send(editorContext(credentials()), request, DEFAULT_SETTINGS, clocks.current);
	};

	test('is streamed, with its headers', async () => {
		server.respond = (_req, res) => void res.setHeader('x-note', 'kept').end('bytes');
		const { status, headers, body } = await fetchFile();
		expect([status, headers['x-note'], body]).toEqual([200, 'kept', 'bytes']);
		expect([server.requests, server.keys]).toEqual([['GET /a.mp4'], [undefined]]);
	});

	test('is fetched through the proxy of Request Options, without the key', async () => {
		server.respond = ({ url }, res) => {
			if (url?.startsWith('http://service.internal/'))
				res
					.setHeader('content-type', 'application/json')
					.end('{"url":"http://media.internal/a.mp4"}');
			else res.setHeader('content-type', 'video/mp4').end('bytes');
		};
		const { items, error } = await runNode({
			credentials: { ...credentials(), baseUrl: 'http://service.internal/api/v2' },
			parameters: {
				resource: 'download',
				operation: 'getVideo',
				messageId: 'm1',
				requestOptions: { proxy: server.origin },
			},
		});
		expect(error).toBeUndefined();
		expect(server.requests).toEqual([
			'GET http://service.internal/api/v2/downloads/video?messageId=m1',
			'GET http://media.internal/a.mp4',
		]);
		expect(server.keys).toEqual([`Bearer ${sandbox.keys.test}`, undefined]);
		expect((await bytesOf(items[0]!)).toString()).toBe('bytes');
	});
});
