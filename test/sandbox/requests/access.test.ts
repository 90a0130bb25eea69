import { startSandbox, type Sandbox } from '../../../sandbox';
import { clientOf, known } from '../support/client';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox({ tier: 3 })));
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const withHeader = (Authorization: string) => clientOf(sandbox, null).get('/instances', { headers: { Authorization } });

test('no Authorization header is MISSING_AUTH', async () => {
	const answer = await clientOf(sandbox, null).get('/instances');
	expect([answer.status, answer.data]).toEqual([401, { success: false, error: { code: 'MISSING_AUTH', message: expect.any(String) } }]);
});

test.each([
	['no Bearer prefix', () => sandbox.keys.live],
	['another scheme', () => `Basic ${sandbox.keys.live}`],
	['an empty key', () => 'Bearer '],
	['an unknown key', () => 'Bearer sk_live_unknown'],
	['a revoked key', () => `Bearer ${sandbox.keys.revoked}`],
])('%s is UNAUTHORIZED and does not count towards the limit', async (_name, header) => {
	const answer = await withHeader(header());
	expect([answer.status, answer.data.error.code]).toEqual([401, 'UNAUTHORIZED']);
	expect(answer.headers['x-ratelimit-limit']).toBeUndefined();
});

test.each(['live', 'test', 'bare', 'readOnly'] as const)('key %s may read instances', async (name) => {
	expect((await clientOf(sandbox, sandbox.keys[name]).get('/instances')).status).toBe(200);
});

test('each key can do what its permissions allow', async () => {
	sandbox.setRate({ tier: 'none' });
	const { on, chat } = known(sandbox);
	const tries = {
		list: ['get', '/instances'],
		create: ['post', '/instances', { name: 'x' }],
		send: ['post', '/messages', { instanceId: on.id, remoteJid: chat.id, content: {} }],
		chats: ['get', '/chats'],
		webhooks: ['get', '/webhooks'],
		remove: ['delete', '/webhooks/none'],
		group: ['patch', '/groups/none/settings', { subject: 'x' }],
	} as const;
	const table: Record<string, string> = {};
	for (const name of ['live', 'bare', 'readOnly', 'noInstances', 'noAccess'] as const) {
		const http = clientOf(sandbox, sandbox.keys[name]);
		const outcomes = [];
		for (const [method, url, data] of Object.values(tries)) outcomes.push((await http.request({ method, url, data })).status);
		table[name] = outcomes.join(' ');
	}
	sandbox.setRate({ tier: 3 });
	expect(table).toEqual({
		live: '200 201 201 200 200 404 404',
		bare: '200 201 201 200 200 404 404',
		readOnly: '200 403 403 200 200 403 403',
		noInstances: '403 403 201 200 200 404 404',
		noAccess: '403 403 403 403 403 403 403',
	});
});

test('a missing permission has its code and the rate headers', async () => {
	const answer = await clientOf(sandbox, sandbox.keys.noAccess).get('/chats');
	expect(answer.data.error.code).toBe('INSUFFICIENT_PERMISSIONS');
	expect(answer.headers['x-ratelimit-remaining']).toBe('2');
});
