import axios from 'axios';
import { clocks, systemClock } from '../../../nodes/transport/clock';
import { recordLogs } from '../../support/logs';
import { expectAnswers } from '../../support/project';
import { setUpTrigger } from '../support/fixture';
import type { Host } from '../support/host';

/** What the trigger says about events that it does not understand, or while the user listens. */

let host: Host;
let now: number;
let tests = 0;
let logged: unknown[];
/** The lines that say what was not found. */
const warnings = () => logged.map((line) => JSON.stringify(line)).filter((line) => line.includes('Field Names'));
setUpTrigger((ready) => {
	({ host } = ready);
	host.parameters = { verification: 'none', options: { deduplicate: false } };
	// No line of an earlier test is younger than an hour.
	now = Date.UTC(2026, 0, 10) + (tests += 1) * 86_400_000;
	logged = recordLogs();
	clocks.current = { ...systemClock, now: () => now };
});

const message = { id: 'm1', remoteJid: 'x@lid', fromMe: false, type: 'text', content: 'Hi' };

test('an event that may be a message starts a run without an address, and a hint and the log say what helps', async () => {
	host.parameters = { ...host.parameters, simplify: true };
	await expectAnswers('trigger/deliveries/lists/hints.txt', async (_what, event = '') => {
		now += 3_600_000;
		logged.length = 0;
		expect(await host.post(event)).toBe(200);
		expect(host.runs.pop()?.at(-1)?.json).not.toHaveProperty('chatId');
		// One reason: the first that is missing.
		const [hint = '', ...others] = host.hints.splice(0);
		expect([others, logged]).toEqual([[], [[hint, { node: 'Trigger' }]]]);
		return hint;
	});
});

test.each([
	['a form', 'chat=x%40lid&text=Hi'],
	['broken JSON', '{"remoteJid":"x@lid"'],
])(
	'a body that is %s is the file of an item without an address, and a hint and the log say so',
	async (_what, body) => {
		await host.post(body, { 'Content-Type': 'text/plain' });
		const [[item] = []] = host.runs;
		expect(item?.binary?.data).toMatchObject({ fileName: 'delivery', mimeType: 'application/octet-stream' });
		expect(item?.json).toEqual({});
		expect(host.hints).toEqual([expect.stringContaining('is not JSON')]);
		expect(logged.map((line) => JSON.stringify(line)).filter((line) => line.includes('is not JSON'))).toHaveLength(1);
	},
);

test('an event that is understood, or filtered, gives no hint', async () => {
	await host.post(message);
	await host.post({ ...message, fromMe: true });
	await host.post({ event: 'contacts.update', data: [{ id: '5511987654321@c.us', name: 'Ana' }] });
	expect(host.runs).toHaveLength(1);
	expect([host.hints, logged]).toEqual([[], []]);
});

test('the log has one line per trigger and hour, each execution its hint', async () => {
	for (let round = 0; round < 5; round += 1) await host.post({ n: round });
	expect(host.hints).toHaveLength(5);
	expect(warnings()).toHaveLength(1);
	now += 3_599_000;
	await host.post({ n: 5 });
	expect(warnings()).toHaveLength(1);
	now += 1_000;
	await host.post({ n: 6 });
	expect(warnings()).toHaveLength(2);
	Object.assign(host, { workflowId: `${host.workflowId}, another one` });
	await host.post({ n: 7 });
	expect(warnings()).toHaveLength(3);
});

test.each([
	['five seconds later', () => (now += 1)],
	['for another trigger', () => Object.assign(host, { workflowId: `${host.workflowId}, another one` })],
	['while the user listens', async () => await axios.post(host.url(true), message).catch(() => undefined)],
])(
	'Field Names of the credentials that change apply %s, and with broken ones nothing is read',
	async (_when, change) => {
		await host.post(message);
		host.credentials.fieldNames = '{';
		now += 4_999;
		expect(await host.post(message)).toBe(200);
		await change();
		expect(await host.post(message)).toBe(503);
		host.credentials.fieldNames = '';
		expect(await host.post(message)).toBe(200);
	},
);

test('who listens reads that this or another workflow is published, whose answers people get, too', async () => {
	const listening = async () => {
		const stop = await host.listen();
		await axios.post(host.url(true), message);
		await stop();
		return host.hints.splice(0);
	};
	const other = Object.assign(host.copy(), { workflowId: 'other', staticData: {} });
	expect(await listening()).toEqual([]);
	await other.publish();
	expect(await listening()).toEqual([expect.stringMatching(/^Other triggers of this n8n .*hook-other/)]);
	await host.publish();
	expect(await listening()).toEqual([expect.stringMatching(/^This workflow is also published/)]);
	await host.post(message);
	expect(host.hints).toEqual([]);
	for (const each of [host, other]) await each.unpublish();
	expect(await listening()).toEqual([]);
});

test.each([
	[true, 1],
	[false, 0],
])(
	'while the user listens with Test Event %s, an event of another name than those chosen starts %i runs',
	async (sendTestEvent, runs) => {
		host.parameters = { ...host.parameters, events: ['order'], options: { sendTestEvent } };
		await axios.post(host.url(true), { event: 'webhook.test', data: message });
		expect(host.runs).toHaveLength(runs);
	},
);
