import type { IExecuteSingleFunctions, INode } from 'n8n-workflow';
import { Outcomes } from '../../../nodes/MessagingIntegration/execution/outcomes';
import { joinRun } from '../../../nodes/MessagingIntegration/execution/preSend';
import { Run } from '../../../nodes/MessagingIntegration/execution/run';
import { CanceledError } from '../../../nodes/transport/clock';
import { settled } from '../../simulation/support/simulatedClock';

const node = { parameters: {}, type: 'messagingIntegration' } as unknown as INode;

/** The context of an item. */
const item = (index: number) =>
	({ getItemIndex: () => index, getNode: () => node }) as unknown as IExecuteSingleFunctions;

const newRun = (total: number, continues = false) =>
	new Run(node, new Outcomes(node, {}, false), total, continues);

/** A run whose items n8n has begun to prepare. */
function startedRun(total: number, continues = false): Run {
	const run = newRun(total, continues);
	for (let n = 0; n < total; n += 1) run.join(n);
	return run;
}

/** A run whose items are prepared, and have ended as the test says. */
function endedRun(total: number, succeeded: number[], failed: number[]): Run {
	const run = startedRun(total);
	for (const index of failed) run.fail(item(index), new Error(`item ${index}`));
	for (const index of succeeded) run.succeed(item(index));
	for (let n = 0; n < total; n += 1) run.countPrepared();
	for (let n = 0; n < total; n += 1) run.finish();
	return run;
}

/** Records whether a promise has been resolved. */
function watch(promise: Promise<unknown>) {
	const watched = { isOver: false };
	void promise.then(() => (watched.isOver = true));
	return watched;
}

describe('items of a run', () => {
	test('are admitted in order, up to the concurrency, and a waiting one can be canceled', async () => {
		const run = startedRun(4);
		const cancel = new AbortController();
		const inside: number[] = [];
		const turns = [0, 1, 2, 3].map(async (n) => {
			const signal = n === 2 ? cancel.signal : undefined;
			const turn = await run.turns.acquire({ concurrency: 2 }, signal);
			inside.push(n);
			return turn;
		});
		await settled();
		expect(inside).toEqual([0, 1]);
		cancel.abort();
		await expect(turns[2]).rejects.toBeInstanceOf(CanceledError);
		(await turns[0])?.end();
		await settled();
		expect(inside).toEqual([0, 1, 3]);
	});

	test('are prepared when the last one is', async () => {
		const run = startedRun(2);
		const prepared = watch(run.prepared);
		run.countPrepared();
		await settled();
		expect(prepared.isOver).toBe(false);
		run.countPrepared();
		await settled();
		expect(prepared.isOver).toBe(true);
	});
});

