import {
	assertSameOrigin,
	isLocalHost,
	parseCredentials,
	requireReachable,
} from '../../../nodes/transport/credentials/credentials';
import { expectTexts, refusal } from '../../support/project';
import { DEFAULT_FIELD_NAMES } from '../../../nodes/transport/credentials/fieldNames';

const good = {
	apiKey: 'sk_test_1',
	environment: 'test',
	baseUrl: 'https://x.example/api/v2',
	webhookSecret: '',
	defaultCountryCode: '',
};
const origin = 'https://x.example';
const localUrl = 'http://localhost:4010/api/v2';
const production = { environment: 'production' };
test.each([
	['a test key', {}, {}],
	['a live key', { ...production, apiKey: '  sk_live_1\n' }, { ...production, apiKey: 'sk_live_1' }],
	['a prefix inside the key', { apiKey: 'my_sk_live_1' }, { apiKey: 'my_sk_live_1' }],
	['an unknown environment', { apiKey: 'a', environment: 'x' }, { apiKey: 'a', ...production }],
	['a secret', { webhookSecret: ' of my own ' }, { webhookSecret: 'of my own' }],
	['no secret', { webhookSecret: undefined }, {}],
	['the first and last characters', { apiKey: '!~' }, { apiKey: '!~' }],
	['a path', { baseUrl: ' https://X.example/a/api/v2// ' }, { baseUrl: `${origin}/a/api/v2` }],
	['a country code with +', { defaultCountryCode: '  +55' }, { defaultCountryCode: '55' }],
	['a country code with 00', { defaultCountryCode: '00 100 ' }, { defaultCountryCode: '100' }],
	['a local host', { baseUrl: localUrl }, { baseUrl: localUrl, isLocal: true }],
])('%s is accepted', (_what, change, parsed) => {
	expect(parseCredentials({ ...good, ...change } as never)).toEqual({
		...good,
		isLocal: false,
		fieldNames: DEFAULT_FIELD_NAMES,
		...parsed,
	});
});

test('unusable credentials are rejected, without naming the key', async () => {
	await expectTexts('transport/credentials/refusals.txt', (change) =>
		refusal(() => parseCredentials({ ...good, ...JSON.parse(change) } as never)),
	);
	expect(refusal(() => parseCredentials({ ...good, apiKey: 'sk_live_1' }))).not.toContain('live_1');
});

const localHosts = [
	'localhost',
	'LOCALHOST',
	'a.localhost',
	'nas.local',
	'db.internal',
	'x.lan',
	'api.default.svc',
	'x.corp',
	'x.home',
	'x.intranet',
	'x.private',
	'x.consul',
	'X.CLUSTER',
	'x.mail.',
	'x.home.arpa',
	'n8n',
	'[::1]',
	'::1',
	'[fc00::1]',
	'[fdab:1::1]',
	'[fe80::1]',
	'[feb0::1]',
	'127.0.0.1',
	'127.9.9.9',
	'10.0.0.1',
	'172.16.0.1',
	'172.20.0.1',
	'172.31.9.9',
	'192.168.1.1',
	'169.254.1.1',
	'10.255.100.200',
	'0.0.0.0',
	'[::]',
	'[::ffff:7f00:1]',
	'[::ffff:a01:203]',
	'[::ffff:c0a8:5]',
	'[::ffff:a9fe:a9fe]',
	'[::ffff:ac10:1]',
	'[::ffff:ac1f:1]',
	'[::ffff:0:0]',
];
const otherHosts = [
	'x.example',
	'localhost.example',
	'notlocal.example',
	'x.locals',
	'128.0.0.1',
	'11.0.0.1',
	'172.15.0.1',
	'172.32.0.1',
	'171.16.0.1',
	'192.167.1.1',
	'193.168.1.1',
	'169.253.1.1',
	'168.254.1.1',
	'[2001:db8::1]',
	'[fe00::1]',
	'[fec0::1]',
	'[fb00::1]',
	'[::2]',
	'[::12]',
	'[2001:fd00::1]',
	'[2001:fe80::1]',
	'1127.0.0.1.example',
	'10.0.0.1.example',
	'x10.0.0.1',
	'[::ffff:808:808]',
	'[::ffff:a001:1]',
	'[::ffff:ac20:1]',
	'[::ffff:c0a7:1]',
	'[2001::ffff:c0a8:5]',
	'100.0.0.0',
	'0.example',
];
test.each(localHosts)('%s is local', (host) => expect(isLocalHost(host)).toBe(true));
test.each(otherHosts)('%s is not local', (host) => expect(isLocalHost(host)).toBe(false));

const elsewhere =
	'The credentials only allow requests to https://x.example | The request goes to another host. Use the host of the Base URL, or send the request without these credentials.';
const base = 'https://x.example/api/v2';
test.each([
	['https://x.example/a', undefined, undefined],
	['https://x.example:443/a', undefined, undefined],
	['/a', base, undefined],
	['HTTPS://X.EXAMPLE/a', undefined, undefined],
	['/a?back=https://y.example', base, undefined],
	['https://y.example/a', undefined, elsewhere],
	['http://x.example/a', undefined, elsewhere],
	['https://x.example:8443/a', undefined, elsewhere],
	['https://x.example.y.example/a', 'https://x.example', elsewhere],
	['/a', undefined, elsewhere],
	['/a', 'https://y.example', elsewhere],
	['.y.example/a', 'https://x.example', elsewhere],
	['@y.example/a', 'https://x.example', elsewhere],
	['h://y.example/a', base, elsewhere],
	['h2+a.b-c://y.example/a', base, elsewhere],
])('a request to %s (base %s) with the key is refused with %j', (url, from, problem) => {
	expect(refusal(() => assertSameOrigin(good.baseUrl, url, from))).toBe(problem);
});

const service = parseCredentials({ apiKey: 'key', baseUrl: 'https://service.example/api/v2' });
const local = parseCredentials({ apiKey: 'key', baseUrl: 'http://127.0.0.1:4010/api/v2' });

test.each(['http://localhost:5678/webhook', 'https://10.0.0.8/webhook', 'https://n8n.local/'])(
	'neither the service nor the recipient reaches %s, unless the service is local',
	(url) => {
		for (const visitor of ['service', 'recipient'] as const) {
			const message = `The ${visitor} cannot reach this n8n instance: the webhook URL ${new URL(url).origin} is reachable only from this machine or network`;
			const description = `Set n8n's environment variable N8N_WEBHOOK_URL (WEBHOOK_URL in older versions) to its public https URL, restart n8n, and try again. n8n Cloud and the tunnel for development do this automatically.`;
			const error = expect.objectContaining({ message, description }) as Error;
			expect(() => requireReachable(url, service, visitor)).toThrow(error);
			expect(() => requireReachable(url, local, visitor)).not.toThrow();
		}
	},
);

test('the recipient reaches a public URL without https, the service requires https', () => {
	const url = 'http://n8n.example.com/webhook';
	expect(() => requireReachable(url, service, 'recipient')).not.toThrow();
	expect(() => requireReachable(url, service, 'service')).toThrow('does not use https');
	expect(() => requireReachable('https://n8n.example.com/', service, 'service')).not.toThrow();
});
