import {
	isAllowedDomain,
	readAllowedDomains,
} from '../../../../nodes/transport/credentials/allowedDomains';
import {
	assertAllowedDomain,
	type ServiceCredentials,
} from '../../../../nodes/transport/credentials/credentials';

describe('the field Allowed HTTP Request Domains', () => {
	test.each([
		['a.example', ['a.example']],
		[' A.example. , *.B.example,, ', ['a.example', '*.b.example']],
		['', []],
		[undefined, []],
	])('set to Specific Domains with %j allows %j', (allowedDomains, hosts) => {
		expect(
			readAllowedDomains({ allowedHttpRequestDomains: 'domains', allowedDomains } as never),
		).toEqual(hosts);
	});

	test.each(['all', 'none', '', undefined])('set to %j allows all hosts', (choice) => {
		expect(
			readAllowedDomains({
				allowedHttpRequestDomains: choice,
				allowedDomains: 'a.example',
			} as never),
		).toBeUndefined();
	});
});

test.each([
	['https://a.example/x', ['a.example']],
	['https://A.EXAMPLE./x', ['a.example']],
	['https://b.example/x', ['a.example', 'b.example']],
	['http://a.example:8080', ['a.example']],
	['https://sub.a.example', ['*.a.example']],
	['https://deep.sub.a.example:8443', ['*.a.example']],
	['https://any.example', undefined],
])('%s is allowed by %j', (url, allowed) => {
	expect(isAllowedDomain(url, allowed)).toBe(true);
});

test.each([
	['https://b.example', ['a.example']],
	['https://sub.a.example', ['a.example']],
	['https://a.example.evil.example', ['a.example']],
	['https://evil.example/a.example', ['a.example']],
	['https://a.example', ['*.a.example']],
	['https://evila.example', ['*.a.example']],
	['https://a.example.evil.example', ['*.a.example']],
	['https://any.example', ['*.']],
	['https://any.example.', ['*.']],
	['https://any.example', ['*']],
	['https://any.example', []],
])('%s is not allowed by %j', (url, allowed) => {
	expect(isAllowedDomain(url, allowed)).toBe(false);
});

describe('a request to a host', () => {
	const allow = (url: string, allowedDomains?: string[]) => () =>
		assertAllowedDomain({ allowedDomains } as ServiceCredentials, url);

	test('is sent if the credentials allow it', () => {
		expect(allow('https://a.example/x', ['a.example'])).not.toThrow();
		expect(allow('https://a.example/x')).not.toThrow();
	});

	test('fails with the host and what to change if the credentials do not allow it', () => {
		expect(allow('https://b.example:8443/x?y', ['a.example'])).toThrow(
			expect.objectContaining({
				name: 'UserError',
				message: 'The credentials do not allow requests to b.example',
				description:
					'Nothing was sent to this host. Add it to the Allowed Domains field of the credentials, or set Allowed HTTP Request Domains to All.',
			}),
		);
	});
});
