import type { INodeProperties } from 'n8n-workflow';

const UUID = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';

/**
 * An instance, chosen from the account's instances or by its UUID. It is not marked as required, because the lists of chats do
 * not need it, and n8n evaluates an expression twice for each property of its name. All other operations check it.
 */
export const instanceId: INodeProperties = {
	displayName: 'Instance',
	name: 'instanceId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	// The list of instances has filters; it shares the name of its operation with the list of chats. This only hides the field
	// in the form: the engine ignores conditions on collections, so it evaluates an expression that was left over.
	displayOptions: { hide: { filters: [{ _cnd: { exists: true } }] } },
	description: 'The connected messaging account to use. It is optional for lists of chats.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select an instance…',
			typeOptions: { searchListMethod: 'searchInstances', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 3fa85f64-5717-4562-b3fc-2c963f66afa6',
			validation: [
				{
					type: 'regex',
					properties: { regex: `\\s*${UUID}\\s*`, errorMessage: 'An instance ID is a UUID' },
				},
			],
		},
	],
};

/** A chat, chosen from the account's chats or by its ID. */
export const chatId: INodeProperties = {
	displayName: 'Chat',
	name: 'chatId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The chat to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a chat…',
			typeOptions: { searchListMethod: 'searchChats', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 5511987654321@s.whatsapp.net',
		},
	],
};

/** A group, chosen from the account's chats, because the reference documents no list of groups, or by its ID. */
export const groupId: INodeProperties = {
	displayName: 'Group',
	name: 'groupId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The group to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a group…',
			typeOptions: { searchListMethod: 'searchGroups', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 120363025246125486@g.us',
		},
	],
};

/** Who gets a message: a chat, a phone number or an address. */
export const recipient: INodeProperties = {
	displayName: 'Recipient',
	name: 'recipient',
	type: 'resourceLocator',
	default: { mode: 'phone', value: '' },
	required: true,
	description: 'Who gets the message',
	modes: [
		{
			displayName: 'Phone',
			name: 'phone',
			type: 'string',
			placeholder: 'e.g. +55 11 98765-4321',
			hint: 'Phone number with country code',
		},
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a chat…',
			typeOptions: { searchListMethod: 'searchChats', searchable: true },
		},
		{
			displayName: 'By Address',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 5511987654321@s.whatsapp.net',
		},
	],
};

/** A webhook, chosen from the account's webhooks or by its ID. */
export const webhookId: INodeProperties = {
	displayName: 'Webhook',
	name: 'webhookId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The webhook to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a webhook…',
			typeOptions: { searchListMethod: 'searchWebhooks', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 8f14e45f',
		},
	],
};
