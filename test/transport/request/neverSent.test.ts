import type { Socket } from 'node:net';
import type { IDataObject } from 'n8n-workflow';
import { runNode } from '../../support/engine';
import { RawService, useService } from '../../support/service';

/** Connections that fail before and after a message was handed over: what happened decides, not the error's code. */

const server = useService(new RawService());

interface Way {
	scheme?: string;
	proxy?: string;
	options?: IDataObject;
}

const sendText = async ({ scheme = 'http', proxy, options = {} }: Way = {}) => {
	const host = proxy === undefined ? new URL(server.origin).host : 'service.example.com';
	return await runNode({
		credentials: { apiKey: 'sk_test_of_connections', environment: 'test', baseUrl: `${scheme}://${host}/api/v2` },
		parameters: {
			resource: 'message',
			operation: 'sendText',
			instanceId: { __rl: true, mode: 'id', value: '550e8400-e29b-41d4-a716-446655440000' },
			recipient: { __rl: true, mode: 'phone', value: '+5511987654321' },
			text: 'Hello',
			options: options as never,
			...(proxy === undefined ? {} : { requestOptions: { proxy } }),
		},
		node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
	});
};
const textOf = (error?: { message: string; description?: string }) => `${error?.message}. ${error?.description}`;
const http = (status: string, body: string, type = 'application/json') =>
	`HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;

test.each<[string, Way, (socket: Socket) => void, RegExp]>([
	[
		'if the port of the service does not speak TLS',
		{ scheme: 'https' },
		(socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
		/^The secure connection to the service failed\./,
	],
	[
		'if the TLS handshake is cut off',
		{ scheme: 'https' },
		(socket) => void socket.destroy(),
		/^The connection to the service was lost\./,
	],
	[
		'if a proxy closes the connection',
		{ scheme: 'https', proxy: 'PROXY' },
		(socket) => void socket.end(),
		/^The connection to the service could not be made\. .*If n8n uses a proxy/,
	],
])('the error says that nothing was sent %s', async (_what, way, respond, text) => {
	server.respond = respond;
	const { error } = await sendText({ ...way, ...(way.proxy && { proxy: server.origin }) });
	expect(textOf(error)).toMatch(text);
	expect(textOf(error)).toMatch(/Nothing was sent\./);
	expect(textOf(error)).not.toMatch(/may (already )?have been/);
	expect(server.requests.join()).not.toMatch(/Hello/);
});

test('a proxy that requires a password is named, and the message may be sent again', async () => {
	server.respond = (socket) => void socket.end(http('407 Proxy Authentication Required', ''));
	const { error } = await sendText({ scheme: 'https', proxy: server.origin });
	expect(textOf(error)).toMatch(/^The proxy requires a password \(407\)\./);
	expect(textOf(error)).not.toMatch(/may (already )?have been/);
});

test.each<[string, (socket: Socket) => void, RegExp]>([
	['if the connection is reset', (socket) => void socket.resetAndDestroy(), /connection .* lost/],
	['if the response is not HTTP', (socket) => void socket.end('garbage\r\n\r\n'), /HPE_/],
	[
		'if the response is larger than the node may read',
		(socket) => void socket.end(http('200 OK', JSON.stringify('x'.repeat(100_000_000)))),
		/larger than 100 MB \(200\)/,
	],
	[
		'if the response is only a part',
		(socket) => void socket.end(http('206 Partial Content', '{"id":"1"}')),
		/does not have the length/,
	],
])('the message may have been sent, so Retry On Fail does not send it again %s', async (_what, respond, text) => {
	server.respond = respond;
	const { error } = await sendText();
	expect(error?.message).toBe('Not sent again: an earlier attempt may have sent it');
	expect(textOf(error)).toMatch(text);
	expect(textOf(error)).not.toMatch(/Nothing was sent/);
	expect(server.requests).toHaveLength(1);
});
