import type { IExecuteSingleFunctions, INode } from 'n8n-workflow';
import { Outcomes } from '../../../nodes/MessagingIntegration/execution/outcomes';
import { joinRun } from '../../../nodes/MessagingIntegration/execution/preSend';
import { Run } from '../../../nodes/MessagingIntegration/execution/run';
import { settled } from '../../simulation/support/simulatedClock';

const node = { parameters: {}, type: 'messagingIntegration' } as unknown as INode;

const item = (index: number, recipient?: string) =>
	({
		getItemIndex: () => index,
		getNode: () => ({ parameters: recipient === undefined ? {} : { recipient } }),
		getNodeParameter: () => recipient ?? 'another',
	}) as unknown as IExecuteSingleFunctions;

/** A run whose items n8n has begun to prepare. */
function startedRun(total: number, continues = false): Run {
	const run = new Run(node, new Outcomes(node, {}, false), total, continues);
	for (let n = 0; n < total; n += 1) run.join(n);
	return run;
}

/** All items of a run are prepared, and have ended. */
function end(run: Run, total: number): void {
	for (let n = 0; n < total; n += 1) run.countPrepared();
	for (let n = 0; n < total; n += 1) run.finish();
}

/** A run whose items are prepared, and have ended as the test says. */
function endedRun(total: number, succeeded: number[], failed: number[]): Run {
	const run = startedRun(total);
	for (const index of failed) run.fail(item(index), new Error(`item ${index}`));
	for (const index of succeeded) run.succeed(item(index));
	end(run, total);
	return run;
}

function watch(promise: Promise<unknown>) {
	const watched = { isOver: false };
	void promise.then(() => (watched.isOver = true));
	return watched;
}

test('items of a run are prepared when the last one is', async () => {
	const run = startedRun(2);
	const prepared = watch(run.prepared);
	run.countPrepared();
	await settled();
	expect(prepared.isOver).toBe(false);
	run.countPrepared();
	await settled();
	expect(prepared.isOver).toBe(true);
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
		const run = startedRun(1);
		run.countPrepared();
		const error = await run.finalError(AbortSignal.abort());
		expect(error.message).toBe('The execution was canceled');
	});

	const advice =
		'To send the others anyway, set On Error to Continue (using error output) in the settings of the node.';
	const ten = '3rd, the 4th, the 5th, the 6th, the 7th, the 8th, the 9th, the 10th, the 11th, the 12th';
	test.each([
		[15, 0, `Nothing was sent. 13 of 15 items are invalid: the ${ten} and 3 more. ${advice}`],
		[3, 1, `An earlier attempt sent 1. 1 of 3 items is invalid: the 3rd. ${advice}`],
	])('of %i items, all but two invalid and %i sent before, is "%s"', async (total, sent, text) => {
		const run = startedRun(total);
		for (let n = 0; n < sent; n += 1) run.succeed(item(n));
		for (let n = 2; n < total; n += 1) run.reject(item(n), new Error(`item ${n}`));
		end(run, total);
		expect((await run.finalError()).description).toBe(text);
	});

	const asMany = Array.from({ length: 10 }, (_, n) => `r${n} (${n + 1}${['st', 'nd', 'rd'][n] ?? 'th'})`).join(', ');
	test.each([
		[['no'], 'Recipient: r0.'],
		[['r0 is invalid'], ''],
		[['no', 'no'], 'This concerns all 2 items, so nothing was sent.'],
		[['no', 'none'], `Nothing was sent. 2 of 2 items are invalid: r0 (1st), r1 (2nd). ${advice}`],
		[[...'abcdefghij'], `Nothing was sent. 10 of 10 items are invalid: ${asMany}. ${advice}`],
	])('of items that are invalid because of %j is "%s"', async (reasons, text) => {
		const run = startedRun(reasons.length);
		for (const [n, reason] of reasons.entries()) run.reject(item(n, `r${n}`), new Error(reason));
		end(run, reasons.length);
		expect((await run.finalError()).description ?? '').toBe(text);
	});

	test('does not exist without a failed item', async () => {
		await expect(endedRun(2, [0, 1], []).finalError()).rejects.toThrow(/although none failed/);
	});

	test.each([
		[1, 0, 1, ''],
		[10, 4, 1, 'Of 10 items, 4 succeeded, the 5th failed, and 5 were not sent.'],
		[10, 4, 3, 'Of 10 items, 4 succeeded, the 5th failed, 2 more in flight also failed, and 3 were not sent.'],
		[2, 0, 1, 'Of 2 items, 0 succeeded, the 5th failed, and 1 was not sent.'],
	])('of %i items, %i processed and %i failed, has a summary', async (total, done, failed, text) => {
		const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
		const failures = numbers(failed).map((n) => 4 + n);
		const { description } = await endedRun(total, numbers(done), failures).finalError();
		expect(description ?? '').toBe(text);
	});
});

test('a canceled run says what it has sent, and what was in flight', () => {
	const run = startedRun(3);
	const inFlight = 'in flight and may have been carried out.';
	expect(run.cancelSummary()).toBe('Canceled after 0 of 3 items.');
	run.interrupted.push(item(1));
	expect(run.cancelSummary()).toBe(`Canceled after 0 of 3 items. Another request was ${inFlight}`);
	run.succeed(item(0, 'Ana'));
	run.interrupted.push(item(2, 'Rui'));
	const text = `Canceled after 1 of 3 items, the last one to Ana. 2 other requests (to Rui) were ${inFlight}`;
	expect(run.cancelSummary()).toBe(text);
	expect([startedRun(1), run].map((each) => each.progress())).toEqual(['', '1 of 3 items are done. ']);
});

test('an item joins a run once', () => expect(startedRun(2).join(1)).toBe(false));

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
	const input = (count: number) => ({ main: [Array.from({ length: count }, () => ({ json: {} }))] });

	test('is the same for ascending indexes of the same input, and a new one otherwise', () => {
		const [data, executeData] = [input(3), { node }];
		const join = (index: number, of = data) => joinRun(context(index, of, executeData));
		const first = join(1);
		expect(join(2)).toBe(first);
		// As in the next attempt of Retry On Fail.
		expect(join(1)).not.toBe(first);
		expect(join(2, input(3))).not.toBe(first);
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
