import { createHmac } from 'node:crypto';
import { startSandbox, type Dialect, type Sandbox } from '../../../sandbox';
import { clientOf, seeded } from '../support/client';
import { startReceiver } from '../support/webhookReceiver';

let sandbox: Sandbox;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => void (sandbox = await startSandbox({ tier: 'none' })));
afterEach(() => receiver.close());
afterAll(() => sandbox.close());

/** Resets the sandbox and creates a webhook for a receiver that responds with the given statuses in turn. */
async function subscribe(
	fields: object = {},
	dialect: Partial<Dialect> = {},
	...statuses: number[]
) {
	sandbox.reset();
	sandbox.setDialect({ retryDelaysMs: [5, 5, 5], ...dialect });
	receiver = await startReceiver(...statuses);
	await clientOf(sandbox).post('/webhooks', { url: receiver.url, events: ['message'], ...fields });
}

test('an incoming message is stored and delivered with the headers of the webhook', async () => {
	await subscribe({ headers: { 'X-Token': 'abc' } });
	const message = await sandbox.playIncoming({
		text: 'Olá 👋',
		remoteJid: '5511900002222@s.whatsapp.net',
	});
	await sandbox.settle();
	expect(sandbox.data.messages.at(-1)).toEqual(message);
	expect(sandbox.data.chats.at(-1)!.id).toBe('5511900002222@s.whatsapp.net');
	expect(receiver.received).toHaveLength(1);
	expect(receiver.received[0]!.headers['x-token']).toBe('abc');
	expect(JSON.parse(receiver.received[0]!.body)).toEqual({ event: 'message', ...message });
	expect(sandbox.deliveries).toEqual([
		expect.objectContaining({
			event: 'message',
			url: receiver.url,
			state: 'delivered',
			attempts: [{ at: expect.any(Number), status: 200, error: null, body: 'noted' }],
		}),
	]);
});

test('a sent message is delivered as an event, and so is its change of status', async () => {
	await subscribe({ events: [] });
	const { connected, chat } = seeded(sandbox);
	await clientOf(sandbox).post('/messages', {
		instanceId: connected.id,
		remoteJid: chat.id,
		content: { text: 'Hi' },
	});
	await sandbox.settle();
	const events = receiver.received
		.map((each) => JSON.parse(each.body))
		.map(({ event, fromMe, status }) => ({ event, fromMe, status }));
	expect(events).toHaveLength(2);
	expect(events).toEqual(
		expect.arrayContaining([
			{ event: 'message', fromMe: true, status: 'pending' },
			{ event: 'message.status', fromMe: true, status: 'sent' },
		]),
	);
});

test.each([
	['that subscribes to another event does not receive it', { events: ['instance.status'] }, 0],
	['with the event * receives it', { events: ['*'] }, 1],
	['with an empty list of events receives it', { events: [] }, 1],
	['that is not active does not receive it', { isActive: false }, 0],
])('a message comes in, and a webhook %s', async (_what, fields, count) => {
	await subscribe(fields);
	await sandbox.playIncoming({ text: 'Hello' });
	await sandbox.settle();
	expect(receiver.received).toHaveLength(count);
});

test("a change of an instance's status is delivered as an event", async () => {
	await subscribe({ events: ['instance.status'] });
	const { connected } = seeded(sandbox);
	await clientOf(sandbox).post(`/instances/${connected.id}/disconnect`);
	await sandbox.settle();
	expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({
		event: 'instance.status',
		instanceId: connected.id,
		status: 'disconnected',
	});
});

test.each([
	['message', (message: object) => ({ event: 'message', ...message })],
	[
		'data',
		(message: { instanceId: string }) => ({
			event: 'message',
			instanceId: message.instanceId,
			data: message,
		}),
	],
	['array', (message: object) => [{ event: 'message', ...message }]],
] as const)('a delivery has the shape of the payload setting %s', async (payload, expected) => {
	await subscribe({}, { payload });
	const message = await sandbox.playIncoming({ text: 'Hello' });
	await sandbox.settle();
	expect(JSON.parse(receiver.received[0]!.body)).toEqual(expected(message));
});

