import type { IRun } from 'n8n-workflow';
import { ordinal } from '../../../nodes/shared/texts';
import { clocks } from '../../../nodes/transport/clock';
import type { Fault, Sandbox } from '../../../tools/sandbox';
import type { RunSettings } from '../../support/engine';
import { create, createInstances, names, namesIn, numbered } from '../support/instances';
import { InstantClock } from '../../support/instantClock';
import { until } from '../support/manualLimits';
import { sendMany } from '../support/sendMany';
import { idsOf } from '../../support/ids';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';

/** n8n's Retry button on a failed execution, with the original or with the current workflow. */

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));

const namesDone = () => namesIn(sandbox.ledger);
const run = async (settings: Partial<RunSettings> = {}) => await createInstances(sandbox, 10, settings);

async function failedRun(fault: Partial<Fault>, settings: Partial<RunSettings> = {}): Promise<IRun> {
	sandbox.addFault({ path: '/instances', kind: 'status', status: 400, ...fault } as Fault);
	const { run: failed, error } = await run(settings);
	expect(error).toBeDefined();
	return failed;
}

const savedIn = ({ data }: IRun) => {
	const [entry] = data.executionData?.nodeExecutionStack ?? [];
	return (entry?.metadata as { messagingIntegration?: object } | undefined)?.messagingIntegration;
};

describe.each([0, 4, 9])('after a failure at item %i of 10', (skip) => {
	test.each([
		['a rejection', { status: 400 }],
		['a rate limit with On Rate Limit = Fail', { status: 429 }],
	])('%s, a retry sends the rest and returns all items', async (_what, fault) => {
		const parameters = { ...create, options: { onRateLimit: 'fail' } };
		const retryOf = await failedRun({ ...fault, skip }, { parameters });
		expect(namesDone()).toEqual(names(skip));
		const { items, error } = await run({ retryOf });
		expect(error).toBeUndefined();
		expect(namesDone()).toEqual(names(10));
		expect(items.map(({ json }) => json.name)).toEqual(names(10));
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(numbered(10).map(({ n }) => ({ item: n })));
	});

	test.each([
		['a lost response', { kind: 'resetAfterWork' }],
		['a response that never comes', { kind: 'stallAfterWork' }],
		['an error after the work', { status: 500, afterWork: true }],
		['a cut response', { status: 200, body: '{ "name": "num', afterWork: true }],
	] as const)('%s, a retry refuses this item and sends the rest', async (_what, fault) => {
		const parameters = { ...create, requestOptions: { timeout: 1000 } };
		const retryOf = await failedRun({ ...fault, skip }, { parameters });
		for (let retries = 0, last = retryOf; retries < 2; retries += 1) {
			const { items, error, run: again } = await run({ retryOf: last, parameters });
			expect(items).toEqual([]);
			expect(error?.context?.itemIndex).toBe(skip);
			expect(error?.message).toBe('Not sent again: an earlier attempt may have sent it');
			expect(error?.description).toMatch(/^That attempt ended with: The .* To send it anyway, turn on Retry Writes/);
			expect(error?.description).toContain(`Of 10 items, 9 succeeded, the ${ordinal(skip + 1)} failed`);
			expect(namesDone()).toEqual(names(10));
			last = again;
		}
	});
});

test("a retry names its own failure first, with this item's recipient, and then what it has not sent again", async () => {
	const { instance, chat } = idsOf(sandbox);
	const send = async (settings: Partial<RunSettings> = {}) =>
		await sendMany({ baseUrl: sandbox.baseUrl, apiKey: sandbox.keys.test, instance, chat }, 'text', 6, {}, settings);
	sandbox.addFault({ path: '/messages', kind: 'resetAfterWork', skip: 1 });
	const { run: retryOf } = await send();
	sandbox.addFault({ path: '/messages', kind: 'status', status: 400, skip: 1 });
	const { error } = await send({ retryOf });
	expect(error?.message).toMatch(/\(400\)$/);
	expect(error?.context?.itemIndex).toBe(3);
	const summary = `Recipient: ${chat}. Of 6 items, 2 succeeded, the 4th failed, and 2 were not sent. Not sent again, because an earlier attempt may have sent it: ${chat} (2nd). To send it anyway, turn on Retry Writes under Options.`;
	expect(error?.description).toContain(summary);
});

