import { startSandbox, type Fault, type Sandbox } from '../../../sandbox';
import { clientOf, seeded } from '../support/client';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
	// The first request is slow, and must not be one with a short timeout.
	await clientOf(sandbox).post('/messages', {});
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

interface Outcome {
	error?: string | undefined;
	status?: number;
	text?: string;
	headers?: Record<string, unknown>;
}

/** Plans a fault, sends a message and returns what the client sees. */
async function sendDuring(fault: Fault): Promise<Outcome> {
	sandbox.addFault(fault);
	const { connected, chat } = seeded(sandbox);
	const body = { instanceId: connected.id, remoteJid: chat.id, content: { text: 'once' } };
	try {
		const response = await clientOf(sandbox).post('/messages', body, {
			timeout: fault.kind.startsWith('stall') ? 500 : 20_000,
			responseType: 'text',
			transformResponse: (text) => text,
		});
		return { status: response.status, text: response.data, headers: response.headers };
	} catch (error) {
		return { error: (error as { code?: string }).code };
	}
}

test.each<[Fault, Outcome, number]>([
	[{ kind: 'reset' }, { error: 'ECONNRESET' }, 0],
	[{ kind: 'resetAfterWork' }, { error: 'ECONNRESET' }, 1],
	[{ kind: 'stall' }, { error: 'ECONNABORTED' }, 0],
	[{ kind: 'stallAfterWork' }, { error: 'ECONNABORTED' }, 1],
	[
		{ kind: 'status', status: 503 },
		{ status: 503, text: expect.stringContaining('"success":false') },
		0,
	],
	[
		{ kind: 'status', status: 500, afterWork: true, body: { a: 1 } },
		{ status: 500, text: '{"a":1}' },
		1,
	],
	[{ kind: 'html' }, { status: 502, text: expect.stringContaining('<html>') }, 0],
	[
		{ kind: 'html', status: 200, afterWork: true },
		{ status: 200, text: expect.stringContaining('<html>') },
		1,
	],
	[
		{ kind: 'cutBody' },
		{ error: expect.stringMatching(/ERR_BAD_RESPONSE|ECONNRESET|ECONNABORTED/) },
		1,
	],
	[
		{ kind: 'cutBody', afterWork: false },
		{ error: expect.stringMatching(/ERR_BAD_RESPONSE|ECONNRESET|ECONNABORTED/) },
		0,
	],
	[{ kind: 'cutJson' }, { status: 201, text: expect.stringMatching(/^\{"id":.*[^}]$/) }, 1],
	[
		{ kind: 'cutJson', afterWork: false },
		{ status: 200, text: expect.stringMatching(/^\{"data":.*[^}]$/) },
		0,
	],
	[{ kind: 'redirect' }, { status: 302, text: '' }, 0],
	[
		{ kind: 'redirect', status: 307, location: 'http://elsewhere.example/' },
		{ status: 307, headers: expect.objectContaining({ location: 'http://elsewhere.example/' }) },
		0,
	],
	[
		{ kind: 'rateLimited', retryAfter: 7 },
		{ status: 429, text: expect.stringContaining('"retryAfter":7') },
		0,
	],
	[{ kind: 'rateLimited' }, { status: 429, text: expect.not.stringContaining('retryAfter') }, 0],
	[{ kind: 'empty' }, { status: 200, text: '' }, 0],
	[{ kind: 'empty', status: 204, afterWork: true }, { status: 204, text: '' }, 1],
	[
		{
			kind: 'raw',
			status: 418,
			body: 'tea',
			headers: { 'X-Pot': 'small', 'Content-Type': 'text/x-tea' },
		},
		{
			status: 418,
			text: 'tea',
			headers: expect.objectContaining({ 'x-pot': 'small', 'content-type': 'text/x-tea' }),
		},
		0,
	],
])('the fault %j has the outcome of the table', async (fault, outcome, timesCarriedOut) => {
	expect(await sendDuring(fault)).toMatchObject(outcome);
	expect(sandbox.ledger).toHaveLength(timesCarriedOut);
	expect(
		sandbox.data.messages.filter((each) => JSON.stringify(each.content) === '{"text":"once"}'),
	).toHaveLength(timesCarriedOut);
	if (timesCarriedOut === 1)
		expect(sandbox.ledger[0]).toMatchObject({
			method: 'POST',
			path: '/messages',
			responseSent: false,
			key: sandbox.keys.live,
		});
	// The fault applied once; the next request succeeds.
	expect((await clientOf(sandbox).get('/instances')).status).toBe(200);
});

