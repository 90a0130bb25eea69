import { isSameUrl } from '../../../nodes/shared/text';

const url = 'https://n8n.example/webhook/1234/webhook';

test.each([
	['the case of the host', 'https://N8N.Example/webhook/1234/webhook', url],
	['the case of the scheme', 'HTTPS://n8n.example/webhook/1234/webhook', url],
	['the default port', 'https://n8n.example:443/webhook/1234/webhook', url],
	['the default port of http', 'http://a.example:80/x', 'http://a.example/x'],
	['a full stop after the host', 'https://n8n.example./webhook/1234/webhook', url],
	['trailing slashes', `${url}//`, url],
	['punycode', 'https://bücher.example/x', 'https://xn--bcher-kva.example/x'],
	['the case of percent-encoding', 'https://a.example/b%c3%bc', 'https://a.example/bü'],
	['spaces around it', ` ${url} `, url],
	[
		'everything at once',
		'https://BÜCHER.example.:443/b%c3%bc/',
		'https://xn--bcher-kva.example/b%C3%BC',
	],
])('%s does not make another URL', (_what, one, other) => {
	expect(isSameUrl(one, other)).toBe(true);
	expect(isSameUrl(other, one)).toBe(true);
});

test.each([
	['scheme', 'http://n8n.example/webhook/1234/webhook'],
	['host', 'https://n8n.example.org/webhook/1234/webhook'],
	['port', 'https://n8n.example:8443/webhook/1234/webhook'],
	['path', 'https://n8n.example/webhook/1235/webhook'],
	['case of the path', 'https://n8n.example/Webhook/1234/webhook'],
	['query', `${url}?a=1`],
	['user', 'https://a:b@n8n.example/webhook/1234/webhook'],
])('Another %s makes another URL', (_what, other) => {
	expect(isSameUrl(other, url)).toBe(false);
});

test.each([undefined, null, '', 'n8n.example/webhook/1234/webhook', 7, {}])(
	'%j, which is no URL, is not ours',
	(value) => {
		expect(isSameUrl(value, url)).toBe(false);
	},
);
