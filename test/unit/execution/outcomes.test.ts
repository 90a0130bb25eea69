import type { IExecuteSingleFunctions, INode } from 'n8n-workflow';
import { outcomesFor } from '../../../nodes/MessagingIntegration/execution/outcomes';

function toolContext(executeData: object, input?: object): IExecuteSingleFunctions {
	const node = { name: 'Send', type: 'messagingIntegrationTool', parameters: {} };
	return {
		getNode: () => node,
		getExecuteData: () => executeData,
		continueOnFail: () => false,
		...(input && { inputData: { ai_tool: [[{ json: input }]] } }),
	} as unknown as IExecuteSingleFunctions;
}

const node = { parameters: {} } as INode;
const agent = { node: { name: 'Agent' } };

test('Each attempt of a tool call finds its outcomes by the arguments, and another call has its own', () => {
	const input = { text: 'Hello' };
	const outcomes = outcomesFor(toolContext(agent, input), node);
	expect(outcomesFor(toolContext(agent, input), node)).toBe(outcomes);
	expect(outcomesFor(toolContext(agent, { text: 'Hello' }), node)).not.toBe(outcomes);
});

test('A tool call never shares outcomes by the data of the agent, even if n8n provides no arguments', () => {
	const outcomes = outcomesFor(toolContext(agent), node);
	expect(outcomesFor(toolContext(agent), node)).not.toBe(outcomes);
});
