import axios from 'axios';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { clientOf, known } from '../support/client';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const control = () => axios.create({ baseURL: `${sandbox.origin}/_sandbox`, validateStatus: () => true, proxy: false });

test('health and state', async () => {
	expect((await control().get('/health')).data).toEqual({ ok: true });
	const { data } = await control().get('/state');
	expect(data).toMatchObject({ baseUrl: sandbox.baseUrl, keys: sandbox.keys, counts: { instances: 6, webhooks: 2 }, rate: { tier: 'pro', windowSeconds: 60 }, dialectName: 'documented' });
});

test('log, ledger, deliveries and data can be read from another process', async () => {
	const { on, chat } = known(sandbox);
	await clientOf(sandbox).post('/messages', { instanceId: on.id, remoteJid: chat.id, content: {} });
	await control().post('/incoming', { text: 'Hello' });
	expect((await control().get('/log')).data).toEqual([expect.objectContaining({ method: 'POST', path: '/messages', status: 201, key: sandbox.keys.live, valid: true })]);
	expect((await control().get('/ledger')).data).toHaveLength(1);
	expect((await control().get('/deliveries')).data).toEqual([]);
	expect((await control().get('/messages')).data.at(-1)).toMatchObject({ content: { text: 'Hello' } });
	expect((await control().get('/messages')).data).toHaveLength(sandbox.data.messages.length);
	for (const name of ['instances', 'groups', 'chats', 'webhooks'] as const) expect((await control().get(`/${name}`)).data).toEqual(JSON.parse(JSON.stringify(sandbox.data[name])));
	await clientOf(sandbox).get('/chats');
	expect((await control().get('/log?last=1')).data).toEqual([expect.objectContaining({ path: '/chats' })]);
});

test('faults, dialect, rate and reset', async () => {
	const http = clientOf(sandbox);
	expect((await control().post('/faults', { kind: 'status', status: 503, times: 'always' })).status).toBe(200);
	expect([(await http.get('/chats')).status, (await http.get('/chats')).status]).toEqual([503, 503]);
	await control().delete('/faults');
	expect((await http.get('/chats')).status).toBe(200);
	await control().post('/dialect', { name: 'bare' });
	expect(Array.isArray((await http.get('/instances')).data)).toBe(true);
	await control().post('/dialect', { lists: 'data' });
	expect((await http.get('/webhooks')).data).toHaveProperty('data');
	await control().post('/rate', { tier: 10, windowSeconds: 30, consume: { key: sandbox.keys.live, n: 9 } });
	expect((await http.get('/chats')).headers['x-ratelimit-remaining']).toBe('0');
	expect((await control().post('/reset')).data.counts.requests).toBe(0);
	expect((await http.get('/chats')).headers['x-ratelimit-remaining']).toBe('9');
	sandbox.setRate({ tier: 'pro', windowSeconds: 60 });
	sandbox.setDialect('documented');
});

test.each([
	['/faults', { kind: 'gremlin' }],
	['/faults', { kind: 'reset', path: '(' }],
	['/incoming', { sender: 'x' }],
	['/incoming', { instanceId: '00000000-0000-4000-8000-000000000000' }],
	['/dialect', { name: 'klingon' }],
	['/dialect', { colour: 'red' }],
	['/rate', { tier: 'platinum' }],
	['/nothing', {}],
])('%s rejects %j with a message', async (path, body) => {
	const answer = await control().post(path, body);
	expect(answer.status).toBeGreaterThanOrEqual(400);
	expect(answer.status).toBeLessThan(500);
	expect(answer.data.error.message).not.toBe('');
});

test('other websites cannot control it', async () => {
	expect((await control().post('/reset', {}, { headers: { Origin: 'https://evil.example' } })).status).toBe(403);
	expect((await control().get('/log', { headers: { Host: 'evil.example' } })).status).toBe(403);
});

test('changes are sent as they happen', async () => {
	const stream = await axios.get(`${sandbox.origin}/_sandbox/events`, { responseType: 'stream', proxy: false });
	const told = new Promise<string>((resolve) => {
		let text = '';
		stream.data.on('data', (chunk: Buffer) => {
			text += chunk.toString();
			if (text.includes('"messages"')) resolve(text);
		});
	});
	await sandbox.playIncoming({ text: 'Hello' });
	expect(await told).toContain('event: change\ndata: {"what":"messages"}');
	stream.data.destroy();
});

test('the same seed gives the same data, another seed gives other data, and the number of instances can be set', async () => {
	const data = async (settings: object) => {
		const other = await startSandbox(settings);
		const { webhooks: _, ...rest } = JSON.parse(JSON.stringify(other.data));
		await other.close();
		return rest;
	};
	const first = await data({ seed: 7 });
	expect(await data({ seed: 7 })).toEqual(first);
	expect((await data({ seed: 8 })).instances[0].id).not.toBe(first.instances[0].id);
	expect((await data({ instances: 260 })).instances).toHaveLength(260);
	expect((await data({ instances: 0 })).instances).toEqual([]);
});

test('reset restores the seed in the same arrays', async () => {
	const { instances } = sandbox.data;
	const before = JSON.stringify(sandbox.data);
	await clientOf(sandbox).post('/instances', { name: 'x' });
	sandbox.reset();
	expect(sandbox.data.instances).toBe(instances);
	expect(JSON.stringify(sandbox.data)).toBe(before);
	expect([sandbox.log, sandbox.ledger]).toEqual([[], []]);
});
