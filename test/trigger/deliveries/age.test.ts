import { clocks, systemClock } from '../../../nodes/transport/clock';
import { recordLogs } from '../../support/logs';
import { setUpTrigger } from '../support/fixture';
import type { Host } from '../support/host';

/** Old messages. */

let host: Host;
const now = Date.UTC(2026, 1, 10);
setUpTrigger((ready) => {
	({ host } = ready);
	recordLogs();
	clocks.current = { ...systemClock, now: () => now };
});

test.each([
	[23, {}, true],
	[25, {}, false],
	[25, { maxAge: 48 }, true],
	[25_000, { maxAge: 0 }, true],
	[2, { maxAge: 1 }, false],
])('a message that is %d hours old is answered with the options %j: %j', async (hours, options, isAnswered) => {
	host.parameters = { verification: 'none', simplify: true, options: { deduplicate: false, ...options } };
	const timestamp = now / 1000 - hours * 3600;
	const message = { id: 'm1', remoteJid: 'x@lid', fromMe: false, type: 'text', content: 'Hi', timestamp };
	await host.post({ event: 'message', data: message });
	const json = host.runs.pop()?.[0]?.json;
	expect(json).toMatchObject({ kind: 'message', messageId: 'm1' });
	expect([json?.chatId, json?.text]).toEqual(isAnswered ? ['x@lid', 'Hi'] : [undefined, undefined]);
	expect(host.hints.some((hint) => hint.includes('Ignore Messages Older Than (Hours)'))).toBe(!isAnswered);
});
