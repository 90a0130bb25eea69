import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';
import { searchChats, searchInstances, searchWebhooks } from './methods/listSearch';
import { nodeProperties } from './properties';
import { resources } from './resources';
import { records } from './output/receive';

/** The node of the service: one operation for every documented endpoint, and API requests for the rest. */
export class MessagingIntegration implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Integration',
		name: 'messagingIntegration',
		icon: {
			light: 'file:../../icons/messagingIntegration.svg',
			dark: 'file:../../icons/messagingIntegration.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Send messages and manage instances, chats, groups, webhooks and media',
		defaults: { name: 'Messaging Integration' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'messagingIntegrationApi', required: true }],
		// What makes it declarative for n8n. Headers are those of the transport.
		requestDefaults: {},
		// Every request of the node passes through these functions; an operation may name another one.
		requestOperations: { pagination: records },
		properties: nodeProperties(resources),
	};

	methods = { listSearch: { searchChats, searchInstances, searchWebhooks } };
}
