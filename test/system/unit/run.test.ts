import type { IExecuteSingleFunctions } from 'n8n-workflow';
import { Cancelled } from '../../../nodes/transport/clock';
import { Run, runOf } from '../../../nodes/transport/run';
import { settled } from '../../transport/simulatedClock';

const runOfItems = (total: number, allAtOnce = true) => {
	const run = new Run(total, allAtOnce);
	for (let n = 0; n < total; n += 1) run.register();
	return run;
};

test('turns are given in order, as many at a time as asked for first', async () => {
	const run = runOfItems(4);
	const inside: number[] = [];
	const turns = [0, 1, 2, 3].map(async (n) => {
		const end = await run.enter(2);
		inside.push(n);
		return end;
	});
	await settled();
	expect(inside).toEqual([0, 1]);
	(await turns[0])?.();
	await settled();
	expect(inside).toEqual([0, 1, 2]);
});

test('a turn can be cancelled while it waits', async () => {
	const run = runOfItems(2);
	const cancel = new AbortController();
	await run.enter(1);
	const second = run.enter(1, cancel.signal);
	cancel.abort();
	await expect(second).rejects.toBeInstanceOf(Cancelled);
});

test('items are held back after a failure that stops the run', () => {
	const run = runOfItems(3);
	expect([run.holdsBack(false), run.holdsBack(true)]).toEqual([false, false]);
	run.stopped = true;
	expect([run.holdsBack(false), run.holdsBack(true)]).toEqual([true, true]);
});

test.each([
	['n8n broke off before all were prepared', true, false, true],
	['n8n broke off, but the node goes on', true, true, false],
	['items come in batches', false, false, false],
])('%s', (_what, allAtOnce, goesOn, held) => {
	const run = new Run(3, allAtOnce);
	run.register();
	run.register();
	expect(run.holdsBack(goesOn)).toBe(held);
	run.register();
	expect(run.holdsBack(goesOn)).toBe(false);
});

test('settling waits for all that are under way', async () => {
	const run = runOfItems(2);
	await run.settle();
	const ends = [await run.enter(2), await run.enter(2)];
	let count = 0;
	const waiting = [run.settle(), run.settle()].map(async (each) => await each.then(() => (count += 1)));
	ends[0]?.();
	await settled();
	expect(count).toBe(0);
	ends[1]?.();
	await Promise.all(waiting);
	expect(count).toBe(2);
});

test.each([
	[1, 0, 1, ''],
	[10, 4, 1, 'Of 10 items 4 went through, item 4 failed (counted from 0), and 5 were not sent.'],
	[10, 4, 3, 'Of 10 items 4 went through, item 4 failed (counted from 0), 2 more that were under way failed, too, and 3 were not sent.'],
	[2, 0, 0, 'Of 2 items 0 went through, item 4 failed (counted from 0), and 1 were not sent.'],
])('the account of %i items, %i done, %i failed', (total, done, failed, words) => {
	const run = runOfItems(total);
	for (let n = 0; n < done; n += 1) run.succeed();
	for (let n = 0; n < failed; n += 1) run.fail();
	expect(run.account(4)).toBe(words);
});

test('the figures begin at nothing and are whole numbers', () => {
	const run = runOfItems(1);
	expect(run.figures()).toEqual({ 'messaging_integration.rate_limit_wait_ms': 0, 'messaging_integration.repeated_requests': 0 });
	run.waitedMs += 1.6;
	run.repeated += 2;
	expect(run.figures()).toEqual({ 'messaging_integration.rate_limit_wait_ms': 2, 'messaging_integration.repeated_requests': 2 });
});

describe('the run of an item', () => {
	const contextOf = (data: object, requestOptions: unknown = {}) =>
		({ getExecuteData: () => data, getNodeParameter: (_name: string, otherwise: unknown) => requestOptions ?? otherwise }) as unknown as IExecuteSingleFunctions;

	test('is found by the data that n8n gives all items of an execution', () => {
		const data = { data: { main: [[{}, {}, {}]] } };
		expect(runOf(contextOf(data)).total).toBe(3);
		expect(runOf(contextOf(data))).toBe(runOf(contextOf(data)));
		expect(runOf(contextOf({ ...data }))).not.toBe(runOf(contextOf(data)));
	});

	test.each([
		[{ main: [[{}, {}]] }, 2],
		[{ ai_tool: [[{}, {}]] }, 2],
		[{ main: [null] }, 1],
		[{}, 1],
	])('of the inputs %j has %i item(s)', (data, total) => expect(runOf(contextOf({ data })).total).toBe(total));

	test.each([
		[undefined, true],
		[{}, true],
		[{ batching: {} }, true],
		[{ batching: { batch: { batchInterval: 0 } } }, true],
		[{ batching: { batch: { batchInterval: 5 } } }, false],
	])('with the Request Options %j its items come all at once: %s', (requestOptions, allAtOnce) => {
		const run = runOf(contextOf({ data: { main: [[{}, {}]] } }, requestOptions));
		expect(run.holdsBack(false)).toBe(allAtOnce);
	});
});
