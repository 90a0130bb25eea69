import axios from 'axios';
import { clientOf, seeded, useSandbox } from './support/client';

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
	['another scheme', () => `Basic ${t.sandbox.keys.live}`],
	['an empty key', () => 'Bearer '],
	['an unknown key', () => 'Bearer sk_live_unknown'],
	['a revoked key', () => `Bearer ${t.sandbox.keys.revoked}`],
])('a request with %s gets 401 UNAUTHORIZED and does not count towards the limit', async (_name, header) => {
	const response = await withHeader(header());
	expect([response.status, response.data.error.code]).toEqual([401, 'UNAUTHORIZED']);
	expect(response.headers['x-ratelimit-limit']).toBeUndefined();
});

test.each([
	['live', [200, 201, 404]],
	['bare', [200, 201, 404]],
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

test.each([
	['the API', () => `${t.sandbox.baseUrl}/instances`],
	['the control API', () => `${t.sandbox.origin}/_sandbox/state`],
])('%s gives nothing to a page whose host name leads to this machine', async (_what, url) => {
	const authorization = `Bearer ${t.sandbox.keys.live}`;
	for (const headers of [
		{ host: 'attacker.example', authorization },
		{ host: new URL(url()).host, origin: 'https://attacker.example', authorization },
	]) {
		const response = await axios.get(url(), { headers, validateStatus: () => true });
		expect([response.status, response.data.error?.code]).toEqual([403, 'FORBIDDEN']);
	}
	expect(t.sandbox.log).toEqual([]);
});

describe('a sandbox with a limit of 0.1 MB', () => {
	const small = useSandbox({ tier: 'none', maxBodyMb: 0.1 });

	const send = async (length: number) => {
		const { connected, chat } = seeded(small.sandbox);
		const text = 'a'.repeat(length);
		const body = { instanceId: connected.id, remoteJid: chat.id, content: { text } };
		return await small.send('post', '/messages', body);
	};

	test('a body above the limit gets 413, and nothing is sent', async () => {
		const { status, data } = await send(110_000);
		expect([status, data.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
		expect(data.error.message).toContain('larger than 100000 bytes');
		expect(small.sandbox.ledger).toEqual([]);
	});

	test('the log shortens long strings, and the message keeps them', async () => {
		await send(60_000);
		const { content } = small.sandbox.data.messages.at(-1)!;
		expect((content as { text: string }).text).toHaveLength(60_000);
		const shortened = `${'a'.repeat(100)}… (60000 characters)`;
		const { body } = small.sandbox.log.at(-1)!;
		expect(body).toMatchObject({ content: { text: shortened } });
		expect(small.sandbox.ledger.at(-1)!.body).toEqual(body);
	});
});
