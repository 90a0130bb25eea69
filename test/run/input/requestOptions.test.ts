import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';
import { readOptions } from '../../../nodes/MessagingIntegration/run/item';

const read = (given: IDataObject) =>
	readOptions({
		getNodeParameter: (name: string) => (name === 'requestOptions' ? given : {}),
		getExecutionCancelSignal: () => undefined,
	} as unknown as IExecuteSingleFunctions).requestOptions;

const host = 'proxy.example';
const auth = { username: 'user', password: 'p@ss' };

test.each([
	[{}, {}],
	[{ timeout: 500 }, { timeout: 500 }],
	[{ allowUnauthorizedCerts: true }, { skipSslCertificateValidation: true }],
])('the settings %j are the request options %j', (given, expected) => {
	expect(read(given)).toEqual(expected);
});

test.each([
	['http://proxy.example:3128', { protocol: 'http', host, port: 3128 }],
	['https://proxy.example', { protocol: 'https', host, port: 443 }],
	['http://proxy.example', { protocol: 'http', host, port: 80 }],
	['http://user:p%40ss@proxy.example:8080', { protocol: 'http', host, port: 8080, auth }],
])('the proxy %s becomes a host and a port', (proxy, expected) => {
	expect(read({ proxy })).toEqual({ proxy: expected });
});

test.each(['proxy.example', 'proxy.example:3128', 'socks5://proxy.example:1080', 'http://user:50%off@proxy.example'])(
	'the proxy %s is rejected',
	(proxy) => {
		expect(() => read({ proxy })).toThrow('The proxy is not valid');
	},
);
