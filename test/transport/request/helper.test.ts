import type { Sandbox } from '../../../tools/sandbox';
import { bytesOf, runNode } from '../../support/engine';
import { Service, useService } from '../../support/service';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));
const server = useService(new Service());

const download = { resource: 'download', operation: 'getVideo', messageId: 'm1' };

test.each([
	['a request accepts JSON by default', { resource: 'webhook', operation: 'getAll' }, 'application/json'],
	['a request for a file accepts any type', download, '*/*'],
])('%s', async (_what, parameters, accept) => {
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
