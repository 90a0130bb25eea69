import axios from 'axios';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { clientOf, seeded } from '../support/client';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const control = () =>
	axios.create({ baseURL: `${sandbox.origin}/_sandbox`, validateStatus: () => true, proxy: false });

test('health and state can be read', async () => {
	expect((await control().get('/health')).data).toEqual({ ok: true });
	const { data } = await control().get('/state');
	expect(data).toMatchObject({
		baseUrl: sandbox.baseUrl,
		keys: sandbox.keys,
		counts: { instances: 6, webhooks: 2 },
		rate: { tier: 'pro', windowSeconds: 60 },
		dialectName: 'documented',
	});
});

test('log, ledger, deliveries and data can be read', async () => {
	const { connected, chat } = seeded(sandbox);
	await clientOf(sandbox).post('/messages', {
		instanceId: connected.id,
		remoteJid: chat.id,
		content: {},
	});
	await control().post('/incoming', { text: 'Hello' });
	expect((await control().get('/log')).data).toEqual([
		expect.objectContaining({
			method: 'POST',
			path: '/messages',
			status: 201,
			key: sandbox.keys.live,
			valid: true,
		}),
	]);
	expect((await control().get('/ledger')).data).toHaveLength(1);
	expect((await control().get('/deliveries')).data).toEqual([]);
	expect((await control().get('/messages')).data.at(-1)).toMatchObject({
		content: { text: 'Hello' },
	});
	expect((await control().get('/messages')).data).toHaveLength(sandbox.data.messages.length);
	for (const name of ['instances', 'groups', 'chats', 'webhooks'] as const)
		expect((await control().get(`/${name}`)).data).toEqual(
			JSON.parse(JSON.stringify(sandbox.data[name])),
		);
	await clientOf(sandbox).get('/chats');
	expect((await control().get('/log?last=1')).data).toEqual([
		expect.objectContaining({ path: '/chats' }),
	]);
});

test('a reset can keep the webhooks that others registered', async () => {
	const seeded = sandbox.data.webhooks.map(({ id }) => id);
	const { data } = await clientOf(sandbox).post('/webhooks', { url: 'https://n8n.example/hook' });
	await control().post('/reset', { keepWebhooks: true });
	expect(sandbox.data.webhooks.map(({ id }) => id)).toEqual([...seeded, data.id]);
	await control().post('/reset');
	expect(sandbox.data.webhooks.map(({ id }) => id)).toEqual(seeded);
});

test('faults, dialect and rate limit can be set, and the data can be reset', async () => {
	const http = clientOf(sandbox);
	expect(
		(await control().post('/faults', { kind: 'status', status: 503, times: 'always' })).status,
	).toBe(200);
	expect([(await http.get('/chats')).status, (await http.get('/chats')).status]).toEqual([
		503, 503,
	]);
	await control().delete('/faults');
	expect((await http.get('/chats')).status).toBe(200);
	await control().post('/dialect', { name: 'bare' });
	expect(Array.isArray((await http.get('/instances')).data)).toBe(true);
	await control().post('/dialect', { lists: 'data' });
	expect((await http.get('/webhooks')).data).toHaveProperty('data');
	await control().post('/rate', {
		tier: 10,
		windowSeconds: 30,
		consume: { key: sandbox.keys.live, n: 9 },
	});
	expect((await http.get('/chats')).headers['x-ratelimit-remaining']).toBe('0');
	expect((await control().post('/reset')).data.counts.requests).toBe(0);
	expect((await http.get('/chats')).headers['x-ratelimit-remaining']).toBe('9');
	sandbox.setRate({ tier: 'pro', windowSeconds: 60 });
	sandbox.setDialect('documented');
});

test.each([
	['an unknown kind of fault', '/faults', { kind: 'gremlin' }],
	['an invalid regular expression', '/faults', { kind: 'reset', path: '(' }],
	['an unknown field of a message', '/incoming', { sender: 'x' }],
	['an unknown instance', '/incoming', { instanceId: '00000000-0000-4000-8000-000000000000' }],
	['an unknown preset', '/dialect', { name: 'klingon' }],
	['an unknown setting', '/dialect', { color: 'red' }],
	['an unknown tier', '/rate', { tier: 'platinum' }],
	['an unknown endpoint', '/nothing', {}],
])('%s is rejected with a message', async (_what, path, body) => {
	const response = await control().post(path, body);
	expect(response.status).toBeGreaterThanOrEqual(400);
	expect(response.status).toBeLessThan(500);
	expect(response.data.error.message).not.toBe('');
});

test('requests from other websites are rejected', async () => {
	expect(
		(await control().post('/reset', {}, { headers: { Origin: 'https://evil.example' } })).status,
	).toBe(403);
	expect((await control().get('/log', { headers: { Host: 'evil.example' } })).status).toBe(403);
});

test('changes are sent as server-sent events', async () => {
	const stream = await axios.get(`${sandbox.origin}/_sandbox/events`, {
		responseType: 'stream',
		proxy: false,
	});
	const received = new Promise<string>((resolve) => {
		let text = '';
		stream.data.on('data', (chunk: Buffer) => {
			text += chunk.toString();
			if (text.includes('"messages"')) resolve(text);
		});
	});
	await sandbox.playIncoming({ text: 'Hello' });
	expect(await received).toContain('event: change\ndata: {"what":"messages"}');
	stream.data.destroy();
});
