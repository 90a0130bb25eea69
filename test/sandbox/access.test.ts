import axios from 'axios';
import { clientOf, useSandbox } from './support/client';

const t = useSandbox({ tier: 3 });

const withHeader = (Authorization: string) =>
	clientOf(t.sandbox, null).get('/instances', { headers: { Authorization } });

test('a request without an Authorization header gets 401 MISSING_AUTH', async () => {
	const { status, data } = await clientOf(t.sandbox, null).get('/instances');
	const error = { code: 'MISSING_AUTH', message: expect.any(String) };
	expect([status, data]).toEqual([401, { success: false, error }]);
});

test.each([
	['a key without the Bearer scheme', () => t.sandbox.keys.live],
	['an unknown key', () => 'Bearer sk_live_unknown'],
	['a revoked key', () => `Bearer ${t.sandbox.keys.revoked}`],
])('a request with %s gets 401 UNAUTHORIZED and does not count towards the limit', async (_name, header) => {
	const response = await withHeader(header());
	expect([response.status, response.data.error.code]).toEqual([401, 'UNAUTHORIZED']);
	expect(response.headers['x-ratelimit-limit']).toBeUndefined();
});

test.each([
	['live', [200, 201, 404]],
	['readOnly', [200, 403, 403]],
	['noInstances', [403, 403, 404]],
	['noAccess', [403, 403, 403]],
] as const)('the key %s can do exactly what its permissions allow', async (name, statuses) => {
	t.sandbox.setRate({ tier: 'none' });
	const http = clientOf(t.sandbox, t.sandbox.keys[name]);
	const responses = [
		await http.get('/instances'),
		await http.post('/instances', { name: 'x' }),
		await http.delete('/webhooks/none'),
	];
	t.sandbox.setRate({ tier: 3 });
	expect(responses.map(({ status }) => status)).toEqual(statuses);
});

test('a page whose host name leads to this machine gets nothing', async () => {
	const url = `${t.sandbox.origin}/_sandbox/state`;
	for (const headers of [
		{ host: 'attacker.example' },
		{ host: new URL(url).host, origin: 'https://attacker.example' },
	]) {
		const response = await axios.get(url, { headers, validateStatus: () => true });
		expect([response.status, response.data.error?.code]).toEqual([403, 'FORBIDDEN']);
	}
});
