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
import { setUpSandbox } from '../../support/setUpSandbox';

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

describe.each([0, 9])('after a failure at item %i of 10', (skip) => {
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

test('an execution that was canceled while it waited after a 429 sends the item in a retry', async () => {
	const [clock, started] = [new InstantClock(), clocks.current];
	let cancel = () => {};
	clock.onSleep = () => cancel();
	clocks.current = clock;
	sandbox.addFault({ path: '/instances', kind: 'rateLimited', retryAfter: 60, skip: 4 });
	const { run: retryOf } = await run({ onStart: (given) => (cancel = given) });
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