test('a failed delivery is retried with the same bytes and ID until it is accepted', async () => {
	await subscribe({ retryOnFailure: true }, { deliveryIdHeader: 'x-delivery-id' }, 500, 404);
	await sandbox.playIncoming({ text: 'Hello' });
	await sandbox.settle();
	expect(receiver.received).toHaveLength(3);
	expect(new Set(receiver.received.map((each) => each.body)).size).toBe(1);
	expect(new Set(receiver.received.map((each) => each.headers['x-delivery-id']))).toEqual(
		new Set([sandbox.deliveries[0]!.deliveryId]),
	);
	expect(sandbox.deliveries[0]).toMatchObject({
		state: 'delivered',
		attempts: [{ status: 500 }, { status: 404 }, { status: 200 }],
	});
});

test('a delivery fails after the last retry', async () => {
	await subscribe({ retryOnFailure: true }, { retryDelaysMs: [1] }, 500, 500, 500);
	await sandbox.playIncoming({ text: 'Hello' });
	await sandbox.settle();
	expect(sandbox.deliveries[0]).toMatchObject({
		state: 'failed',
		attempts: [{ status: 500 }, { status: 500 }],
	});
});

test('a delivery without retryOnFailure is not retried', async () => {
	await subscribe({ retryOnFailure: false }, {}, 500);
	await sandbox.playIncoming({ text: 'Hello' });
	await sandbox.settle();
	expect(receiver.received).toHaveLength(1);
});

test('an attempt with an unreachable receiver records the error', async () => {
	await subscribe();
	await receiver.close();
	await sandbox.playIncoming({ text: 'Hello' });
	await sandbox.settle();
	expect(sandbox.deliveries[0]!.attempts[0]).toMatchObject({
		status: null,
		error: expect.stringContaining('ECONNREFUSED'),
	});
});

test('a delivery can be sent several times at once', async () => {
	await subscribe({}, { deliveryCopies: 3, deliveryIdHeader: 'x-delivery-id' });
	await sandbox.playIncoming({ text: 'Hello' });
	await sandbox.settle();
	expect(receiver.received).toHaveLength(3);
	expect(new Set(receiver.received.map((each) => each.headers['x-delivery-id'])).size).toBe(1);
	expect(sandbox.deliveries).toHaveLength(3);
});

test.each([
	['sha256', 'hex', 'sha256='],
	['sha1', 'base64', ''],
	['sha512', 'hex', 'v1,'],
] as const)('deliveries can be signed with %s in %s', async (algorithm, encoding, prefix) => {
	await subscribe(
		{ secret: 'shh' },
		{ signature: { headerName: 'X-Signature', algorithm, encoding, prefix } },
	);
	await sandbox.playIncoming({ text: 'Grüße' });
	await sandbox.settle();
	const { headers, body } = receiver.received[0]!;
	expect(headers['x-signature']).toBe(
		prefix + createHmac(algorithm, 'shh').update(Buffer.from(body)).digest(encoding),
	);
});

test('a test event is sent only to its webhook, and the response reports the result', async () => {
	await subscribe({ isActive: false }, {}, 200, 401);
	const { id } = sandbox.data.webhooks.at(-1)!;
	expect((await clientOf(sandbox).post(`/webhooks/${id}/test`)).data.success).toBe(true);
	expect((await clientOf(sandbox).post(`/webhooks/${id}/test`)).data.success).toBe(false);
	expect(sandbox.deliveries.map((each) => each.event)).toEqual(['test', 'test']);
});

test('reset ends deliveries in flight', async () => {
	await subscribe({ retryOnFailure: true }, { retryDelaysMs: [3_600_000] }, 500);
	await sandbox.playIncoming({});
	sandbox.reset();
	await sandbox.settle();
	expect(sandbox.deliveries).toEqual([]);
});