test('a retry with Retry Writes sends the uncertain item again, and nothing else', async () => {
	const retryOf = await failedRun({ kind: 'resetAfterWork', skip: 2 });
	const parameters = { ...create, options: { retryWrites: true } };
	const { items, error } = await run({ retryOf, parameters });
	expect(error).toBeUndefined();
	expect(items).toHaveLength(10);
	expect(namesDone()).toEqual([...names(3), 'number 2', ...names(10).slice(3)]);
});

test('a retry reads everything again, and a failed read keeps nothing', async () => {
	const parameters = { resource: 'instance', operation: 'apiRequest', method: 'GET', path: '/instances' };
	const retryOf = await failedRun({ skip: 4 }, { parameters });
	expect(savedIn(retryOf)).toBeUndefined();
	sandbox.log.length = 0;
	const { error, run: retried } = await run({ retryOf, parameters });
	expect(error).toBeUndefined();
	expect(sandbox.log).toHaveLength(10);
	const message =
		'9 of 10 items have the same request as an earlier item. To send it only once, turn on Execute Once in the settings of the node.';
	const { hints } = retried.data.resultData.runData['Messaging Integration']!.at(-1)!;
	expect(hints).toEqual([{ message, location: 'outputPane' }]);
});

test('a retry sends a PUT of unknown outcome again, because it may be repeated', async () => {
	const { id, instanceId } = sandbox.data.groups[0]!;
	const body = `={ "instanceId": "${instanceId}", "photoUrl": "https://example.com/{{ $json.n }}.png" }`;
	const path = `/groups/${id}/photo`;
	const parameters = { resource: 'group', operation: 'apiRequest', method: 'PUT', path, body };
	const retryOf = await failedRun({ path, status: 500, afterWork: true, skip: 2 }, { parameters });
	expect((await run({ retryOf, parameters })).items).toHaveLength(10);
	const photos = [0, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => ({ photoUrl: `https://example.com/${n}.png` }));
	expect(sandbox.ledger.map((each) => each.body)).toMatchObject(photos);
});

test('a retry sends nothing twice if an expression gives another value each time', async () => {
	let evaluations = 0;
	const items = numbered(10).map(({ n }) =>
		Object.defineProperty({ n }, 'stamp', { get: () => (evaluations += 1), enumerable: true }),
	);
	const parameters = { ...create, instanceFields: { name: '={{ "number " + $json.n + " " + $now.toMillis() }}' } };
	const retryOf = await failedRun({ skip: 6 }, { parameters, items });
	await run({ retryOf, parameters });
	expect(namesDone().map((name) => name.split(' ', 2).join(' '))).toEqual(names(10));
});

test('a retry with changed parameters sends the items that they change again', async () => {
	const retryOf = await failedRun({ kind: 'resetAfterWork', skip: 3 });
	const instanceFields = { name: '={{ "number " + ($json.n % 2 ? $json.n : -$json.n) }}' };
	const { error } = await run({ retryOf, parameters: { ...create, instanceFields } });
	expect(error?.context?.itemIndex).toBe(3);
	expect(namesDone()).toEqual([
		...names(4),
		...[-2, -4].map((n) => `number ${n}`),
		'number 5',
		'number -6',
		'number 7',
		'number -8',
		'number 9',
	]);
});

test.each([
	['an expression that fails', '={{ $json.n === 8 ? [1].chunk() : "number " + $json.n }}'],
	['an invalid parameter', '={{ $json.n === 8 ? "" : "changed " + $json.n }}'],
])('a retry with %s for one item sends and forgets nothing', async (_what, name) => {
	const retryOf = await failedRun({ skip: 6 });
	const parameters = { ...create, instanceFields: { name } };
	const { run: second, error } = await run({ retryOf, parameters });
	expect(error?.context?.itemIndex).toBe(8);
	expect(namesDone()).toEqual(names(6));
	await run({ retryOf: second });
	expect(namesDone()).toEqual(names(10));
});

