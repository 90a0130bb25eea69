import axios from 'axios';
import { clocks, systemClock } from '../../../nodes/transport/clock';
import { recordLogs } from '../../engine/support/logs';
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
const { remoteJid: _chat, ...withoutChat } = message;
const { fromMe: _direction, ...withoutDirection } = message;

test.each([
	['no message', { event: 'x', foo: { who: '5511', words: 'Hi' } }, 'event.message'],
	['no chat', withoutChat, 'event.chat'],
	['no direction', { data: withoutDirection }, 'event.fromMe'],
	['an unknown entry in a list', { messages: [message, { odd: 1 }] }, 'event.message'],
])('an event with %s starts a run, whose hint names the key that helps', async (_what, event, key) => {
	await host.post(event);
	expect(host.runs).toHaveLength(1);
	expect(host.hints).toHaveLength(1);
	expect(host.hints[0]).toContain(`"${key}"`);
	expect(warnings().filter((each) => each.includes(key))).toHaveLength(1);
});

test('an event that is understood, or filtered, gives no hint', async () => {
	await host.post(message);
	await host.post({ ...message, fromMe: true });
	host.parameters = { ...host.parameters, filters: { ignoreOwnMessages: false } };
	await host.post(withoutDirection);
	expect(host.runs).toHaveLength(2);
	expect([host.hints, warnings()]).toEqual([[], []]);
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
});

test('with Field Names that fit, the hint is gone', async () => {
	const event = { list: [{ who: 'x@lid', mine: false, words: 'Hi' }] };
	await host.post(event);
	expect(host.hints).toHaveLength(1);
	const names = { chat: 'who', fromMe: 'mine', text: 'words' };
	host.credentials.fieldNames = JSON.stringify({ event: names });
	await host.post(event);
	await host.post({ list: [{ ...event.list[0], mine: true }] });
	expect(host.runs).toHaveLength(2);
	expect(host.hints).toHaveLength(1);
});

test.each([
	['text', true],
	['image', false],
])('while the user listens, the hint misses the text of a message of the type %s: %s', async (type, isMissed) => {
	const { content: _text, ...withoutText } = message;
	await axios.post(host.url(true), { ...withoutText, type });
	expect(host.hints).toHaveLength(1);
	expect(host.hints[0]).toContain('Found in this event: the chat');
	expect(host.hints[0]!.includes('the text (event.text)')).toBe(isMissed);
});
