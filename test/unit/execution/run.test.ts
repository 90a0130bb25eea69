import type { INode } from 'n8n-workflow';
import { CanceledError } from '../../../nodes/transport/clock';
import type { NodeApiError } from 'n8n-workflow';
import { RunConstants } from '../../../nodes/MessagingIntegration/execution/itemContext';
import { Outcomes } from '../../../nodes/MessagingIntegration/execution/outcomes';
import { Run } from '../../../nodes/MessagingIntegration/execution/run';
import { settled } from '../../simulation/support/simulatedClock';

const constants = new RunConstants({ getNode: () => ({}) as INode });

const newRun = (total?: number) =>
	new Run(constants, new Outcomes({ parameters: {} } as INode, {}, false), total);

const prepare = (run: Run, index: number) => {
	run.register(index);
	run.ready();
};

const runOfItems = (total: number) => {
	const run = newRun(total);
	for (let n = 0; n < total; n += 1) prepare(run, n);
	return run;
};

/** The summary and the index in place of n8n's error. */
const toError = (_failure: unknown, index: number, summary: string) =>
	({ index, summary }) as unknown as NodeApiError;

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
	await expect(second).rejects.toBeInstanceOf(CanceledError);
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
	const run = newRun(3);
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

test('a run is not prepared while n8n prepares any of its items', async () => {
	const run = newRun(2);
	let isPrepared = false;
	void run.prepared.then(() => (isPrepared = true));
	run.register(0);
	run.register(1);
	run.ready();
	await settled();
	expect(isPrepared).toBe(false);
	run.ready();
	await settled();
	expect(isPrepared).toBe(true);
});

test('a run begins unprepared, unless n8n does not provide the number of items', async () => {
	expect(newRun(2).isPrepared).toBe(false);
	const run = newRun();
	run.fail(0, new Error('no'));
	expect(await run.finalError(toError)).toEqual({ index: 0, summary: '' });
});

test('the first failure of an item is reported, not a later one', async () => {
	const run = runOfItems(1);
	const failures = [new Error('first'), new Error('second')];
	failures.forEach((failure) => run.fail(0, failure));
	const asIs = (failure: unknown) => failure as NodeApiError;
	expect(await run.finalError(asIs)).toBe(failures[0]);
});

test('a run is not batched by default', () => expect(newRun(1).isBatched).toBe(false));

test('the metrics are the retries and the time that items waited, in whole milliseconds', () => {
	const run = runOfItems(1);
	run.waitedMs = 1_234.5;
	run.retries = 2;
	expect(run.metrics()).toEqual({
		'messaging_integration.rate_limit_wait_ms': 1_235,
		'messaging_integration.retries': 2,
	});
});

test('the error waits for the items in flight', async () => {
	const run = runOfItems(2);
	const ends = [await run.acquire(2), await run.acquire(2)];
	run.fail(0, new Error('no'));
	let isOver = false;
	const error = run.finalError(toError).then(() => (isOver = true));
	await settled();
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
