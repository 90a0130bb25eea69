import axios from 'axios';
import { useSandbox } from './support/client';

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
