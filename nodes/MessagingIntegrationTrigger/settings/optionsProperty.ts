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
			displayName: 'Chat IDs',
			name: 'chatIds',
			type: 'string',
			default: '',
			placeholder: 'e.g. +55 11 98765-4321, 7700011@lid',
			description:
				'Comma-separated chats whose messages start the workflow: phone numbers with country code (or with the Default Country Code of the credentials), or addresses as the events contain them. A phone number is never a group or an @lid address, and matches with and without the ninth digit of Brazilian numbers. Leave empty for all chats. Events that name no chat also pass.',
		},
		{
			displayName: 'Chats',
			name: 'chats',
			type: 'options',
			options: [
				{ name: 'All', value: 'all', description: 'Messages from everywhere' },
				{
					name: 'Direct Chats',
					value: 'direct',
					description: 'Excludes groups, status updates, broadcasts and channels',
				},
				{
					name: 'Groups',
					value: 'groups',
					description: 'Only chats whose address ends with @g.us',
				},
			],
			default: 'all',
			description:
				'Which chats start the workflow. Events that name no chat also pass, e.g. that an instance was connected, and so do those whose address does not show whether it is a group.',
		},
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
			default: false,
			description:
				'Whether to download the file of an audio or video message as the field "data" of the item. The service offers no download of other files. If it fails, the workflow runs nonetheless, and the field "mediaError" says why.',
		},
		{
			displayName: 'Ignore Chat IDs',
			name: 'ignoreChatIds',
			type: 'string',
			default: '',
			placeholder: 'e.g. +55 11 98765-4321, 7700011@lid',
			description:
				'Comma-separated chats whose messages do not start the workflow, written like Chat IDs. They take precedence over Chat IDs.',
		},
		{
			displayName: 'Ignore Own Messages',
			name: 'ignoreOwnMessages',
			type: 'boolean',
			default: true,
			description:
				'Whether to ignore messages that the connected account sent, and their statuses, so that a workflow does not reply to itself',
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
			displayName: 'Message ID Parameter Name',
			name: 'messageIdParameter',
			type: 'string',
			default: 'messageId',
			description:
				'Name of the query parameter for the message ID in downloads, if the service expects a different one',
		},
		{
			displayName: 'Message Types',
			name: 'messageTypes',
			type: 'string',
			default: '',
			placeholder: 'e.g. text, audio',
			description:
				'Comma-separated types of the messages that start the workflow, as the field "type" of a message contains them. Leave empty for all types. Events that have no message type also pass.',
		},
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{
					name: 'As Received',
					value: 'asReceived',
					description: 'One item per event, as the service sends it',
				},
				{
					name: 'Simplified',
					value: 'simplified',
					description:
						'One item per message that passes the filters, with the same fields for all events, e.g. chatId, phone and text, and chatInput and sessionId for an AI Agent',
				},
			],
			default: 'asReceived',
			description: 'What the items contain. Simplified leaves out what an event does not contain.',
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
			default: true,
			description:
				'What to show when you listen in the editor. A published workflow never asks for test events.',
		},
		{
			displayName: 'Statuses',
			name: 'statuses',
			type: 'string',
			default: '',
			placeholder: 'e.g. read',
			description:
				'Comma-separated values of the field "status" whose events start the workflow, e.g. to run only when a message was read. For messages that you sent, also turn off Ignore Own Messages. Leave empty for all statuses. Events that have no status also pass.',
		},
	],
};
