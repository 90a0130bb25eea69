import {
	type IExecuteFunctions,
	type IHookFunctions,
	type ILoadOptionsFunctions,
	type INodeExecutionData,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypeDescription,
	type ITriggerResponse,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { activate, deactivate, findRegistration, loadEventNames } from './registration/lifecycle';
import { properties } from './settings/properties';
import { receive } from './delivery/receiveDelivery';

/** Registers a webhook at the service and emits what it delivers. */
export class MessagingIntegrationTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Integration Trigger',
		name: 'messagingIntegrationTrigger',
		icon: {
			light: 'file:../../icons/messagingIntegration.svg',
			dark: 'file:../../icons/messagingIntegration.dark.svg',
		},
		group: ['trigger'],
		// From version 2 on n8n leaves bodies that are no JSON to the node, which verifies the bytes first.
		version: 2,
		subtitle: '={{ $parameter["events"]?.length ? $parameter["events"].join(", ") : "all events" }}',
		description: 'Starts the workflow when the service delivers an event, e.g. an incoming message',
		eventTriggerDescription: 'Waiting for an event of the service',
		activationMessage: 'From now on events of the service start this workflow.',
		defaults: { name: 'Messaging Integration Trigger' },
		triggerPanel: {
			header: 'Wait for an event of the service',
			executionsHelp: {
				inactive:
					'<b>While building</b>, click Execute step, then have a message sent to your account: the workflow runs once with it. Unless turned off, the service also sends a test event at once.<br /><br /><b>Once you are done</b>, publish (activate) the workflow: every event then starts it, and shows up in the executions list.<br /><br /><b>With manual registration</b>, create the webhook in the dashboard of the service: its address is the Test URL while building and the Production URL afterwards.',
				active:
					'<b>While building</b>, click Execute step, then have a message sent to your account: the workflow runs once with it. The production webhook goes on meanwhile.<br /><br /><b>The workflow is published</b>: every event starts it, and shows up in the executions list.',
			},
			activationHint:
				'Once you have finished building, publish the workflow to have every event start it.',
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'messagingIntegrationApi', required: true }],
		webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
		properties,
	};

	methods = {
		loadOptions: {
			async getEvents(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
				return await loadEventNames(this);
			},
		},
	};

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await findRegistration(this);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await activate(this);
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return await deactivate(this);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}

	/**
	 * Listens to nothing. That it is there has n8n 2.41 activate this node anew at each start, so that `checkExists` is asked
	 * and a registration that is missing is made. Of nodes with nothing but a webhook it takes for granted that they are
	 * registered, also when it was killed before `create` had ended.
	 */
	async trigger(): Promise<ITriggerResponse> {
		return {};
	}

	/** Without it n8n would wait for items of `trigger` in test runs; these have come by the webhook. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [this.getInputData()];
	}
}