describe('the error of a run', () => {
	test('is one error for all items, that of the first failed item and its first failure', async () => {
		const run = endedRun(4, [], [3, 1]);
		run.fail(item(1), new Error('a later failure'));
		const errors = [await run.finalError(), await run.finalError()];
		expect(errors[0]).toBe(errors[1]);
		expect(errors[0]).toMatchObject({ message: 'item 1', context: { itemIndex: 1 } });
	});

	test('waits until all items are prepared and have ended', async () => {
		const run = startedRun(2);
		run.fail(item(0), new Error('no'));
		const error = watch(run.finalError());
		for (const step of [() => run.countPrepared(), () => run.finish(), () => run.countPrepared()]) {
			step();
			await settled();
			expect(error.isOver).toBe(false);
		}
		run.finish();
		await settled();
		expect(error.isOver).toBe(true);
	});

	test('does not wait for items in flight if the execution is canceled', async () => {
		const run = newRun(1);
		run.join(0);
		run.countPrepared();
		const error = await run.finalError(AbortSignal.abort());
		expect(error.message).toBe('The execution was canceled');
	});

	test('names up to ten invalid items, since nothing was sent', async () => {
		const run = startedRun(15);
		for (let n = 2; n < 15; n += 1) run.reject(item(n), new Error(`item ${n}`));
		for (let n = 0; n < 15; n += 1) run.countPrepared();
		for (let n = 0; n < 15; n += 1) run.finish();
		expect((await run.finalError()).description).toBe(
			'Nothing was sent. 13 of 15 items are invalid: the 3rd, the 4th, the 5th, the 6th, the 7th, the 8th, the 9th, the 10th, the 11th, the 12th and 3 more. To send the others anyway, set On Error to Continue (using error output) in the settings of the node.',
		);
	});

	test('of a retry with invalid items says what was sent before', async () => {
		const run = startedRun(3);
		run.succeed(item(0));
		run.reject(item(2), new Error('item 2'));
		for (let n = 0; n < 3; n += 1) run.countPrepared();
		for (let n = 0; n < 3; n += 1) run.finish();
		expect((await run.finalError()).description).toBe(
			'An earlier attempt sent 1. 1 of 3 items is invalid: the 3rd. To send the others anyway, set On Error to Continue (using error output) in the settings of the node.',
		);
	});

	test('does not exist without a failed item', async () => {
		await expect(endedRun(2, [0, 1], []).finalError()).rejects.toThrow(/although none failed/);
	});

	test.each([
		[1, 0, 1, ''],
		[10, 4, 1, 'Of 10 items, 4 succeeded, the 5th failed, and 5 were not sent.'],
		[
			10,
			4,
			3,
			'Of 10 items, 4 succeeded, the 5th failed, 2 more in flight also failed, and 3 were not sent.',
		],
		[2, 0, 1, 'Of 2 items, 0 succeeded, the 5th failed, and 1 was not sent.'],
	])(
		'of %i items, %i processed and %i failed, has a summary',
		async (total, done, failed, text) => {
			const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
			const failures = numbers(failed).map((n) => 4 + n);
			const { description } = await endedRun(total, numbers(done), failures).finalError();
			expect(description ?? '').toBe(text);
		},
	);
});

test.each([
	[false, true],
	[true, false],
])('if the node continues on fail (%s), a failure stops the run: %s', (continues, stops) => {
	const run = startedRun(3, continues);
	run.fail(item(1), new Error('no'));
	expect(run.isStopped).toBe(stops);
});

describe('the run of an item', () => {
	const context = (index: number, inputData: object | undefined, executeData: object = { node }) =>
		({
			inputData,
			getItemIndex: () => index,
			getExecuteData: () => executeData,
			getNode: () => node,
			continueOnFail: () => false,
		}) as unknown as IExecuteSingleFunctions;
	const input = (count: number) => ({
		main: [Array.from({ length: count }, () => ({ json: {} }))],
	});

	test('is the same for ascending indexes of the same input', () => {
		const data = input(3);
		expect(joinRun(context(1, data))).toBe(joinRun(context(2, data)));
	});

	test('is a new one if the index does not ascend, as in the next attempt of Retry On Fail', () => {
		const data = input(3);
		expect(joinRun(context(0, data))).not.toBe(joinRun(context(0, data)));
	});

	test('is another one for another input, also with the same execution data', () => {
		const executeData = { node };
		const first = joinRun(context(0, input(1), executeData));
		expect(joinRun(context(1, input(2), executeData))).not.toBe(first);
	});

	test('is found by the execution data if n8n does not provide the input, and waits for nothing', async () => {
		const executeData = { node };
		const run = joinRun(context(0, undefined, executeData));
		expect(joinRun(context(1, undefined, executeData))).toBe(run);
		run.countPrepared();
		await run.prepared;
	});

	test.each([['main'], ['ai_tool']])('counts the items of the input "%s"', async (name) => {
		const run = joinRun(context(0, { [name]: input(2).main }));
		run.join(1);
		run.countPrepared();
		const prepared = watch(run.prepared);
		await settled();
		expect(prepared.isOver).toBe(false);
	});
});