test.each([
	['without Retry On Fail', {}, 1],
	['with Retry On Fail', { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 }, 2],
])('a retry of a failed retry %s sends what is left', async (_what, node, times) => {
	const retryOf = await failedRun({ skip: 3, times }, { node });
	const second = await failedRun({ skip: 4, times }, { retryOf, node });
	expect(namesDone()).toEqual(names(7));
	const { items } = await run({ retryOf: second, node });
	expect(namesDone()).toEqual(names(10));
	expect(items).toHaveLength(10);
});

test('an execution that was canceled while an item was in flight does not send this item again', async () => {
	sandbox.addFault({ path: '/instances', kind: 'stallAfterWork', skip: 4 });
	const { run: canceled } = await run({
		onStart: (cancel) => void until(() => sandbox.ledger.length === 5).then(cancel),
	});
	expect(canceled.data.executionData?.nodeExecutionStack).toHaveLength(1);
	const { error } = await run({ retryOf: canceled });
	expect(error?.message).toBe('Not sent again: an earlier attempt may have sent it');
	expect(error?.description).toMatch(/^That attempt ended with: The execution ended before the service responded\./);
	expect(namesDone()).toEqual(names(10));
});

const NOWHERE = { baseUrl: 'http://127.0.0.1:9/api/v2' };
test.each([
	['after a 429', { status: 429, headers: { 'retry-after': '60' } }],
	['before a retry without a connection', { kind: 'refuse' }],
] as const)('an execution that was canceled while it waited %s sends the item in a retry', async (_what, fault) => {
	const [clock, started] = [new InstantClock(), clocks.current];
	let cancel = () => {};
	clock.onSleep = () => cancel();
	clocks.current = clock;
	const isRefused = 'kind' in fault;
	if (!isRefused) sandbox.addFault({ path: '/instances', kind: 'raw', ...fault, skip: 4 } as Fault);
	const { run: retryOf } = await run({
		onStart: (given) => (cancel = given),
		credentialsOfItem: (index) => (index === 4 && isRefused ? NOWHERE : undefined),
	});
	clocks.current = started;
	expect(retryOf.status).toBe('canceled');
	expect(namesDone()).toEqual(names(4));
	const { error } = await run({ retryOf });
	expect(error).toBeUndefined();
	expect(namesDone()).toEqual(names(10));
});

test('only a failed execution keeps outcomes, one per item that was sent', async () => {
	const retryOf = await failedRun({ skip: 6 });
	expect(Object.keys(savedIn(retryOf) ?? {})).toEqual(['0', '1', '2', '3', '4', '5']);
	const { run: retried } = await run({ retryOf });
	const { run: succeeded } = await run();
	sandbox.addFault({ path: '/instances', kind: 'status', status: 400, skip: 2 });
	const { run: continued } = await run({ onError: 'continueRegularOutput' });
	for (const { data } of [retried, succeeded, continued])
		expect(JSON.stringify(data)).not.toContain('"messagingIntegration":{');
});

test('a retry with On Error = Continue sends nothing twice', async () => {
	const retryOf = await failedRun({ skip: 6 });
	const { items, run: retried } = await run({ retryOf, onError: 'continueRegularOutput' });
	expect(namesDone()).toEqual(names(10));
	expect(items.map(({ json }) => json.name)).toEqual(names(10));
	expect(savedIn(retried)).toBeUndefined();
});

test.each([0, 4, 9])(
	'a retry with another account, after item %i failed, sends what the first account sent',
	async (skip) => {
		const retryOf = await failedRun({ skip });
		const other = { ...credentialsFor(sandbox), apiKey: sandbox.keys.live, environment: 'production' };
		expect((await run({ retryOf, credentials: other })).items).toHaveLength(10);
		expect(namesDone()).toEqual([...names(skip), ...names(10)]);
	},
);

test('a retry with another key of the same account sends nothing twice', async () => {
	const retryOf = await failedRun({ skip: 4 });
	await run({
		retryOf,
		credentials: { ...credentialsFor(sandbox), apiKey: sandbox.keys.bare },
	});
	expect(namesDone()).toEqual(names(10));
});
