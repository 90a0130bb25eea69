import type { INodeProperties } from 'n8n-workflow';

/** The filters, with their defaults, which also apply to those that are not added. */
export const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	description:
		'Which messages start the workflow. Own messages are ignored, also if no filter is added.',
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
			// On unless it is added, which people do to turn it off.
			default: false,
			description:
				'Whether to ignore messages that the connected account sent, and their statuses, so that a workflow does not reply to itself. Own messages are ignored unless you add this filter and leave it off.',
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
			displayName: 'Message Types',
			name: 'messageTypes',
			type: 'string',
			default: '',
			placeholder: 'e.g. text, audio',
			description:
				'Comma-separated types of the messages that start the workflow, as the field "type" of a message contains them; text, image, video, audio and document also stand for other words of the same meaning. Leave empty for all types. Events that have no message type also pass.',
		},
		{
			displayName: 'Statuses',
			name: 'statuses',
			type: 'string',
			default: '',
			placeholder: 'e.g. read',
			description:
				'Comma-separated values of the field "status" whose events start the workflow, e.g. to run only when a message was read. For messages that you sent, also add Ignore Own Messages and leave it off. Leave empty for all statuses. Events that have no status also pass.',
		},
	],
};
