import type { IDataObject } from 'n8n-workflow';
import { clocks, systemClock } from '../../../nodes/transport/clock';
import type { Sandbox } from '../../../sandbox';
import { setUpSandbox } from '../support/setUpSandbox';
import { idsOf } from '../support/cases';
import { runNode } from '../support/engine';
import { recordLogs } from '../support/logs';

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

const credentials = (apiKey = sandbox.keys.test) => ({
	apiKey,
	environment: 'test',
	baseUrl: sandbox.baseUrl,
});
const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));
const create = {
	resource: 'instance',
	operation: 'create',
	instanceFields: { name: '={{ "number " + $json.n }}' },
};
const namesSent = () => sandbox.log.map(({ body }) => (body as { name: string }).name);
const namesDone = () => sandbox.ledger.map(({ body }) => (body as { name: string }).name);

test('writes are sent one at a time, in item order', async () => {
	const { items, error } = await runNode({
		credentials: credentials(),
		parameters: create,
		items: numbered(20),
	});
	expect(error).toBeUndefined();
	expect(namesDone()).toEqual(numbered(20).map(({ n }) => `number ${n}`));
	expect(items.map(({ json, pairedItem }) => [json.name, pairedItem])).toEqual(
		numbered(20).map(({ n }) => [`number ${n}`, { item: n }]),
	);
});

test('a failed write stops the rest, and the error contains the three numbers', async () => {
	sandbox.addFault({ path: '/instances', kind: 'status', status: 500, skip: 4 });
	const { error } = await runNode({
		credentials: credentials(),
		parameters: create,
		items: numbered(10),
	});
	expect(namesSent()).toEqual(numbered(5).map(({ n }) => `number ${n}`));
	expect(error?.context?.itemIndex).toBe(4);
	expect(error?.message).toBe('Something went wrong on our side (500)');
	expect(error?.description).toContain(
		'Of 10 items, 4 succeeded, item 4 failed (counting from 0), and 5 were not sent.',
	);
});

test('the error also counts failed items in flight', async () => {
	sandbox.addFault({
		path: '/instances',
		kind: 'status',
		status: 500,
		afterWork: true,
		times: Infinity,
	});
	const { error } = await runNode({
		credentials: credentials(),
		parameters: { ...create, options: { concurrency: 5 } },
		items: numbered(10),
	});
	const done = namesDone().length;
	expect(done).toBeGreaterThanOrEqual(1);
	expect(error?.description).toMatch(/Of 10 items, 0 succeeded, item 0 failed/);
	const [, others = '0'] = /(\d+) more in flight also failed/.exec(error?.description ?? '') ?? [];
	expect(error?.description).toContain(`and ${9 - Number(others)} were not sent`);
	expect(Number(others)).toBe(done - 1);
});

test('with continue-on-fail all others are sent, and each item contains its outcome', async () => {
	sandbox.addFault({ path: '/instances', kind: 'status', status: 422, skip: 4 });
	const { items, error } = await runNode({
		credentials: credentials(),
		parameters: create,
		items: numbered(10),
		onError: 'continueRegularOutput',
	});
	expect(error).toBeUndefined();
	expect(namesSent()).toHaveLength(10);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
		numbered(10).map(({ n }) => ({ item: n })),
	);
	expect(items.map(({ json }) => (json.error === undefined ? 'sent' : 'failed'))).toEqual(
		numbered(10).map(({ n }) => (n === 4 ? 'failed' : 'sent')),
	);
	expect(items[4]?.json.message).toMatch(/rejected the values/);
});

test.each([
	['a reset after the work was done', 'resetAfterWork'],
	['a 503 after the work was done', 'status'],
] as const)('a write is not retried: %s', async (_what, kind) => {
	sandbox.addFault({ path: '/instances', kind, status: 503, afterWork: true });
	const { error } = await runNode({
		credentials: credentials(),
		parameters: create,
		items: numbered(1),
	});
	expect(namesDone()).toEqual(['number 0']);
	expect(error?.description).toMatch(
		/may have been carried out .* did not retry it\. Check before you send it again/,
	);
});

test('Retry Writes retries such a write, and so can send it twice', async () => {
	sandbox.addFault({ path: '/instances', kind: 'resetAfterWork' });
	const { error } = await runNode({
		credentials: credentials(),
		parameters: { ...create, options: { retryWrites: true } },
		items: numbered(1),
	});
	expect(error).toBeUndefined();
	expect(namesDone()).toEqual(['number 0', 'number 0']);
});

test.each([502, 503, 504])('a read is retried on %i', async (status) => {
	sandbox.addFault({ kind: 'status', status, times: 2 });
	const { instance } = idsOf(sandbox);
	const { items, error } = await runNode({
		credentials: credentials(),
		parameters: {
			resource: 'instance',
			operation: 'getStatus',
			instanceId: { __rl: true, mode: 'id', value: instance },
		},
	});
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	expect(sandbox.log).toHaveLength(3);
});

test('a 429 is waited out, and the write is sent once', async () => {
	sandbox.addFault({ path: '/instances', kind: 'rateLimited', retryAfter: 1, times: 1 });
	const { error } = await runNode({
		credentials: credentials(sandbox.keys.bare),
		parameters: create,
		items: numbered(3),
	});
	expect(error).toBeUndefined();
	expect(namesDone()).toEqual(['number 0', 'number 1', 'number 2']);
	expect(sandbox.log.map(({ status }) => status)).toEqual([429, 201, 201, 201]);
});

test('the run reports its wait for the rate limit and its number of retries', async () => {
	sandbox.addFault({ path: '/instances', kind: 'rateLimited', retryAfter: 1, times: 1 });
	const lines = recordLogs();
	const pushed: IDataObject[] = [];
	const { run } = await runNode({
		credentials: { ...credentials(sandbox.keys.live), environment: 'production' },
		parameters: create,
		items: numbered(3),
		onPush: (_type, data) => pushed.push(data),
	});
	const metrics = run.data.resultData.runData['Messaging Integration']?.[0]?.metadata?.tracing;
	expect(metrics).toEqual({
		'messaging_integration.rate_limit_wait_ms': expect.any(Number),
		'messaging_integration.retries': 1,
	});
	expect(metrics?.['messaging_integration.rate_limit_wait_ms']).toBeGreaterThan(900);
	const waiting = expect.stringMatching(/^Waiting \d s: the rate limit has been reached$/);
	expect(pushed).toEqual([{ source: '[Node: "Messaging Integration"]', messages: [waiting] }]);
	expect(lines).toContainEqual([
		waiting,
		expect.objectContaining({ node: 'Messaging Integration' }),
	]);
});

test('canceling ends a wait of one hour, and nothing else is sent', async () => {
	clocks.current = systemClock;
	const apiKey = sandbox.keys.noInstances;
	sandbox.addFault({ kind: 'rateLimited', retryAfter: 3600, times: Infinity });
	const running = runNode({
		credentials: { ...credentials(apiKey), environment: 'production' },
		parameters: {
			resource: 'group',
			operation: 'create',
			groupFields: { subject: 's' },
			options: { maxWait: 7200 },
		},
		items: numbered(5),
		onStart: (cancel) => {
			const watch = setInterval(() => {
				if (sandbox.log.length === 0) return;
				clearInterval(watch);
				cancel();
			}, 20);
		},
	});
	const { items, run } = await running;
	expect(items).toEqual([]);
	expect(run.status).toBe('canceled');
	expect(sandbox.log).toHaveLength(1);
	expect(sandbox.ledger).toEqual([]);
});
