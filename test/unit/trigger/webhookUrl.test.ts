import { isSameUrl } from '../../../nodes/shared/values';

const url = 'https://n8n.example/webhook/1234/webhook';

test.each([
	['the case of the host', 'HTTPS://N8N.Example/webhook/1234/webhook', url, true],
	['the default port', 'https://n8n.example:443/webhook/1234/webhook', url, true],
	['the default port of http', 'http://a.example:80/x', 'http://a.example/x', true],
	['a full stop after the host', 'https://n8n.example./webhook/1234/webhook', url, true],
	['trailing slashes', `${url}//`, url, true],
	['punycode', 'https://bücher.example/x', 'https://xn--bcher-kva.example/x', true],
	['the case of percent-encoding', 'https://a.example/b%c3%bc', 'https://a.example/bü', true],
	['spaces around it', ` ${url} `, url, true],
	['its scheme', 'http://n8n.example/webhook/1234/webhook', url, false],
	['its host', 'https://n8n.example.org/webhook/1234/webhook', url, false],
	['its port', 'https://n8n.example:8443/webhook/1234/webhook', url, false],
	['its path', 'https://n8n.example/webhook/1235/webhook', url, false],
	['the case of its path', 'https://n8n.example/Webhook/1234/webhook', url, false],
	['a query', `${url}?a=1`, url, false],
	['a user', 'https://a:b@n8n.example/webhook/1234/webhook', url, false],
	...[undefined, null, '', 'n8n.example/webhook/1234/webhook', 7, {}].map(
		(value) => ['a value that is no URL', value, url, false] as const,
	),
] as const)('whatever the difference (%s), %j and %s are the same URL: %s', (_what, one, other, isSame) => {
	expect(isSameUrl(one, other)).toBe(isSame);
	if (isSame) expect(isSameUrl(other, one as string)).toBe(true);
});
