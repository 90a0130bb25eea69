import { type INodeType, type INodeTypeDescription, type ITriggerResponse, NodeConnectionTypes } from 'n8n-workflow';
import { CREDENTIAL_TYPE } from '../transport/credentials/credentials';
import { hooks } from './registration/hooks';
import { loadEventNames, loadInstances } from './pickers';
import { properties, subtitle } from './settings/properties';
import { emitOnce } from './delivery/processedStore';
import { receive } from './delivery/receiveDelivery';

/** Registers a webhook with the service and emits its deliveries. */
export class MessagingIntegrationTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Integration Trigger',
		name: 'messagingIntegrationTrigger',
		icon: {
			light: 'file:../../icons/messagingIntegration.svg',
			dark: 'file:../../icons/messagingIntegration.dark.svg',
		},
		group: ['trigger'],
		// Since version 2, n8n leaves bodies that are not JSON to the node, which verifies the bytes first.
		version: 2,
		subtitle,
		description: 'Starts the workflow when the service delivers an event, e.g. an incoming message',
		// The editor shows it in one line above the node.
		eventTriggerDescription: 'Send a message to the connected number from another phone',
		activationMessage: 'Events from the service will now start this workflow.',
		defaults: { name: 'Messaging Integration Trigger' },
		triggerPanel: {
			header: 'Wait for a message to the connected number',
			executionsHelp:
				'<b>While building</b>, click Execute step, and send a message to the connected number from another phone: the workflow runs once with that message. Without a phone, set Options → Sample While Listening to Test Event first.<br /><br /><b>Once you are done</b>, publish (activate) the workflow. Every event then starts it and appears in the executions list.<br /><br /><b>With manual registration</b>, create the webhook in the dashboard of the service. Use the Test URL while building and the Production URL afterwards.',
			activationHint: 'Once you have finished building, publish the workflow so that events start it.',
		},
		builderHint: {
			searchHint:
				'For a chatbot, chatInput and sessionId of the output fit an AI Agent and its memory, and chatId is the Recipient (By ID) of a reply. Each event costs an execution, so choose with Trigger On, Chats and Filters (Chat IDs, Message Types, Statuses) rather than with an If node.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-messaging-integration.messagingIntegration',
					relationHint: 'Replies to the message, or manages chats, groups and instances',
				},
			],
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: CREDENTIAL_TYPE, required: true }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				// An empty response; otherwise n8n responds with the text "firstEntryJson".
				responseData: 'noData',
				path: 'webhook',
				// Only with manual registration does the user need the URLs.
				ndvHideUrl: '={{ $parameter["registration"] !== "manual" }}',
			},
		],
		properties,
	};

	methods = { loadOptions: { getEvents: loadEventNames, getInstances: loadInstances } };
	webhookMethods = { default: hooks };
	webhook = receive;

	/** Empty. Because it exists, n8n calls `checkExists` on every start, and creates a registration that is missing. */
	async trigger(): Promise<ITriggerResponse> {
		return {};
	}

	/** Emits the items of the webhook. Without it, n8n would wait for items from `trigger` in test runs. */
	execute = emitOnce;
}
