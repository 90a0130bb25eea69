import {
	Workflow,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeTypes,
	type IWebhookData,
} from 'n8n-workflow';
import { MessagingIntegrationTrigger } from '../../../nodes/MessagingIntegrationTrigger/MessagingIntegrationTrigger.node';

export const triggerType = new MessagingIntegrationTrigger();
const types: INodeTypes = {
	getByName: () => triggerType,
	getByNameAndVersion: () => triggerType,
	getKnownTypes: () => ({}),
};

interface Settings {
	workflowId: string;
	parameters: INodeParameters;
	hasCredential: boolean;
}

/** Returns a workflow with the trigger as its only node, as n8n passes it to the node's contexts. */
export function triggerParts(
	{ workflowId, parameters, hasCredential }: Settings,
	staticData: IDataObject,
	isTest: boolean,
) {
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
