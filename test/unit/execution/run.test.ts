import type { IExecuteSingleFunctions } from 'n8n-workflow';
import { Canceled } from '../../../nodes/transport/clock';
import { joinRun } from '../../../nodes/MessagingIntegration/execution/joinRun';
import type { ServiceNodeError } from '../../../nodes/transport/errors/nodeErrors';
import { Run } from '../../../nodes/MessagingIntegration/execution/run';
import { settled } from '../../simulation/support/simulatedClock';

const prepare = (run: Run, index: number) => {
	run.register(index);
	run.ready();
};

const runOfItems = (total: number) => {
	const run = new Run(total);
	for (let n = 0; n < total; n += 1) prepare(run, n);
	return run;
};

/** The summary and the index in place of n8n's error. */
const toError = (_failure: unknown, index: number, summary: string) =>
	({ index, summary }) as unknown as ServiceNodeError;

test('items are admitted in order, up to the capacity', async () => {
	const run = runOfItems(4);
	const inside: number[] = [];
	const turns = [0, 1, 2, 3].map(async (n) => {
		const end = await run.acquire(2);
		inside.push(n);
		return end;
	});
	await settled();
	expect(inside).toEqual([0, 1]);
	(await turns[0])?.();
	await settled();
	expect(inside).toEqual([0, 1, 2]);
});

test('a waiting item can be canceled', async () => {
	const run = runOfItems(2);
	const cancel = new AbortController();
	await run.acquire(1);
	const second = run.acquire(1, cancel.signal);
	cancel.abort();
	await expect(second).rejects.toBeInstanceOf(Canceled);
});

test('the first failure stops a run', () => {
	const run = runOfItems(3);
	expect(run.isStopped).toBe(false);
	run.fail(1, new Error('no'));
	expect(run.isStopped).toBe(true);
});

test('a run without failures has no error', async () => {
	await expect(runOfItems(2).finalError(toError)).rejects.toThrow(
		/stopped sending items although none failed/,
	);
});

test('all items of a stopped run throw the same error, that of the first failed item', async () => {
	const run = runOfItems(4);
	run.fail(3, new Error('third'));
	run.fail(1, new Error('first'));
	const errors = [run.finalError(toError), run.finalError(toError)];
	expect(await errors[0]).toBe(await errors[1]);
	expect(await errors[0]).toMatchObject({ index: 1 });
});

test('a run is prepared when its last item is ready, and has no error before', async () => {
	const run = new Run(3);
	run.fail(0, new Error('no'));
	let isOver = false;
	const error = run.finalError(toError).then(() => (isOver = true));
	prepare(run, 0);
	prepare(run, 1);
	run.register(2);
	await settled();
	expect(isOver).toBe(false);
	run.ready();
	await error;
	expect(isOver).toBe(true);
});

test('the error waits for the items in flight', async () => {
	const run = runOfItems(2);
	const ends = [await run.acquire(2), await run.acquire(2)];
	run.fail(0, new Error('no'));
	let isOver = false;
	const error = run.finalError(toError).then(() => (isOver = true));
	ends[0]?.();
	await settled();
	expect(isOver).toBe(false);
	ends[1]?.();
	await error;
});

test.each([
	[1, 0, 1, ''],
	[10, 4, 1, 'Of 10 items, 4 succeeded, item 4 failed (counting from 0), and 5 were not sent.'],
	[
		10,
		4,
		3,
		'Of 10 items, 4 succeeded, item 4 failed (counting from 0), 2 more in flight also failed, and 3 were not sent.',
	],
	[2, 0, 1, 'Of 2 items, 0 succeeded, item 4 failed (counting from 0), and 1 was not sent.'],
])(
	'a run of %i items with %i processed and %i failed is summarized',
	async (total, done, failed, summary) => {
		const run = runOfItems(total);
		for (let n = 0; n < done; n += 1) run.succeed();
		for (let n = 0; n < failed; n += 1) run.fail(4 + n, new Error('no'));
		expect(await run.finalError(toError)).toEqual({ index: 4, summary });
	},
);

describe('joining a run', () => {
	const context = (
		index: number,
		inputData: object | undefined,
		executeData: object = {},
		requestOptions: object = {},
	) =>
		({
			inputData,
			getItemIndex: () => index,
			getExecuteData: () => executeData,
			getNodeParameter: () => requestOptions,
		}) as unknown as IExecuteSingleFunctions;
	const input = (count: number) => ({
		main: [Array.from({ length: count }, () => ({ json: {} }))],
	});

	test('items with ascending indexes of the same input share a run', () => {
		const data = input(3);
		expect(joinRun(context(1, data))).toBe(joinRun(context(2, data)));
	});

	test('an index that does not ascend starts a new run, as in the next attempt of Retry On Fail', () => {
		const data = input(3);
		const first = joinRun(context(0, data));
		expect(joinRun(context(0, data))).not.toBe(first);
	});

	test('an item never joins a run that has reported its error', async () => {
		const data = input(2);
		const first = joinRun(context(0, data));
		first.ready();
		first.fail(0, new Error('no'));
		prepare(first, 1);
		await first.finalError(toError);
		expect(joinRun(context(2, data))).not.toBe(first);
	});

	test('a run that n8n ended before its last item is stopped once the next one begins', () => {
		const data = input(3);
		const first = joinRun(context(0, data));
		joinRun(context(0, data));
		expect(first.isStopped).toBe(true);
	});

	test('different inputs have separate runs, also with the same execution data', () => {
		const executeData = {};
		expect(joinRun(context(0, input(1), executeData))).not.toBe(
			joinRun(context(1, input(2), executeData)),
		);
	});

	test('if n8n does not provide the input, the execution data distinguishes runs, and the total is unknown', () => {
		const executeData = {};
		const first = joinRun(context(0, undefined, executeData));
		expect(first.total).toBeUndefined();
		expect(joinRun(context(1, undefined, executeData))).toBe(first);
	});

	test.each([
		[input(3), 3],
		[{ ai_tool: [[{ json: {} }]] }, 1],
		[{ main: [null] }, undefined],
	])('the input %j counts %s items', (data, total) =>
		expect(joinRun(context(0, data)).total).toBe(total),
	);

	test.each([
		[{}, false],
		[{ batching: { batch: { batchSize: 2, batchInterval: 0 } } }, false],
		[{ batching: { batch: { batchSize: 2, batchInterval: 10 } } }, true],
	])('the request options %j batch the items: %s', (requestOptions, isBatched) =>
		expect(joinRun(context(0, input(1), {}, requestOptions)).isBatched).toBe(isBatched),
	);
});
