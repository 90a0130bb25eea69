import axios from 'axios';
import { seeded, useSandbox } from './support/client';
import { startReceiver } from './support/webhookReceiver';

const t = useSandbox({ tier: 'none', retryDelaysMs: [5, 5, 5] });
let receiver: Awaited<ReturnType<typeof startReceiver>>;
afterEach(() => receiver.close());

/** Creates a webhook for a receiver that responds with the given statuses in turn. */
async function subscribe(fields: object = {}, ...statuses: number[]) {
	t.sandbox.setDialect('documented');
	receiver = await startReceiver(...statuses);
	await t.send('post', '/webhooks', { url: receiver.url, events: ['message'], secret: 's', ...fields });
}

async function bodiesAfter(play: () => unknown) {
	await play();
	await t.sandbox.settle();
	return receiver.received.map(({ body }) => JSON.parse(body));
}

test('a sent message is delivered as an event, and so is its change of status', async () => {
	await subscribe({ events: [] });
	const { connected, chat } = seeded(t.sandbox);
	const message = { instanceId: connected.id, remoteJid: chat.id, content: { text: 'Hi' } };
	const bodies = await bodiesAfter(async () => await t.send('post', '/messages', message));
	const events = bodies.map(({ event, fromMe, status }) => `${event} ${fromMe} ${status}`);
	expect(events.sort()).toEqual(['message true pending', 'message.status true sent']);
});

test('a raw event has the record of the library, and a signed delivery', async () => {
	await subscribe();
	t.sandbox.setDialect('wrapped');
	const [body] = await bodiesAfter(
		async () => await t.sandbox.playIncoming({ text: 'Hi', remoteJid: '5511987654321' }),
	);
	expect(body).toMatchObject({
		event: 'message',
		instanceId: seeded(t.sandbox).connected.id,
		data: { key: { remoteJid: '5511987654321@s.whatsapp.net', fromMe: false }, message: { conversation: 'Hi' } },
	});
	expect(receiver.received[0]?.headers['x-signature']).toMatch(/^sha256=[\da-f]{64}$/);
});

test.each([
	['of another event', { events: ['instance.status'] }, 0],
	['of all events', { events: ['*'] }, 1],
	['that is not active', { isActive: false }, 0],
])('a message and any JSON are delivered %s only as often as the webhook asks for it: %j', async (...row) => {
	const [, fields, count] = row;
	await subscribe(fields);
	const anything = { event: 'message', any: [{ thing: null }] };
	const bodies = await bodiesAfter(async () => {
		await t.sandbox.playIncoming({ text: 'Hello' });
		await axios.post(`${t.sandbox.origin}/_sandbox/event`, anything, { proxy: false });
	});
	expect(bodies).toHaveLength(2 * count);
	expect(bodies.slice(1)).toEqual(count ? [anything] : []);
});

test('a failed delivery is retried with the same bytes until it is accepted', async () => {
	await subscribe({ retryOnFailure: true }, 500, 404);
	await bodiesAfter(async () => await t.sandbox.playIncoming({}));
	expect(receiver.received).toHaveLength(3);
	expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
	const attempts = [{ status: 500 }, { status: 404 }, { status: 200 }];
	expect(t.sandbox.deliveries[0]).toMatchObject({ state: 'delivered', attempts });
});

test('a test event is sent only to its webhook, and the response reports the result', async () => {
	await subscribe({ isActive: false }, 200, 401);
	const { id } = t.sandbox.data.webhooks.at(-1)!;
	expect((await t.data('post', `/webhooks/${id}/test`)).success).toBe(true);
	expect((await t.data('post', `/webhooks/${id}/test`)).success).toBe(false);
	expect(t.sandbox.deliveries.map(({ event }) => event)).toEqual(['test', 'test']);
});
