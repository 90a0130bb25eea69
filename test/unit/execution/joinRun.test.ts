import type { IExecuteSingleFunctions } from 'n8n-workflow';
import { joinRun } from '../../../nodes/MessagingIntegration/execution/joinRun';
import type { NodeApiError } from 'n8n-workflow';

const context = (
	index: number,
	inputData: object | undefined,
	executeData: object = { node: {} },
	requestOptions: object = {},
) =>
	({
		inputData,
		getItemIndex: () => index,
		getExecuteData: () => executeData,
		getNode: () => ({ type: 'messagingIntegration', parameters: {} }),
		continueOnFail: () => false,
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
	first.register(1);
	first.ready();
	await first.finalError((failure) => failure as NodeApiError);
	expect(joinRun(context(2, data))).not.toBe(first);
});

test('a run that n8n ended before its last item is stopped once the next one begins', () => {
	const data = input(3);
	const first = joinRun(context(0, data));
	joinRun(context(0, data));
	expect(first.isStopped).toBe(true);
});

test('different inputs have separate runs, also with the same execution data', () => {
	const executeData = { node: {} };
	expect(joinRun(context(0, input(1), executeData))).not.toBe(
		joinRun(context(1, input(2), executeData)),
	);
});

test('if n8n does not provide the input, the execution data distinguishes runs, and the total is unknown', () => {
	const executeData = { node: {} };
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
	[{ batching: {} }, false],
	[{ batching: { batch: { batchSize: 2, batchInterval: 0 } } }, false],
	[{ batching: { batch: { batchSize: 2, batchInterval: 10 } } }, true],
])('the request options %j batch the items: %s', (requestOptions, isBatched) =>
	expect(joinRun(context(0, input(1), { node: {} }, requestOptions)).isBatched).toBe(isBatched),
);
