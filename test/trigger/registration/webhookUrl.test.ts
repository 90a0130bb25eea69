import { placeOf } from '../../../nodes/MessagingIntegrationTrigger/registration/reconcile';

const url = 'https://n8n.example/webhook/1234/webhook';

test.each([
	['the case of the host', 'HTTPS://N8N.Example/webhook/1234/webhook', url, true],
	['the default port', 'https://n8n.example:443/webhook/1234/webhook', url, true],
	['trailing slashes', `${url}//`, url, true],
	['punycode', 'https://bücher.example/x', 'https://xn--bcher-kva.example/x', true],
	['the case of percent-encoding', 'https://a.example/b%c3%bc', 'https://a.example/bü', true],
	['the case of its path', 'https://n8n.example/Webhook/1234/webhook', url, true],
	['a query', `${url}?a=1`, url, true],
	['no scheme', 'n8n.example/webhook/1234/webhook', url, true],
	['its host', 'https://n8n.example.org/webhook/1234/webhook', url, false],
	['its port', 'https://n8n.example:8443/webhook/1234/webhook', url, false],
	['its path', 'https://n8n.example/webhook/1235/webhook', url, false],
	['the URL while the user listens', 'https://n8n.example/webhook-test/1234/webhook', url, false],
	...[undefined, null, '', 'n8n.example', 'https://n8n.example/', `${url.slice(0, 20)}…`, 7, {}].map(
		(value) => ['a value that is no URL of a webhook', value, url, false] as const,
	),
] as const)('whatever the difference (%s), a webhook with %j delivers to %s: %s', (_what, shown, own, isSame) => {
	expect(placeOf(shown) === placeOf(own)).toBe(isSame);
});
