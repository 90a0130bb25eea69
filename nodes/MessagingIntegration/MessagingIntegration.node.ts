import { type INodeType, type INodeTypeDescription, NodeConnectionTypes, SEND_AND_WAIT_OPERATION } from 'n8n-workflow';
import { CREDENTIAL_TYPE, TOKEN_HEADER } from '../transport/credentials/credentials';
import { searchChats, searchGroups, searchInstances, searchWebhooks } from './pickers';
import { nodeProperties, subtitle } from './properties';
import { resources } from './resources';
import { customOperations, singleItem } from './run/customOperations';
import { respondToLink } from './sendAndWait/respond';
import { sendAndWait } from './sendAndWait/sendAndWait';

const operations = customOperations(resources);

/** The action node: one operation per documented endpoint, and API Request for all others. */
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
		subtitle: subtitle(resources),
		description: 'Send and read messages, and manage instances, chats, groups, webhooks and media',
		defaults: { name: 'Messaging Integration' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Sends messages of any kind to phone numbers, chats and groups, also media and questions (Send and Wait for Response). It paces itself to the rate limit of the service, so a list of items needs no Loop Over Items and no Wait node. Pair it with Messaging Integration Trigger to reply.',
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: CREDENTIAL_TYPE, required: true }],
		// Marks the node as declarative for n8n. The transport sets the headers.
		requestDefaults: {},
		// Only for requests of n8n's declarative engine, which runs none of the custom operations below.
		requestOperations: { pagination: singleItem(operations) as never },
		webhooks: ['GET', 'POST'].map((method) => ({
			name: 'default',
			httpMethod: method as 'GET' | 'POST',
			responseMode: 'onReceived',
			responseData: '',
			path: '={{ $nodeId }}',
			restartWebhook: true,
			isFullPath: true,
		})),
		// n8n shows them to nobody. Not QR and pairing codes, which the user has to see.
		sensitiveOutputFields: ['secret', `headers.${TOKEN_HEADER}`],
		waitingNodeTooltip: 'Waiting for a response to the message',
		properties: nodeProperties(resources),
	};

	customOperations = { ...operations, message: { ...operations.message, [SEND_AND_WAIT_OPERATION]: sendAndWait } };
	webhook = respondToLink;
	methods = { listSearch: { searchChats, searchGroups, searchInstances, searchWebhooks } };
}
