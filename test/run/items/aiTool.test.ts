import { ExecutionLifecycleHooks, SupplyDataContext } from 'n8n-core';
import { makeHandleToolInvocation } from 'n8n-core/dist/execution-engine/node-execution-context/utils/get-input-connection-data';
import {
	createRunExecutionData,
	NodeConnectionTypes,
	Workflow,
	type IExecuteData,
	type INode,
	type INodeType,
} from 'n8n-workflow';
import type { Sandbox } from '../../../tools/sandbox';
import { byId } from '../../support/ids';
import { credentialsFor, setUpSandbox } from '../../support/setUpSandbox';
import { binaryData } from '../../support/engine';
import { additionalDataOf, nodeType, registryOf } from '../../support/workflow';

/**
 * The node as a tool of an agent that calls it directly (Agent 2.2, sub-agents, MCP server): n8n gives all calls the
 * agent's data.
 */

let sandbox: Sandbox;
setUpSandbox((started) => (sandbox = started));
beforeAll(binaryData);

const namesDone = () => sandbox.ledger.map(({ body }) => (body as { name: string }).name);

/** Two tool nodes of one agent with three input items, in one execution of it. */
function toolsOfAnAgent(settings: Partial<INode> = {}, agentData: Partial<IExecuteData> = {}) {
	const common = { typeVersion: 1, position: [0, 0] as [number, number] };
	const agent: INode = { id: 'agent', name: 'Agent', type: 'agent', parameters: {}, ...common };
	const tool = (name: string): INode => ({
		id: name,
		name,
		type: 'messagingIntegration',
		...common,
		parameters: { resource: 'instance', operation: 'create', instanceFields: { name: '={{ $fromAI("name") }}' } },
		credentials: { messagingIntegrationApi: { id: '1', name: 'test' } },
		...settings,
	});
	const nodes = [agent, tool('First Tool'), tool('Second Tool')];
	// n8n converts the node to one of this name.
	const { description, ...rest } = nodeType();
	const type: INodeType = Object.assign(Object.create(rest) as object, nodeType(), {
		description: { ...description, name: 'messagingIntegrationTool' },
	});
	const nodeTypes = registryOf(() => type);
	const workflow = new Workflow({ id: 'test', nodes, connections: {}, active: false, nodeTypes });
	const credentials = credentialsFor(sandbox);
	const additionalData = additionalDataOf(credentials, {});
	additionalData.hooks = new ExecutionLifecycleHooks('trigger', 'test', { id: 'test' } as never);
	const runExecutionData = createRunExecutionData({ resultData: { runData: {} } });
	const items = [0, 1, 2].map((n) => ({ json: { n } }));
	const executeData = Object.assign(agentData, { node: agent, data: { main: [items] }, source: null });
	return nodes
		.slice(1)
		.map((node) =>
			makeHandleToolInvocation(
				(runIndex: number) =>
					new SupplyDataContext(
						workflow,
						node,
						additionalData,
						'trigger',
						runExecutionData,
						runIndex,
						items,
						{},
						NodeConnectionTypes.AiTool,
						executeData,
						[],
						undefined,
						agent,
					),
				node,
				type,
				runExecutionData,
			),
		) as [(input: object) => Promise<string>, (input: object) => Promise<string>];
}

test('each call sends exactly once, also after a rejected call', async () => {
	sandbox.addFault({ path: '/instances', kind: 'status', status: 400 });
	const [first, second] = toolsOfAnAgent();
	await expect(first({ name: 'a' })).rejects.toThrow(/\(400\)/);
	expect(await first({ name: 'b' })).toContain('"name":"b"');
	expect(await second({ name: 'c' })).toContain('"name":"c"');
	expect(await first({ name: 'b' })).toContain('"name":"b"');
	expect(namesDone()).toEqual(['b', 'c', 'b']);
});

test('Retry On Fail of a tool does not retry a call that may have been carried out', async () => {
	sandbox.addFault({ path: '/instances', kind: 'resetAfterWork' });
	const [first] = toolsOfAnAgent({ retryOnFail: true, waitBetweenTries: 1 });
	await expect(first({ name: 'a' })).rejects.toThrow(/may have been carried out/);
	expect(namesDone()).toEqual(['a']);
	expect(sandbox.log).toHaveLength(1);
});

test('Send and Wait sends nothing, because such an agent does not wait', async () => {
	const parameters = { resource: 'message', operation: 'sendAndWait', message: 'Well?' };
	const [first] = toolsOfAnAgent({ parameters });
	await expect(first({})).rejects.toThrow(/This agent cannot wait for a response/);
	expect(sandbox.log).toEqual([]);
});

test.each([
	['simplified', (item: object) => 'messageId' in item && 'instanceId' in item && !('raw' in item)],
	['selectedFields', (item: object) => Object.keys(item).join() === 'messageId,text,date'],
	['raw', (item: object) => !('messageId' in item) && !('raw' in item)],
])('with the output %s, the agent gets only its fields', async (output, fits) => {
	const [{ instanceId, remoteJid: chatId } = { instanceId: '', remoteJid: '' }] = sandbox.data.messages;
	const parameters = {
		resource: 'chat',
		operation: 'getMessages',
		limit: 1,
		output,
		outputFields: ['text', 'date'],
		instanceId: byId(instanceId),
		chatId: byId(chatId),
	};
	const [first] = toolsOfAnAgent({ parameters });
	const [item] = JSON.parse(await first({})) as [object];
	expect([item, fits(item)]).toEqual([item, true]);
});
