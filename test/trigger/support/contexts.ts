import type { Request, Response } from 'express';
import { ExecuteContext, HookContext, WebhookContext } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type IRunExecutionData,
	type IWebhookData,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { additionalDataOf, registryOf } from '../../support/workflow';
import { MessagingIntegrationTrigger } from '../../../nodes/MessagingIntegrationTrigger/MessagingIntegrationTrigger.node';

export const triggerType = new MessagingIntegrationTrigger();
const types = registryOf(() => triggerType);

/** What n8n's contexts need to know of a trigger and of the n8n that hosts it. */
interface Hosted {
	workflowId: string;
	credentials: ICredentialDataDecryptedObject;
	parameters: INodeParameters;
	hasCredential: boolean;
	origin: string;
}

/** A workflow with the trigger as its only node, as n8n passes it to the node's contexts. */
function triggerParts({ workflowId, parameters, hasCredential }: Hosted, staticData: IDataObject, isTest: boolean) {
	const node: INode = {
		id: 'trigger',
		name: 'Trigger',
		type: 'messagingIntegrationTrigger',
		typeVersion: 2,
		position: [0, 0],
		// Most tests compare whole events.
		parameters: { simplify: false, ...parameters },
		webhookId: `hook-${workflowId}`,
		credentials: hasCredential ? { messagingIntegrationApi: { id: '1', name: 'test' } } : {},
	};
	const workflow = new Workflow({
		id: workflowId,
		nodes: [node],
		connections: {},
		active: !isTest,
		nodeTypes: types,
		staticData: { 'node:Trigger': structuredClone(staticData) },
	});
	const [description] = triggerType.description.webhooks ?? [];
	const webhook = { webhookDescription: description, isTest, node: 'Trigger' } as IWebhookData;
	return { workflow, node: workflow.getNode('Trigger') ?? node, webhook };
}

const additionalData = ({ credentials, parameters, origin }: Hosted) => ({
	...additionalDataOf(credentials, parameters),
	webhookBaseUrl: `${origin}/webhook`,
	webhookTestBaseUrl: `${origin}/webhook-test`,
});

/** The context of a hook, and what n8n stores as static data after it. */
export function hookContext(hosted: Hosted, staticData: IDataObject, activation: WorkflowActivateMode) {
	const isTest = activation === 'manual';
	const { workflow, node, webhook } = triggerParts(hosted, staticData, isTest);
	const mode = isTest ? 'manual' : 'trigger';
	const data = additionalData(hosted);
	const context = new HookContext(workflow, node, data, mode, activation, webhook);
	return { context, stored: () => JSON.parse(JSON.stringify(workflow.getStaticData('node', node))) as IDataObject };
}

export function webhookContext(
	hosted: Hosted,
	staticData: IDataObject,
	isTest: boolean,
	httpRequest: Request,
	httpResponse: Response,
) {
	const { workflow, node, webhook } = triggerParts(hosted, staticData, isTest);
	const data = { ...additionalData(hosted), httpRequest, httpResponse };
	const mode = isTest ? 'manual' : 'webhook';
	return new WebhookContext(workflow, node, data, mode, webhook, [], null);
}

/** The context of the trigger as the first node of an execution. */
export function executeContext(
	hosted: Hosted,
	staticData: IDataObject,
	mode: WorkflowExecuteMode,
	execution: { received: INodeExecutionData[]; id: string; nodeId: string; signal: AbortSignal },
) {
	const { workflow, node } = triggerParts(hosted, staticData, mode === 'manual');
	node.id = execution.nodeId;
	const items = structuredClone(execution.received);
	const input = { main: [items] };
	return new ExecuteContext(
		workflow,
		node,
		{ ...additionalData(hosted), executionId: execution.id },
		mode,
		{ resultData: { runData: {} } } as unknown as IRunExecutionData,
		0,
		items,
		input,
		{ node, data: input, source: null },
		[],
		execution.signal,
	);
}
