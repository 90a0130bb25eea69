import axios from 'axios';
import { seeded, useSandbox } from '../support/client';

const t = useSandbox({});

const control = () =>
	axios.create({ baseURL: `${t.sandbox.origin}/_sandbox`, validateStatus: () => true, proxy: false });
const read = async (path: string) => (await control().get(path)).data;

test('health and state can be read', async () => {
	expect(await read('/health')).toEqual({ ok: true });
	expect(await read('/state')).toMatchObject({
		baseUrl: t.sandbox.baseUrl,
		keys: t.sandbox.keys,
		counts: { instances: 6, webhooks: 2 },
		rate: { tier: 'pro', limit: 300, windowSeconds: 60 },
		dialectName: 'documented',
	});
});

test('log, ledger, deliveries and data can be read', async () => {
	const { connected, chat } = seeded(t.sandbox);
	const message = { instanceId: connected.id, remoteJid: chat.id, content: {} };
	await t.send('post', '/messages', message);
	await control().post('/incoming', { text: 'Hello' });
	const { live: key } = t.sandbox.keys;
	const sent = { method: 'POST', path: '/messages', status: 201, key, valid: true };
	expect(await read('/log')).toEqual([expect.objectContaining(sent)]);
	expect(await read('/ledger')).toHaveLength(1);
	expect(await read('/deliveries')).toEqual([]);
	const messages = await read('/messages');
	expect(messages.at(-1)).toMatchObject({ content: { text: 'Hello' } });
	expect(messages).toHaveLength(t.sandbox.data.messages.length);
	for (const name of ['instances', 'groups', 'chats', 'webhooks'] as const)
		expect(await read(`/${name}`)).toEqual(JSON.parse(JSON.stringify(t.sandbox.data[name])));
	await t.send('get', '/chats');
	expect(await read('/log?last=1')).toEqual([expect.objectContaining({ path: '/chats' })]);
});

test('a reset can keep the webhooks that others registered', async () => {
	const ids = () => t.sandbox.data.webhooks.map(({ id }) => id);
	const before = ids();
	const { id } = await t.data('post', '/webhooks', { url: 'https://n8n.example/hook' });
	await control().post('/reset', { keepWebhooks: true });
	expect(ids()).toEqual([...before, id]);
	await control().post('/reset');
	expect(ids()).toEqual(before);
});

test('faults, dialect and rate limit can be set, and the data can be reset', async () => {
	const fault = { kind: 'status', status: 503, times: 'always' };
	expect((await control().post('/faults', fault)).status).toBe(200);
	for (let n = 0; n < 2; n += 1) expect(await t.status('get', '/chats')).toBe(503);
	await control().delete('/faults');
	expect(await t.status('get', '/chats')).toBe(200);
	await control().post('/dialect', { name: 'bare' });
	expect(Array.isArray(await t.data('get', '/instances'))).toBe(true);
	await control().post('/dialect', { lists: 'data' });
	expect(await t.data('get', '/webhooks')).toHaveProperty('data');
	const consume = { key: t.sandbox.keys.live, n: 9 };
	await control().post('/rate', { tier: 10, windowSeconds: 30, consume });
	const remaining = async () => (await t.send('get', '/chats')).headers['x-ratelimit-remaining'];
	expect(await remaining()).toBe('0');
	expect((await control().post('/reset')).data.counts.requests).toBe(0);
	expect(await remaining()).toBe('9');
	t.sandbox.setRate({ tier: 'pro', windowSeconds: 60 });
	t.sandbox.setDialect('documented');
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
