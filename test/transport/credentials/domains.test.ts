import {
	assertAllowedDomain,
	parseCredentials,
	type ServiceCredentials,
} from '../../../nodes/transport/credentials/credentials';

test.each<[unknown, unknown, unknown]>([
	['domains', 'a.example', ['a.example']],
	['domains', ' A.example. , *.B.example,, ', ['a.example', '*.b.example']],
	['domains', '', []],
	['domains', undefined, []],
	['all', 'a.example', undefined],
	['none', 'a.example', undefined],
	['', 'a.example', undefined],
	[undefined, 'a.example', undefined],
])('the choice %j with the domains %j allows %j', (choice, allowedDomains, hosts) => {
	const valid = { apiKey: 'sk_live_1', baseUrl: 'https://x.example/api/v2' };
	const restricted = { ...valid, allowedHttpRequestDomains: choice, allowedDomains };
	expect(parseCredentials(restricted as never).allowedDomains).toEqual(hosts);
});

const send = (url: string, allowedDomains?: string[]) => () =>
	assertAllowedDomain({ allowedDomains } as ServiceCredentials, url);

test.each([
	['https://a.example/x', ['a.example'], true],
	['https://A.EXAMPLE./x', ['a.example'], true],
	['https://b.example/x', ['a.example', 'b.example'], true],
	['http://a.example:8080', ['a.example'], true],
	['https://sub.a.example', ['*.a.example'], true],
	['https://deep.sub.a.example:8443', ['*.a.example'], true],
	['https://any.example', undefined, true],
	['https://b.example', ['a.example'], false],
	['https://sub.a.example', ['a.example'], false],
	['https://a.example.evil.example', ['a.example'], false],
	['https://evil.example/a.example', ['a.example'], false],
	['https://a.example', ['*.a.example'], false],
	['https://evila.example', ['*.a.example'], false],
	['https://a.example.evil.example', ['*.a.example'], false],
	['https://any.example', ['*.'], false],
	['https://any.example.', ['*.'], false],
	['https://any.example', ['*'], false],
	['https://any.example', [], false],
])('%s is allowed by %j: %s', (url, allowed, isAllowed) => {
	if (isAllowed) expect(send(url, allowed)).not.toThrow();
	else expect(send(url, allowed)).toThrow('do not allow');
});

test('the error about a host that is not allowed says what to change', () => {
	expect(send('https://b.example:8443/x?y', ['a.example'])).toThrow(
		expect.objectContaining({
			name: 'UserError',
			message: 'The credentials do not allow requests to b.example',
			description:
				'Nothing was sent to this host. Add it to the Allowed Domains field of the credentials, or set Allowed HTTP Request Domains to All.',
		}),
	);
});
