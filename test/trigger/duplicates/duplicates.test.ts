import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import axios from 'axios';
import { clocks, systemClock } from '../../../nodes/transport/clock';
import { recordLogs } from '../../support/logs';
import { setUpTrigger } from '../support/fixture';
import type { Host } from '../support/host';

let host: Host;
setUpTrigger((ready) => {
	({ host } = ready);
	host.parameters = { verification: 'none' };
});

test('the Deduplicate Key decides what a duplicate is, except where its value is empty', async () => {
	host.parameters = { verification: 'none', options: { deduplicateKey: ' data.eventId ' } };
	await host.post({ data: { eventId: 1 } }, { 'x-delivery-id': 'a' });
	await host.post({ data: { eventId: 1 }, attempt: 2 }, { 'x-delivery-id': 'b' });
	await host.post({ data: { eventId: 2 } }, { 'x-delivery-id': 'a' });
	for (const n of [1, 2]) await host.post({ data: { eventId: '' }, n });
	expect(host.runs).toHaveLength(4);
});

test('a state that comes again later is not a duplicate; a duplicate leaves a line in the log', async () => {
	let now = Date.UTC(2026, 0, 1);
	clocks.current = { ...systemClock, now: () => now };
	const lines = recordLogs();
	const state = { event: 'connection.update', state: 'close' };
	host.parameters = { verification: 'none', triggerOn: ['connection'] };
	for (const minutes of [0, 5, 60]) {
		now = Date.UTC(2026, 0, 1, 0, minutes);
		await host.post(state);
	}
	expect(host.runs).toHaveLength(2);
	expect(lines).toContainEqual(['Ignored a duplicate delivery', { node: 'Trigger' }]);
});

test('while listening in the editor, a duplicate is shown, too', async () => {
	for (const _ of [1, 2]) await axios.post(host.url(true), { n: 1 });
	expect(host.listened).toHaveLength(2);
});

test('with a signature, ID headers do not tell deliveries apart, because they are not signed', async () => {
	host.parameters = { verification: 'hmac', hmac: { secret: 'secret' } };
	const signature = createHmac('sha256', 'secret').update('{"n":1}').digest('hex');
	for (const id of [
		{ 'x-delivery-id': '2' },
		{ 'idempotency-key': '3' },
		{ 'webhook-id': '4', 'webhook-timestamp': '1700000000' },
	])
		expect(await host.post('{"n":1}', { 'X-Signature': signature, ...id })).toBe(200);
	expect(host.runs).toHaveLength(1);
});

test('with a signature of an ID, this ID tells deliveries with the same body apart', async () => {
	const hmac = { signedContent: 'id.timestamp.body', idHeader: 'X-Id', timestampHeader: 'X-Time', secret: 's' };
	host.parameters = { verification: 'hmac', hmac: { ...hmac, headerName: 'X-Sig' } };
	const now = Math.floor(Date.now() / 1000);
	for (const [id, at] of [['1', now] as const, ['1', now + 1] as const, ['2', now] as const]) {
		const signature = createHmac('sha256', 's').update(`${id}.${at}.{}`).digest('hex');
		expect(await host.post('{}', { 'X-Id': id, 'X-Time': String(at), 'X-Sig': signature })).toBe(200);
	}
	expect(host.runs).toHaveLength(2);
});

describe('a sender that disconnects before the response', () => {
	/** Disconnects as soon as n8n is about to acknowledge the delivery, and waits until n8n's side has noticed. */
	async function sendAndDisconnect(body: unknown): Promise<void> {
		const entered = new Promise<void>((resolve) => {
			host.beforeResponse = async () => {
				resolve();
				await held;
			};
		});
		const sender = request(host.url(), { method: 'POST', headers: { 'Content-Type': 'application/json' } });
		sender.on('error', () => {});
		sender.end(JSON.stringify(body));
		await entered;
		const noticed = host.nextDisconnect();
		sender.destroy();
		await noticed;
	}

	let release = () => {};
	let held: Promise<void>;
	beforeEach(() => {
		held = new Promise((resolve) => (release = resolve));
	});

	test('and retries at once is told to retry later, and starts one run', async () => {
		await sendAndDisconnect({ n: 1 });
		expect(await host.post({ n: 1 })).toBe(503);
		release();
		let status = 503;
		while (status === 503) status = await host.post({ n: 1 });
		expect(status).toBe(200);
		expect(host.runs).toHaveLength(1);
	});

	test('and retries starts a run if n8n failed to acknowledge the first delivery', async () => {
		host.failNext = 1;
		await sendAndDisconnect({ n: 1 });
		release();
		await new Promise((resolve) => setImmediate(resolve));
		expect(await host.post({ n: 1 })).toBe(200);
		expect(host.runs).toHaveLength(1);
	});
});
