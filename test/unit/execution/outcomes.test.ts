import type { IDataObject, IExecuteSingleFunctions, INode } from 'n8n-workflow';
import { inputItems, isToolCall, Outcomes, outcomesFor } from '../../../nodes/MessagingIntegration/execution/outcomes';
import { UserError } from '../../../nodes/shared/userError';
import { ServiceError } from '../../../nodes/transport/errors/serviceError';

const nodeWith = (options: IDataObject) => ({ parameters: { options } }) as unknown as INode;
const requestTo = (url: string) => ({ method: 'POST', url }) as const;

/** What a retry finds out about a write, after the first execution has ended it with `end`, or in flight. */
function found(end: { failure: unknown } | 'in flight', options: IDataObject = {}, url = '/a') {
	const executeData: { metadata?: object } = {};
	const ended = new Outcomes(nodeWith({ maxWait: 1 }), executeData, true).begin(0, requestTo('/a'), 'write');
	if (end !== 'in flight') ended(end);
	const { metadata } = JSON.parse(JSON.stringify(executeData)) as typeof executeData;
	return new Outcomes(nodeWith({ maxWait: 1, ...options }), { metadata }, true).find(0, requestTo(url));
}

test('an error of the service is the same after a retry', () => {
	const failure = new ServiceError({ status: 502, attempts: 2, outcomeUnknown: true });
	expect(found({ failure })).toEqual({ isSaved: true, failure });
	expect(found({ failure })?.failure).toBeInstanceOf(ServiceError);
});

test.each([
	[{ failure: new UserError('m', 'd') }, 'm', 'd'],
	[
		'in flight' as const,
		'The execution ended before the service responded',
		/^The request may have been carried out\./,
	],
])('another error has its texts after a retry: %j', (end, message, description) => {
	const { failure, isSaved } = found(end) ?? {};
	expect([isSaved, failure]).toEqual([true, expect.any(UserError)]);
	expect(failure).toMatchObject({ message, description: expect.stringMatching(description) as unknown });
});

test.each<[IDataObject, string, boolean]>([
	[{}, '/a', true],
	[{ retryWrites: true, maxWait: 2 }, '/now', true],
	[{ additionalFields: 1 }, '/a', true],
	[{ additionalFields: 1 }, '/now', false],
])('with the options %j and a request to %s, a retry knows the write: %s', (options, url, isKnown) => {
	expect(found('in flight', options, url) !== undefined).toBe(isKnown);
});

test('what is saved is short, and removed by a node that does not fail the execution', () => {
	const executeData: { metadata?: object } = { metadata: { other: 1 } };
	new Outcomes(nodeWith({}), executeData, true).begin(3, requestTo('/a'), 'write');
	const hash = expect.stringMatching(/^[\w/+-]{12}$/) as unknown;
	expect(executeData.metadata).toEqual({ other: 1, messagingIntegration: { 3: { parameters: hash, request: hash } } });
	new Outcomes(nodeWith({}), executeData, false);
	expect(executeData.metadata).toEqual({ other: 1 });
});

const contextOf = (name: string, type: string, inputData?: object) =>
	({
		inputData,
		getNode: () => ({ name, type, parameters: {} }),
		getExecuteData: () => ({ node: { name: 'Node' } }),
		continueOnFail: () => false,
	}) as unknown as IExecuteSingleFunctions;

test.each([
	['Node', 'a.node', false],
	['Node', 'a.nodeTool', true],
	['Other', 'a.node', true],
])('the node %s of the type %s is a tool: %s', (name, type, isTool) => {
	const context = contextOf(name, type);
	expect(isToolCall(context)).toBe(isTool);
	expect(outcomesFor(context, context.getNode())).toBeInstanceOf(Outcomes);
});

test.each([undefined, {}, { main: [null] }, { ai_tool: [] }])('the input %j has no items', (inputData) => {
	expect(inputItems(contextOf('Node', 'a.node', inputData))).toEqual([]);
});
