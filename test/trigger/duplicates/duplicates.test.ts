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
});
