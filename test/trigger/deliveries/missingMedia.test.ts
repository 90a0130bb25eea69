import { clocks, systemClock } from '../../../nodes/transport/clock';
import type { Sandbox } from '../../../tools/sandbox';
import { InstantClock } from '../../support/instantClock';
import { setUpTrigger } from '../support/fixture';
import type { Host } from '../support/host';
import { expectFile } from '../support/media';

let sandbox: Sandbox;
let host: Host;
let clock: InstantClock;
setUpTrigger(
	(ready) => {
		({ sandbox, host } = ready);
		host.parameters = { verification: 'none', options: { downloadMedia: true } };
	},
	() => (clock = new InstantClock()),
);
afterEach(() => jest.restoreAllMocks());

const eventOf = async (type: string) => ({ event: 'message', ...(await sandbox.playIncoming({ type })) });
const requests = () => sandbox.log.filter(({ path }) => path.startsWith('/downloads'));
const lastRun = () => host.runs.at(-1) ?? [];

describe('The item goes on without its file', () => {
	test('if the rate limit pauses for more than two minutes; a shorter pause is waited out', async () => {
		const limited = { path: '/downloads/audio', kind: 'rateLimited' as const };
		const event = await eventOf('audio');
		sandbox.addFault({ ...limited, retryAfter: 100 });
		await host.post(event);
		await expectFile(lastRun()[0], 'audio');
		expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(99_000);
		sandbox.addFault({ ...limited, retryAfter: 130 });
		await host.post([event]);
		expect(lastRun()[0]?.json.mediaError).toMatch(/\(429\)/);
	});

	test('if all files together take ten minutes; those that came before arrive', async () => {
		const limit = new AbortController();
		const timing = jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(limit.signal);
		const events = [await eventOf('audio'), await eventOf('audio'), await eventOf('video')];
		sandbox.addFault({ path: '/downloads/audio', skip: 1, times: 1000, kind: 'stall' });
		const posting = host.post(events);
		while (requests().length < 2) await new Promise((resolve) => setImmediate(resolve));
		expect(timing.mock.calls[0]).toEqual([600_000]);
		limit.abort();
		expect(await posting).toBe(200);
		await expectFile(lastRun()[0], 'audio');
		const errors = lastRun().map(({ json }) => json.mediaError);
		const tooLong = 'The downloads took too long';
		expect(errors).toEqual([undefined, tooLong, tooLong]);
		expect(requests()).toHaveLength(2);
	});
});

test('canceling the execution ends the download at once, and says that it was canceled', async () => {
	clocks.current = systemClock;
	sandbox.addFault({ path: '/downloads/audio', times: 1000, kind: 'stall' });
	await host.post({ event: 'x' });
	const files = { files: [{ kind: 'audio', query: { messageId: 'x' }, maxBytes: 1e6 }] };
	const items = [{ json: {}, messagingIntegration: files }];
	const executing = host.execute([...items, ...items], 'webhook');
	while (requests().length < 1) await new Promise((resolve) => setImmediate(resolve));
	host.canceling.abort();
	await expect(executing).rejects.toThrow(/canceled/);
	expect(requests()).toHaveLength(1);
});
