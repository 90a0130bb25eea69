import { request } from 'node:http';
import axios from 'axios';
import { clocks, systemClock } from '../../nodes/transport/clock';
import { InstantClock } from '../engine/support/instantClock';
import { eachWithItsHost } from './support/fixture';
import type { Host } from './support/host';

let host: Host;
eachWithItsHost((ready) => {
	({ host } = ready);
	host.parameters = { verification: 'none' };
});

async function post(body: unknown, headers: Record<string, string> = {}) {
	return await axios.post(host.url(), typeof body === 'string' ? body : JSON.stringify(body), {
		headers: { 'Content-Type': 'application/json', ...headers },
		validateStatus: () => true,
	});
}

describe('an ID in a header', () => {
	const three = [{ n: 1 }, { n: 2 }, { n: 3 }];

	test.each(['x-webhook-id', 'webhook-id', 'x-delivery-id', 'x-event-id', 'idempotency-key'])(
		'%s that is the same in three different events: three runs',
		async (name) => {
			for (const body of three)
				await post(body, { [name]: 'the same', 'webhook-timestamp': '1700000000' });
			expect(host.runs.map(([item]) => item?.json)).toEqual(three);
		},
	);

	test.each([
		[
			'long numbers that differ in their last digit',
			'{"id":12345678901234567890}',
			'{"id":12345678901234567891}',
		],
		['an event, and a list of it', '{"id":1}', '[{"id":1}]'],
		[
			'events that count attempts of something else',
			'{"event":"login.failed","attempts":1}',
			'{"event":"login.failed","attempts":2}',
		],
	])('that is the same for %s: two runs', async (_what, one, other) => {
		for (const body of [one, other, one]) await post(body, { 'x-delivery-id': 'the same' });
		expect(host.runs).toHaveLength(2);
	});

	test('as Standard Webhooks sends it: the same ID with a later timestamp is a repetition, another ID another event', async () => {
		const send = async (id: string, timestamp: string) =>
			await post({ n: 1 }, { 'webhook-id': id, 'webhook-timestamp': timestamp });
		await send('msg_1', '1700000000');
		await send('msg_1', '1700000005');
		await send('msg_2', '1700000005');
		expect(host.runs).toHaveLength(2);
	});

	test('x-webhook-id names the webhook, not the delivery: the same bytes run once under any', async () => {
		await post({ n: 1 }, { 'x-webhook-id': '1' });
		await post({ n: 1 }, { 'x-webhook-id': '2' });
		expect(host.runs).toHaveLength(1);
	});

	test("the user's Deduplicate Key goes before it", async () => {
		host.parameters = { verification: 'none', options: { deduplicateKey: 'data.eventId' } };
		await post({ data: { eventId: 1 } }, { 'x-delivery-id': 'a' });
		await post({ data: { eventId: 1 }, attempt: 2 }, { 'x-delivery-id': 'b' });
		await post({ data: { eventId: 2 } }, { 'x-delivery-id': 'a' });
		expect(host.runs).toHaveLength(2);
	});

	test('an empty Deduplicate Key value does not make different events the same', async () => {
		host.parameters = { verification: 'none', options: { deduplicateKey: 'eventId' } };
		for (const body of three) await post({ eventId: '', ...body });
		expect(host.runs).toHaveLength(3);
	});
});

describe('a sender that hangs up before n8n has answered', () => {
	/** Sends a delivery, hangs up as soon as n8n is about to take it over, and waits until n8n's side has noticed. */
	async function sendAndHangUp(body: unknown): Promise<void> {
		const entered = new Promise<void>((resolve) => {
			host.beforeAnswer = async () => {
				resolve();
				await held;
			};
		});
		const sender = request(host.url(), {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
		});
		sender.on('error', () => {});
		sender.end(JSON.stringify(body));
		await entered;
		const noticed = host.nextHangUp();
		sender.destroy();
		await noticed;
	}

	let release = () => {};
	let held: Promise<void>;
	beforeEach(() => {
		held = new Promise((resolve) => (release = resolve));
	});

	test.each([1, 3])(
		'and sends again %i times: one run, since n8n has taken the first one over',
		async (times) => {
			await sendAndHangUp({ n: 1 });
			const again = Array.from({ length: times }, async () => await post({ n: 1 }));
			release();
			expect((await Promise.all(again)).map(({ status }) => status)).toEqual(
				Array(times).fill(200),
			);
			expect((await post({ n: 1 })).status).toBe(200);
			expect(host.runs).toHaveLength(1);
		},
	);

	test('and sends again only after n8n has taken it over: one run', async () => {
		await sendAndHangUp({ n: 1 });
		release();
		await post({ n: 2 });
		expect((await post({ n: 1 })).status).toBe(200);
		expect(host.runs.map(([item]) => item?.json)).toEqual([{ n: 1 }, { n: 2 }]);
	});

	test('and sends again: a run where n8n could not take the first one over', async () => {
		host.failNext = 1;
		await sendAndHangUp({ n: 1 });
		const again = post({ n: 1 });
		release();
		expect((await again).status).toBe(200);
		expect(host.runs).toHaveLength(1);
	});
});

describe('a first delivery that n8n never answers', () => {
	afterEach(() => void (clocks.current = systemClock));

	test('is given up after two minutes, and its repetition runs', async () => {
		const clock = new InstantClock();
		clocks.current = clock;
		const entered = new Promise<void>((resolve) => {
			host.beforeAnswer = async () => {
				host.beforeAnswer = async () => {};
				resolve();
				await new Promise(() => {});
			};
		});
		const first = post({ n: 1 }).catch(() => undefined);
		await entered;
		expect((await post({ n: 1 })).status).toBe(200);
		expect(host.runs).toHaveLength(1);
		const [waited = 0, ...more] = clock.slept;
		expect([more, waited > 60_000, waited <= 120_000]).toEqual([[], true, true]);
		expect((await post({ n: 1 })).status).toBe(200);
		expect(host.runs).toHaveLength(1);
		await host.stop();
		await first;
	});
});
