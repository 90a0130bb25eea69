import { readRequestOptions } from '../../../nodes/MessagingIntegration/sendAndWait/sendAndWait';

test('without settings there are no request options', () => {
	expect(readRequestOptions({})).toEqual({});
});

test('the timeout and the certificate setting are passed on', () => {
	expect(readRequestOptions({ timeout: 500, allowUnauthorizedCerts: true })).toEqual({
		timeout: 500,
		skipSslCertificateValidation: true,
	});
});

test.each([
	['http://proxy.example:3128', { protocol: 'http', host: 'proxy.example', port: 3128 }],
	['https://proxy.example', { protocol: 'https', host: 'proxy.example', port: 443 }],
	['http://proxy.example', { protocol: 'http', host: 'proxy.example', port: 80 }],
	[
		'http://user:p%40ss@proxy.example:8080',
		{
			protocol: 'http',
			host: 'proxy.example',
			port: 8080,
			auth: { username: 'user', password: 'p@ss' },
		},
	],
])('the proxy %s becomes a host and a port', (proxy, expected) => {
	expect(readRequestOptions({ proxy })).toEqual({ proxy: expected });
});

test.each([
	'proxy.example',
	'proxy.example:3128',
	'socks5://proxy.example:1080',
	'http://user:50%off@proxy.example',
])('the proxy %s is rejected', (proxy) => {
	expect(() => readRequestOptions({ proxy })).toThrow('The proxy is not valid');
});