test('the ledger records that the response to a write without a fault was sent', async () => {
	const { connected, chat } = seeded(sandbox);
	await clientOf(sandbox).post('/messages', {
		instanceId: connected.id,
		remoteJid: chat.id,
		content: {},
	});
	expect(sandbox.ledger).toEqual([
		{
			at: expect.any(Number),
			method: 'POST',
			path: '/messages',
			body: expect.objectContaining({ remoteJid: chat.id }),
			key: sandbox.keys.live,
			responseSent: true,
		},
	]);
});

test('a fault applies to the requests that its method, path, skip and times select', async () => {
	const http = clientOf(sandbox);
	sandbox.addFault({
		kind: 'status',
		status: 503,
		method: 'get',
		path: '/instances',
		skip: 1,
		times: 2,
	});
	sandbox.addFault({ kind: 'status', status: 502, path: '^/chats(/|$)', times: Infinity });
	const statuses = [];
	for (const path of [
		'/instances',
		'/instances',
		'/webhooks',
		'/instances',
		'/instances',
		'/chats',
		'/chats/messages',
		'/chats',
	])
		statuses.push((await http.get(path)).status);
	expect(statuses).toEqual([200, 503, 200, 503, 200, 502, 502, 502]);
	sandbox.clearFaults();
	expect((await http.get('/chats')).status).toBe(200);
	expect(() => sandbox.addFault({ kind: 'reset', path: '(' })).toThrow('regular expression');
});

test('a fault has the rate headers, and a request without a key does not count as one of its requests', async () => {
	sandbox.addFault({ kind: 'status', status: 500 });
	expect((await clientOf(sandbox, null).get('/instances')).status).toBe(401);
	const response = await clientOf(sandbox).get('/instances');
	expect([response.status, response.headers['x-ratelimit-remaining']]).toEqual([500, '299']);
});

test('cutBody breaks a download in the middle', async () => {
	const { video } = seeded(sandbox);
	sandbox.addFault({ kind: 'cutBody' });
	await expect(
		clientOf(sandbox).get(`/downloads/video?messageId=${video.id}`, {
			responseType: 'arraybuffer',
		}),
	).rejects.toThrow(/aborted|hang up|reset/i);
});

test('cutBody breaks a large download half-way, as bytes and as base64', async () => {
	const { video } = seeded(sandbox);
	for (const downloads of ['bytes', 'base64'] as const) {
		sandbox.setDialect({ downloads });
		sandbox.addFault({ kind: 'cutBody' });
		const response = await clientOf(sandbox).get(
			`/downloads/video?messageId=${video.id}&size=5000000`,
			{ responseType: 'stream' },
		);
		let received = 0;
		const ended = new Promise<string>((resolve) => {
			response.data.on('data', (chunk: Buffer) => (received += chunk.length));
			response.data.once('end', () => resolve('whole'));
			response.data.once('error', () => resolve('cut'));
		});
		expect(await ended).toBe('cut');
		expect(received).toBe(downloads === 'bytes' ? 2_500_000 : 50_000);
	}
	sandbox.setDialect('documented');
});

test('cutBody breaks the connection after the request is carried out if the response is empty', async () => {
	sandbox.setDialect({ confirmation: '204' });
	sandbox.addFault({ kind: 'cutBody' });
	const { group } = seeded(sandbox);
	await expect(
		clientOf(sandbox).patch(`/groups/${group.id}/settings`, { subject: 'a' }),
	).rejects.toThrow(/reset|hang up/i);
	expect(sandbox.ledger).toEqual([
		expect.objectContaining({ method: 'PATCH', responseSent: false }),
	]);
	sandbox.setDialect('documented');
});

test('a redirect leads to the other host, which logs the request', async () => {
	sandbox.addFault({ kind: 'redirect' });
	const response = await clientOf(sandbox).get('/instances');
	expect(response.headers['location']).toBe(`${sandbox.otherOrigin}/redirected`);
	await clientOf(sandbox).get(response.headers['location']);
	expect(sandbox.otherHostLog).toEqual([
		expect.objectContaining({ path: '/redirected', key: sandbox.keys.live }),
	]);
});
