import type { Dialect } from '../../tools/sandbox';
import { seeded, useSandbox } from './support/client';
import { startReceiver } from './support/webhookReceiver';

const t = useSandbox();
let receiver: Awaited<ReturnType<typeof startReceiver>>;
afterEach(() => receiver.close());

/** Creates a webhook for a receiver that responds with the given statuses in turn. */
async function subscribe(fields: object = {}, dialect: Partial<Dialect> = {}, ...statuses: number[]) {
	t.sandbox.setDialect({ retryDelaysMs: [5, 5, 5], ...dialect });
	receiver = await startReceiver(...statuses);
	await t.send('post', '/webhooks', { url: receiver.url, events: ['message'], ...fields });
}

async function play(text = 'Hello') {
	const message = await t.sandbox.playIncoming({ text });
	await t.sandbox.settle();
	return message;
}

test('a sent message is delivered as an event, and so is its change of status', async () => {
	await subscribe({ events: [] });
	const { connected, chat } = seeded(t.sandbox);
	const message = { instanceId: connected.id, remoteJid: chat.id, content: { text: 'Hi' } };
	await t.send('post', '/messages', message);
	await t.sandbox.settle();
	const events = receiver.received
		.map((each) => JSON.parse(each.body))
		.map(({ event, fromMe, status }) => `${event} ${fromMe} ${status}`);
	expect(events.sort()).toEqual(['message true pending', 'message.status true sent']);
});

test.each([
	['that subscribes to another event does not receive it', { events: ['instance.status'] }, 0],
	['with the event * receives it', { events: ['*'] }, 1],
	['with an empty list of events receives it', { events: [] }, 1],
	['that is not active does not receive it', { isActive: false }, 0],
])('a message comes in, and a webhook %s', async (_what, fields, count) => {
	await subscribe(fields);
	await play();
	expect(receiver.received).toHaveLength(count);
});

test('a failed delivery is retried with the same bytes and ID until it is accepted', async () => {
	await subscribe({ retryOnFailure: true }, { deliveryIdHeader: 'x-delivery-id' }, 500, 404);
	await play();
	expect(receiver.received).toHaveLength(3);
	expect(new Set(receiver.received.map((each) => each.body)).size).toBe(1);
	const ids = receiver.received.map((each) => each.headers['x-delivery-id']);
	expect(new Set(ids)).toEqual(new Set([t.sandbox.deliveries[0]!.deliveryId]));
	expect(t.sandbox.deliveries[0]).toMatchObject({
		state: 'delivered',
		attempts: [{ status: 500 }, { status: 404 }, { status: 200 }],
	});
});

test('a test event is sent only to its webhook, and the response reports the result', async () => {
	await subscribe({ isActive: false }, {}, 200, 401);
	const { id } = t.sandbox.data.webhooks.at(-1)!;
	expect((await t.data('post', `/webhooks/${id}/test`)).success).toBe(true);
	expect((await t.data('post', `/webhooks/${id}/test`)).success).toBe(false);
	expect(t.sandbox.deliveries.map((each) => each.event)).toEqual(['test', 'test']);
});

test('reset ends deliveries in flight', async () => {
	await subscribe({ retryOnFailure: true }, { retryDelaysMs: [3_600_000] }, 500);
	await t.sandbox.playIncoming({});
	t.sandbox.reset();
	await t.sandbox.settle();
	expect(t.sandbox.deliveries).toEqual([]);
});
