import type { IDataObject } from 'n8n-workflow';
import { clocks, systemClock } from '../../../nodes/transport/clock';
import type { Fault, Sandbox } from '../../../tools/sandbox';
import { ordinal } from '../../../nodes/shared/texts';
import { createInstances } from '../support/instances';
import { recordLogs } from '../../support/logs';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

const fail = (fault: Fault) => sandbox.addFault({ path: '/instances', ...fault });

test('the run reports its wait for the rate limit and its number of retries', async () => {
	fail({ kind: 'rateLimited', retryAfter: 1, times: 1 });
	const lines = recordLogs();
	const pushed: IDataObject[] = [];
	const { run } = await createInstances(sandbox, 3, {
		credentials: { ...credentialsFor(sandbox, sandbox.keys.live), environment: 'production' },
		onPush: (_type, data) => pushed.push(data),
	});
	const metrics = run.data.resultData.runData['Messaging Integration']?.[0]?.metadata?.tracing;
	expect(metrics).toEqual({
		'messaging_integration.rate_limit_wait_ms': expect.any(Number),
		'messaging_integration.retries': 1,
	});
	expect(metrics?.['messaging_integration.rate_limit_wait_ms']).toBeGreaterThan(900);
	const waiting = expect.stringMatching(/^\d of 3 items are done\. Waiting \d s: the rate limit has been reached$/);
	expect(pushed).toEqual([{ source: '[Node: "Messaging Integration"]', messages: [waiting] }]);
	expect(lines).toContainEqual([waiting, expect.objectContaining({ node: 'Messaging Integration' })]);
});

const failing = { kind: 'status', status: 400 } as const;
const oneLeft = {
	kind: 'raw',
	status: 201,
	body: '{"name":"number"}',
	headers: { 'content-type': 'application/json', 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '1' },
} as const;

test.each([2, 5, 20])(
	'with %i items at once, those that wait for the rate limit are not sent after one has failed',
	async (concurrency) => {
		for (const faults of [[failing], [oneLeft, failing]] as Fault[][]) {
			// In real time a window takes too long for this test; each clock has a rate limiter of its own.
			clocks.current = { ...systemClock };
			sandbox.reset();
			faults.forEach(fail);
			const { error } = await createInstances(sandbox, 20, { options: { concurrency } });
			expect(sandbox.log).toHaveLength(faults.length);
			const done = faults.length - 1;
			const counts = `Of 20 items, ${done} succeeded, the ${ordinal(done + 1)} failed, and ${19 - done} were not sent.`;
			expect(error?.description).toContain(counts);
		}
	},
);
