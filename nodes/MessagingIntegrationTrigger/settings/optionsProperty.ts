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
			displayName: 'Download Media',
			name: 'downloadMedia',
			type: 'boolean',
			// Off unless it is added.
			default: true,
			description:
				'Whether to return the file of a message as the field "data" of the item: any file that the event contains or links to, and otherwise the file of an audio or video message. If that fails, the workflow runs nonetheless, and the field "mediaError" says why.',
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
			displayName: 'Max File Size (MB)',
			name: 'maxFileSize',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 100,
			description: 'Maximum size of a file that Download Media downloads',
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
					description:
						'Ask the service for a test event, which arrives at once if it passes the filters',
				},
			],
			default: false,
			description:
				'What to show when you listen in the editor. A published workflow never asks for test events.',
		},
	],
};
