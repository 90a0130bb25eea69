import type { ServiceRequest } from '../../../nodes/transport/request/serviceRequest';
import { DEFAULT_SETTINGS, type SendSettings, send } from '../../../nodes/transport/request/send';
import { startSandbox, type Fault, type Sandbox } from '../../../sandbox';
import { InstantClock } from '../support/instantClock';
import { editorContext } from '../support/engine';

let sandbox: Sandbox;
let clock = new InstantClock();
beforeAll(async () => {
	sandbox = await startSandbox({ tier: 'none', now: () => clock.now() });
});
beforeEach(() => {
	clock = new InstantClock();
	sandbox.reset();
	sandbox.setRate({ tier: 'none' });
});
afterAll(async () => await sandbox.close());

const READ: ServiceRequest = { method: 'GET', path: '/webhooks' };
const request = async (
	what: Partial<ServiceRequest> = READ,
	settings: Partial<SendSettings> = {},
) => {
	const context = editorContext({
		apiKey: sandbox.keys.test,
		environment: 'test',
		baseUrl: sandbox.baseUrl,
	});
	return await send(context, { ...READ, ...what }, { ...DEFAULT_SETTINGS, ...settings }, clock);
};
const failing = async (...args: Parameters<typeof request>) =>
	await request(...args).then(
		() => undefined,
		(error: { message: string; failure: object }) => error,
	);
const paths = () => sandbox.log.map(({ path }) => path);

describe('retries', () => {
	test('a read has six attempts with growing pauses, and the error says so', async () => {
		sandbox.addFault({ kind: 'reset', times: Infinity });
		expect(await failing()).toMatchObject({
			message: 'The connection to the service was lost',
			failure: { networkCode: 'ECONNRESET', attempts: 6, outcomeUnknown: false },
		});
		expect(clock.slept).toEqual([250, 500, 1000, 2000, 4000]);
	});

	test.each([
		['a pause longer than allowed', { maxWaitMs: 29_000 }, /increase Max Wait/],
		['no waiting at all', { onRateLimit: 'fail' as const }, /set On Rate Limit to Wait/],
	])(
		'%s: this request and the next one fail at once, and say for how long and what to do',
		async (_what, settings, advice) => {
			sandbox.addFault({ kind: 'rateLimited', retryAfter: 30 });
			expect(await failing(READ, settings)).toMatchObject({
				description: expect.stringMatching(advice) as unknown,
				failure: { status: 429, pauseSeconds: 30, attempts: 1 },
			});
			const next = await failing(READ, settings);
			expect(next).toMatchObject({
				description: expect.stringMatching(advice) as unknown,
				failure: { status: 429, attempts: 0, outcomeUnknown: false },
			});
			expect(next?.message).toMatch(/rate limit, which resets in (29|3\d) seconds/);
			expect(paths()).toHaveLength(1);
			expect(clock.slept).toEqual([]);
		},
	);
});

describe('canceling', () => {
	test.each([
		['a pause', { kind: 'status', status: 503 }],
		['a wait for the rate limit', { kind: 'rateLimited', retryAfter: 30 }],
	] as Array<[string, Fault]>)('ends %s', async (_what, fault) => {
		const canceling = new AbortController();
		sandbox.addFault(fault);
		clock.onSleep = () => canceling.abort();
		await expect(request(READ, { signal: canceling.signal })).rejects.toThrow(/abort|cancel/i);
		expect(paths()).toHaveLength(1);
	});
});
