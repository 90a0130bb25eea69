import { DEFAULT_SETTINGS, type SendSettings, send } from '../../../nodes/transport/request/send';
import type { Fault, Sandbox } from '../../../tools/sandbox';
import { InstantClock } from '../../support/instantClock';
import { editorContext } from '../../support/engine';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

async function request(settings: Partial<SendSettings>, clock: InstantClock) {
	const context = editorContext(credentialsFor(sandbox));
	const read = { method: 'GET', path: '/webhooks' } as const;
	return await send(context, read, { ...DEFAULT_SETTINGS, ...settings }, clock);
}

test.each([
	['a pause longer than allowed', { maxWaitMs: 29_000 }, /increase Max Wait/],
	['no waiting at all', { onRateLimit: 'fail' as const }, /set On Rate Limit to Wait/],
])(
	'%s: this request and the next one fail at once, and say for how long and what to do',
	async (_what, settings, advice) => {
		const clock = new InstantClock();
		const description = expect.stringMatching(advice) as unknown;
		sandbox.addFault({ kind: 'rateLimited', retryAfter: 30 });
		await expect(request(settings, clock)).rejects.toMatchObject({
			description,
			failure: { status: 429, problem: { kind: 'mustWait', seconds: 30 }, attempts: 1 },
		});
		await expect(request(settings, clock)).rejects.toMatchObject({
			message: expect.stringMatching(/rate limit, which resets in (29|3\d) seconds/) as unknown,
			description,
			failure: { status: 429, attempts: 0, outcomeUnknown: false },
		});
		expect(sandbox.log).toHaveLength(1);
		expect(clock.slept).toEqual([]);
	},
);

const always = { times: Infinity };
test.each<[what: string, count: number, ...faults: Fault[]]>([
	['an error of the service', 3, { kind: 'status', status: 500, ...always }],
	['an overload', 6, { kind: 'status', status: 503, ...always }],
	[
		'two overloads and an error',
		5,
		{ kind: 'status', status: 503, times: 2 },
		{ kind: 'status', status: 500, ...always },
	],
	['a rate limit without end', 20, { kind: 'rateLimited', retryAfter: 1, ...always }],
	[
		'seven rate limits and an overload',
		13,
		{ kind: 'rateLimited', times: 7 },
		{ kind: 'status', status: 503, ...always },
	],
])('%s: a read is given up after %i requests', async (_what, count, ...faults) => {
	for (const each of faults) sandbox.addFault(each);
	await expect(request({}, new InstantClock())).rejects.toMatchObject({ failure: { attempts: count } });
	expect(sandbox.log).toHaveLength(count);
});
