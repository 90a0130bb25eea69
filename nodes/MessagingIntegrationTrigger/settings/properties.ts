import type { INodeProperties } from 'n8n-workflow';
import { hmac } from './hmacProperty';

/** Parameters of the trigger. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Registration',
		name: 'registration',
		type: 'options',
		options: [
			{
				name: 'Automatic',
				value: 'automatic',
				description: 'The webhook is created at the service when the workflow is activated, and removed afterwards',
			},
			{
				name: 'Manual',
				value: 'manual',
				description: 'You enter the webhook in the dashboard of the service yourself',
			},
		],
		default: 'automatic',
		description: 'Who creates the webhook at the service',
	},
	{
		displayName:
			'Create a webhook in the dashboard of the service with the Production URL above. Enter a random text of at least 16 characters in the field Webhook Secret of the credential. In the dashboard it is the value of the header X-Messaging-Integration-Token (Header Token) or the secret (HMAC Signature).',
		name: 'manualNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { registration: ['manual'] } },
	},
	{
		displayName: 'Event Names or IDs',
		name: 'events',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getEvents', allowArbitraryValues: true },
		default: [],
		displayOptions: { show: { registration: ['automatic'] } },
		description:
			'Kinds of events to get. The reference of the service does not name them: the list shows those of your webhooks; add any other under Options → Other Event Names, or by an expression. Empty leaves the choice to the service. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	{
		displayName: 'Verification',
		name: 'verification',
		type: 'options',
		options: [
			{
				name: 'Header Token',
				value: 'headerToken',
				description: 'Each delivery has to carry a token that only the service and this trigger know',
			},
			{
				name: 'HMAC Signature',
				value: 'hmac',
				description: 'Each delivery has to be signed with a shared secret',
			},
			{ name: 'None', value: 'none', description: 'Anyone who knows the address can start the workflow' },
		],
		default: 'headerToken',
		description: 'How a delivery proves that it comes from the service',
	},
	hmac,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Deduplicate',
				name: 'deduplicate',
				type: 'boolean',
				default: true,
				description: 'Whether a delivery that the service repeats starts the workflow only once',
			},
			{
				displayName: 'Deduplicate Key',
				name: 'deduplicateKey',
				type: 'string',
				default: '',
				placeholder: 'e.g. data.eventId',
				description:
					'Path of a field that is the same in repeated deliveries and different in all others. It goes before any ID in the headers. Empty compares the whole delivery. The ID of a message alone is not enough, since a message has several events.',
			},
			{
				displayName: 'Ignore Own Messages',
				name: 'ignoreOwnMessages',
				type: 'boolean',
				default: true,
				description:
					'Whether to leave out messages that the connected account sent itself, so that a workflow that replies does not reply to itself',
			},
			{
				displayName: 'Include Headers',
				name: 'includeHeaders',
				type: 'boolean',
				default: false,
				description:
					'Whether to put the headers of the delivery into the output, beside its body. The token is taken out.',
			},
			{
				displayName: 'Instance IDs',
				name: 'instanceIds',
				type: 'string',
				default: '',
				placeholder: 'e.g. 3fa85f64-5717-4562-b3fc-2c963f66afa6',
				description: 'Only events of these instances, separated by commas. Empty = all.',
			},
			{
				displayName: 'Other Event Names',
				name: 'otherEvents',
				type: 'string',
				default: '',
				placeholder: 'e.g. message.edited, message.deleted',
				description: 'Kinds of events that the list above does not show, separated by commas',
			},
			{
				displayName: 'Retry on Failure',
				name: 'retryOnFailure',
				type: 'boolean',
				default: true,
				description: 'Whether the service repeats a delivery that n8n could not take',
			},
			{
				displayName: 'Send Test Event',
				name: 'sendTestEvent',
				type: 'boolean',
				default: true,
				description:
					'Whether to ask the service for a test event while you listen in the editor, so that you see a real payload at once',
			},
		],
	},
];
