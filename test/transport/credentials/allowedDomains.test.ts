import { MessagingIntegrationApi } from '../../../credentials/MessagingIntegrationApi.credentials';
import type { Sandbox } from '../../../tools/sandbox';
import { Service, useService } from '../../support/service';
import { Host } from '../../trigger/support/host';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';
import { runCase } from '../../run/support/runCase';

/** n8n adds the fields Allowed HTTP Request Domains and Allowed Domains to the credentials. */

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

const allowing = (allowedDomains?: string) => ({
	...credentialsFor(sandbox),
	...{
		allowedHttpRequestDomains: allowedDomains === undefined ? 'none' : 'domains',
		allowedDomains: allowedDomains ?? '',
	},
});
const run = async (name: string, credentials: ReturnType<typeof allowing>) =>
	await runCase(sandbox, name, {}, { credentials });
/** The other host of the sandbox, by a name that differs from the service's. */
const elsewhere = () => sandbox.otherOrigin.replace('127.0.0.1', 'localhost');
const REFUSED = 'The credentials do not allow requests to 127.0.0.1';

describe.each(['message.send', 'download.getVideo', 'contact.apiRequest'])('%s', (name) => {
	test('sends nothing to a host that is not allowed', async () => {
		const { error } = await run(name, allowing('service.example, *.example'));
		expect(error?.message).toBe(REFUSED);
		expect(error?.description).toMatch(/Add it to the Allowed Domains field of the credentials/);
		expect(sandbox.log).toEqual([]);
	});

	test.each([
		['the host of the Base URL is allowed', 'service.example, 127.0.0.1'],
		['"None" is set, which only applies to the HTTP Request node of n8n', undefined],
	])('is sent if %s', async (_what, allowed) => {
		expect((await run(name, allowing(allowed))).error).toBeUndefined();
		expect(sandbox.log.length).toBeGreaterThan(0);
	});
});

const get = async (allowedDomains: string) => await run('download.getVideo', allowing(allowedDomains));
const file = () => `${elsewhere()}/media/video/a.mp4`;
const mirror = useService(new Service((_req, res) => void res.writeHead(302, { location: file() }).end()));
const headers = { 'content-type': 'application/json' };
const respondWith = (url: string) => sandbox.addFault({ kind: 'raw', headers, body: { url } });

test.each([
	['a URL in the response', () => respondWith(file())],
	['a redirect', () => sandbox.addFault({ kind: 'redirect', location: file() })],
	['a redirect by an allowed host', () => respondWith(`${mirror.origin}/a.mp4`)],
])('files at another host %s is followed only if its host is allowed', async (_what, respond) => {
	respond();
	const rejected = await get('127.0.0.1');
	expect(rejected.error?.message).toBe('The credentials do not allow requests to localhost');
	expect(sandbox.otherHostLog).toEqual([]);
	respond();
	expect((await get('127.0.0.1, localhost')).error).toBeUndefined();
	expect(sandbox.otherHostLog).toHaveLength(1);
});

test("the trigger's registration sends requests only to an allowed host", async () => {
	const host = new Host(allowing('service.example'), {}, 'domains');
	await host.start();
	await expect(host.publish()).rejects.toThrow(`${REFUSED}. Nothing was sent to this host. Add it`);
	expect(sandbox.log).toEqual([]);
	host.credentials.allowedDomains = '127.0.0.1';
	await host.publish();
	host.credentials.allowedDomains = 'service.example';
	const before = sandbox.log.length;
	await host.unpublish();
	expect(sandbox.log).toHaveLength(before);
	host.stop();
});

test('the key is not added to a request to a host that is not allowed, and the error says so', async () => {
	const credential = new MessagingIntegrationApi();
	const url = `${sandbox.baseUrl}/instances`;
	const authenticate = async (allowed?: string) => await credential.authenticate(allowing(allowed), { url });
	await expect(authenticate('service.example')).rejects.toThrow(REFUSED);
	for (const allowed of ['127.0.0.1', undefined])
		expect((await authenticate(allowed)).headers).toHaveProperty('Authorization');
});
