import type { ServiceRequest } from '../../nodes/transport/exchange';
import { DEFAULT_SETTINGS, send } from '../../nodes/transport/request';
import { startSandbox, type Fault, type Sandbox } from '../../sandbox';
import { HastyClock } from '../system/tempo';
import { editorContext } from './engine';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ tier: 'none' });
});
beforeEach(() => sandbox.reset());
afterAll(async () => await sandbox.close());

const READ: ServiceRequest = { method: 'GET', path: '/webhooks' };
/** Reads a file in place of JSON. */
const FILE: ServiceRequest = { ...READ, receive: async (_answer, body) => await body.read() };
const WRITE: ServiceRequest = { method: 'POST', path: '/instances', body: { name: 'x' } };
const request = async (what = READ) =>
	await send(editorContext({ apiKey: sandbox.keys.test, environment: 'test', baseUrl: sandbox.baseUrl }), what, DEFAULT_SETTINGS, new HastyClock());
const failing = async (what = READ) =>
	await request(what).then(
		() => undefined,
		(error: unknown) => error,
	);
const paths = () => sandbox.log.map(({ path }) => path);
const redirect = (location: string, path = '/webhooks', status = 302): Fault => ({ kind: 'redirect', path, location, status, times: Infinity });

test.each([300, 302, 399])('a read follows them at home, with the key (%i)', async (status) => {
	sandbox.addFault(redirect('/api/v2/contacts', '/webhooks', status));
	sandbox.addFault(redirect(`${sandbox.baseUrl}/instances`, '/contacts', status));
	expect((await request()).status).toBe(200);
	expect(paths()).toEqual(['/webhooks', '/contacts', '/instances']);
	expect(new Set(sandbox.log.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${sandbox.keys.test}`]));
});

test('five times at most', async () => {
	sandbox.addFault(redirect('webhooks'));
	const { host } = new URL(sandbox.origin);
	expect(await failing()).toMatchObject({ failure: { status: 302, redirectedTo: host, attempts: 1, mayHaveHappened: false } });
	expect(paths()).toHaveLength(6);
});

test('a write is not sent on', async () => {
	sandbox.addFault(redirect('/api/v2/contacts', '/instances', 307));
	expect(await failing(WRITE)).toMatchObject({ failure: { status: 307, redirectedTo: new URL(sandbox.origin).host } });
	expect(paths()).toEqual(['/instances']);
});

test('only a file is fetched from another host, without the key', async () => {
	const video = `${sandbox.otherOrigin}/media/video/a.mp4`;
	sandbox.addFault(redirect(video));
	expect(await failing()).toMatchObject({ failure: { status: 302, redirectedTo: new URL(video).host } });
	expect(sandbox.otherHostLog).toEqual([]);
	const { status, headers } = await request(FILE);
	expect([status, headers['content-type']]).toEqual([200, 'video/mp4']);
	expect(sandbox.otherHostLog.map(({ path, headers: sent }) => [path, sent.authorization])).toEqual([['/media/video/a.mp4', undefined]]);
});

test.each([
	['nowhere', { kind: 'raw', status: 302 }, 'The service sends this request on to another address (302)'],
	['nowhere, by a web page', { kind: 'html', status: 300 }, 'The service sends this request on to another address (300)'],
	['to an address that is none', redirect('http://['), 'The service sends this request on to another address (302)'],
	['an error that names an address', { kind: 'raw', status: 400, headers: { location: '/api/v2/contacts' } }, 'The service does not accept the values of this request (400)'],
] as Array<[string, Fault, string]>)('%s', async (_what, fault, message) => {
	sandbox.addFault(fault);
	expect(await failing()).toMatchObject({ message, failure: { redirectedTo: undefined } });
	expect(paths()).toHaveLength(1);
});

test('an answer with an address is an answer', async () => {
	sandbox.addFault({ kind: 'raw', status: 299, headers: { location: '/api/v2/contacts' }, body: { a: 1 } });
	expect(await request()).toMatchObject({ status: 299, body: { a: 1 } });
});

test('a file at an address at home is fetched with the key and within the limit', async () => {
	const address = `${sandbox.baseUrl}/instances`;
	expect((await request({ ...FILE, address })).body).toHaveProperty('data');
	expect(sandbox.log.map(({ path, key }) => [path, key])).toEqual([['/instances', sandbox.keys.test]]);
});
