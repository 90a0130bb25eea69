import type { INodeProperties } from 'n8n-workflow';

/** The optional settings, with their defaults. */
export const options: INodeProperties = {
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
			description: 'Whether to ignore a delivery that the trigger has already processed',
		},
		{
			displayName: 'Deduplicate After Restarts',
			name: 'deduplicateInStore',
			type: 'boolean',
			default: true,
			description:
				"Whether to remember deliveries in n8n's database too, so that a duplicate is also ignored after a restart or in another process. Only if Deduplicate is on. It costs a few milliseconds per delivery.",
		},
		{
			displayName: 'Deduplicate Key',
			name: 'deduplicateKey',
			type: 'string',
			default: '',
			placeholder: 'e.g. data.eventId',
			description:
				'Path to a field that is the same in duplicate deliveries and different in all others. It takes precedence over IDs in the headers. If empty, the trigger compares the whole delivery. A message ID alone is not enough, because one message can have several events.',
		},
		{
			displayName: 'Ignore Own Messages',
			name: 'ignoreOwnMessages',
			type: 'boolean',
			default: true,
			description:
				'Whether to ignore messages that the connected account sent, so that a workflow does not reply to itself',
		},
		{
			displayName: 'Include Headers',
			name: 'includeHeaders',
			type: 'boolean',
			default: false,
			description:
				'Whether to include the headers of the delivery in the output, next to the body. The trigger removes the token.',
		},
		{
			displayName: 'Instance IDs',
			name: 'instanceIds',
			type: 'string',
			default: '',
			placeholder: 'e.g. 3fa85f64-5717-4562-b3fc-2c963f66afa6',
			description:
				'Comma-separated IDs of the instances whose events start the workflow. Leave empty for all instances.',
		},
		{
			displayName: 'Other Event Names',
			name: 'otherEvents',
			type: 'string',
			default: '',
			placeholder: 'e.g. message.edited, message.deleted',
			description: 'Comma-separated event names that the list above does not contain',
		},
		{
			displayName: 'Retry on Failure',
			name: 'retryOnFailure',
			type: 'boolean',
			default: true,
			description: 'Whether the service should retry failed deliveries',
		},
		{
			displayName: 'Sample While Listening',
			name: 'sendTestEvent',
			type: 'options',
			options: [
				{
					name: 'Next Real Delivery',
					value: false,
					description: 'Wait for a real event, e.g. a message that somebody sends you',
				},
				{
					name: 'Test Event',
					value: true,
					description: 'Ask the service for a test event, which arrives at once',
				},
			],
			default: true,
			description:
				'What to show when you listen in the editor. A published workflow never asks for test events.',
		},
	],
};
