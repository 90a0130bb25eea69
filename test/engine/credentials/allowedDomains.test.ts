import { MessagingIntegrationApi } from '../../../credentials/MessagingIntegrationApi.credentials';
import type { Sandbox } from '../../../sandbox';
import { Service } from '../../support/service';
import { Host } from '../../trigger/support/host';
import { credentialsFor, setUpSandbox } from '../support/setUpSandbox';
import { changedCase, idsOf } from '../support/cases';
import { runNode, searchList } from '../support/engine';

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
const parametersOf = (name: string) => changedCase(idsOf(sandbox), name);
const run = async (name: string, credentials: ReturnType<typeof allowing>) =>
	await runNode({ credentials, parameters: parametersOf(name) });
/** The other host of the sandbox, by a name that differs from the service's. */
const elsewhere = () => sandbox.otherOrigin.replace('127.0.0.1', 'localhost');
const REFUSED = 'The credentials do not allow requests to 127.0.0.1';

const OPERATIONS = [
	'message.send',
	'instance.getAll',
	'download.getVideo',
	'group.updatePhoto',
	'contact.apiRequest',
];

test.each(OPERATIONS)('%s sends nothing to a host that is not allowed', async (name) => {
	const { error } = await run(name, allowing('service.example, *.example'));
	expect(error?.message).toBe(REFUSED);
	expect(error?.description).toMatch(/Add it to the Allowed Domains field of the credentials/);
	expect(sandbox.log).toEqual([]);
});

test.each(OPERATIONS)('%s is sent if the host of the Base URL is allowed', async (name) => {
	expect((await run(name, allowing('service.example, 127.0.0.1'))).error).toBeUndefined();
	expect(sandbox.log.length).toBeGreaterThan(0);
});

test.each(OPERATIONS)(
	'%s is sent with "None", which only applies to the HTTP Request node of n8n',
	async (name) => {
		expect((await run(name, allowing())).error).toBeUndefined();
		expect(sandbox.log.length).toBeGreaterThan(0);
	},
);

test('"Specific Domains" without any domain allows none', async () => {
	expect((await run('message.send', allowing(' '))).error?.message).toMatch(
		/No allowed domains specified|does not allow/,
	);
	await expect(searchList('searchInstances', allowing(' '))).rejects.toMatchObject({
		message: REFUSED,
	});
	expect(sandbox.log).toEqual([]);
});

describe('files at another host', () => {
	const get = async (allowedDomains: string) =>
		await run('download.getVideo', allowing(allowedDomains));
	const file = () => `${elsewhere()}/media/video/a.mp4`;

	test.each([
		[
			'a URL in the response',
			() =>
				sandbox.addFault({
					kind: 'raw',
					headers: { 'content-type': 'application/json' },
					body: { url: file() },
				}),
		],
		['a redirect', () => sandbox.addFault({ kind: 'redirect', location: file() })],
	])('%s is followed only if its host is allowed', async (_what, respond) => {
		respond();
		const rejected = await get('127.0.0.1');
		expect(rejected.error?.message).toBe('The credentials do not allow requests to localhost');
		expect(sandbox.otherHostLog).toEqual([]);
		respond();
		expect((await get('127.0.0.1, localhost')).error).toBeUndefined();
		expect(sandbox.otherHostLog).toHaveLength(1);
	});
});

test('an allowed host cannot redirect the download to another host', async () => {
	const server = new Service(
		(_req, res) => void res.writeHead(302, { location: `${elsewhere()}/media/video/a.mp4` }).end(),
	);
	await server.start();
	const url = `${server.origin}/a.mp4`;
	const respond = () =>
		sandbox.addFault({
			kind: 'raw',
			headers: { 'content-type': 'application/json' },
			body: { url },
		});
	respond();
	expect((await run('download.getVideo', allowing('127.0.0.1'))).error).toBeDefined();
	expect(sandbox.otherHostLog).toEqual([]);
	respond();
	expect((await run('download.getVideo', allowing('127.0.0.1, localhost'))).error).toBeUndefined();
	server.stop();
});

test.each(['searchInstances', 'searchChats', 'searchWebhooks'] as const)(
	'the picker %s sends requests only to an allowed host',
	async (method) => {
		await expect(searchList(method, allowing('service.example'))).rejects.toMatchObject({
			message: REFUSED,
		});
		expect(sandbox.log).toEqual([]);
		expect((await searchList(method, allowing('127.0.0.1'))).results.length).toBeGreaterThan(0);
	},
);

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
	await host.stop();
});

test('the key is not added to a request to a host that is not allowed, and the error says so', async () => {
	const credential = new MessagingIntegrationApi();
	const url = `${sandbox.baseUrl}/instances`;
	await expect(credential.authenticate(allowing('service.example'), { url })).rejects.toThrow(
		REFUSED,
	);
	for (const allowed of ['127.0.0.1', undefined]) {
		expect((await credential.authenticate(allowing(allowed), { url })).headers).toHaveProperty(
			'Authorization',
		);
	}
});
