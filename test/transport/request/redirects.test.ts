import type { RequestListener } from 'node:http';
import type { ServiceRequest } from '../../../nodes/transport/request/requestOnce';
import { DEFAULT_SETTINGS, send } from '../../../nodes/transport/request/send';
import type { Fault, Sandbox } from '../../../tools/sandbox';
import { InstantClock } from '../../support/instantClock';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';
import { editorContext } from '../../support/engine';
import { Service, useService } from '../../support/service';

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

const READ: ServiceRequest = { method: 'GET', path: '/webhooks' };
const FILE: ServiceRequest = { ...READ, readBody: async (_response, body) => await body.readText() };
const WRITE: ServiceRequest = { method: 'POST', path: '/instances', body: { name: 'x' } };
const request = async (what = READ) =>
	await send(editorContext(credentialsFor(sandbox)), what, DEFAULT_SETTINGS, new InstantClock());
const failing = async (what = READ) =>
	await request(what).then(
		() => undefined,
		(error: unknown) => error,
	);
const paths = () => sandbox.log.map(({ path }) => path);
const redirect = (location: string, path = '/webhooks', status = 302): Fault => ({
	kind: 'redirect',
	path,
	location,
	status,
	times: Infinity,
});

test.each([300, 302, 399])('a read follows redirects within the service, with the key (%i)', async (status) => {
	sandbox.addFault(redirect('/api/v2/contacts', '/webhooks', status));
	sandbox.addFault(redirect(`${sandbox.baseUrl}/instances`, '/contacts', status));
	expect((await request()).status).toBe(200);
	expect(paths()).toEqual(['/webhooks', '/contacts', '/instances']);
	expect(new Set(sandbox.log.map(({ headers }) => headers.authorization))).toEqual(
		new Set([`Bearer ${sandbox.keys.test}`]),
	);
});

test('a write does not follow redirects', async () => {
	sandbox.addFault(redirect('/api/v2/contacts', '/instances', 307));
	expect(await failing(WRITE)).toMatchObject({
		failure: { status: 307, problem: { kind: 'redirected', to: new URL(sandbox.origin).host } },
	});
	expect(paths()).toEqual(['/instances']);
});

test('only a file is fetched from another host, without the key', async () => {
	const video = `${sandbox.otherOrigin}/media/video/a.mp4`;
	sandbox.addFault(redirect(video));
	expect(await failing()).toMatchObject({
		failure: { status: 302, problem: { kind: 'redirected', to: new URL(video).host } },
	});
	expect(sandbox.otherHostLog).toEqual([]);
	const { status, headers } = await request(FILE);
	expect([status, headers['content-type']]).toEqual([200, 'video/mp4']);
	expect(sandbox.otherHostLog.map(({ path, headers: sent }) => [path, sent.authorization])).toEqual([
		['/media/video/a.mp4', undefined],
	]);
});

test.each([
	[
		'a redirect with a web page and without a URL',
		{ kind: 'html', status: 300 },
		'The service redirected this request to another URL (300)',
	],
	['a redirect to an invalid URL', redirect('http://['), 'The service redirected this request to another URL (302)'],
	[
		'an error with a Location header',
		{ kind: 'raw', status: 400, headers: { location: '/api/v2/contacts' } },
		'The service rejected the values of this request (400)',
	],
] as Array<[string, Fault, string]>)('%s is not followed', async (_what, fault, message) => {
	sandbox.addFault(fault);
	expect(await failing()).toMatchObject({ message });
	expect(paths()).toHaveLength(1);
});

const urls = () => sandbox.log.map(({ url }) => url.replace('/api/v2', ''));
test.each([
	['is that of the Location', '/api/v2/contacts?limit=5&page=2', '/contacts?limit=5&page=2'],
	['is empty without one in the Location', '/api/v2/contacts', '/contacts'],
	['is replaced by a Location with only a query, which keeps the path', '?cursor=c', '/webhooks?cursor=c'],
])('the query of a request that is redirected within the service %s', async (_what, location, next) => {
	sandbox.addFault({ kind: 'redirect', path: '/webhooks', location, status: 302, times: 1 });
	sandbox.addFault({ kind: 'raw', body: [] });
	expect((await request({ ...READ, query: { limit: 5, page: 2 } })).status).toBe(200);
	expect(urls()).toEqual(['/webhooks?limit=5&page=2', next]);
});

describe('a file at another host', () => {
	const host = useService(new Service());
	const to =
		(location: string): RequestListener =>
		(_req, res) =>
			void res.writeHead(302, { location }).end();

	test('may redirect by a relative URL, at most five times', async () => {
		host.respond = (req, res) => (req.url === '/film' ? void res.end('film') : to('/film')(req, res));
		expect((await request({ ...FILE, url: `${host.origin}/a` })).body).toBe('film');
		expect([host.requests, host.keys]).toEqual([
			['GET /a', 'GET /film'],
			[undefined, undefined],
		]);
		host.respond = to('/a');
		expect(await failing({ ...FILE, url: `${host.origin}/a` })).toMatchObject({ message: 'Too many redirects (302)' });
		expect(host.requests).toHaveLength(2 + 6);
	});

	test('that redirects back to the service does not receive the key', async () => {
		host.respond = to(`${sandbox.baseUrl}/webhooks`);
		expect(await failing({ ...FILE, url: `${host.origin}/a` })).toMatchObject({ failure: { status: 401 } });
		expect(sandbox.log.map(({ path, headers }) => [path, headers.authorization])).toEqual([['/webhooks', undefined]]);
	});
});
