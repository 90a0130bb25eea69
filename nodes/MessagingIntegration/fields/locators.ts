import type { INodeProperties } from 'n8n-workflow';
import { property } from '../../shared/property';

/** Creates a field for a record, named with its article, that the user chooses from a list, or enters by its ID. */
function locator(displayName: string, record: string, example: string): INodeProperties {
	const name = displayName.toLowerCase();
	const typeOptions = { searchListMethod: `search${displayName}s`, searchable: true };
	return property('resourceLocator', displayName, `${name}Id`, {
		default: { mode: 'list', value: '' },
		required: true,
		description: `The ${name} to work with`,
		modes: [
			{ displayName: 'From List', name: 'list', type: 'list', placeholder: `Select ${record}…`, typeOptions },
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder: `e.g. ${example}` },
		],
	});
}

/**
 * Instance IDs are UUIDs (reference, section 4), which `id` checks: n8n gives a check in the form 250 ms, also when it
 * runs the node, and on a busy machine that fails. The format of other IDs is not documented.
 */
const instance: INodeProperties = {
	...locator('Instance', 'an instance', '3fa85f64-5717-4562-b3fc-2c963f66afa6'),
	description: 'The connected messaging account to use',
};

export const instanceId: INodeProperties = { ...instance, displayOptions: { hide: { specifyBody: ['json'] } } };

/** An instance among the fields of a collection, where n8n would require it in every operation. */
export const innerInstanceId: INodeProperties = { ...instance, required: false };

export const chatId = locator('Chat', 'a chat', '5511987654321@s.whatsapp.net');

/** A group. The list shows the account's chats, because the reference documents no list of groups. */
export const groupId = locator('Group', 'a group', '120363025246125486@g.us');

export const webhookId = locator('Webhook', 'a webhook', '8f14e45f');

export const recipient = property('resourceLocator', 'Recipient', 'recipient', {
	default: { mode: 'phone', value: '' },
	required: true,
	displayOptions: { hide: { specifyBody: ['json'] } },
	description: 'Who gets the message',
	modes: [
		{
			displayName: 'Phone',
			name: 'phone',
			type: 'string',
			placeholder: 'e.g. +55 11 98765-4321',
			hint: 'Phone number with country code, or without it if the credentials have a Default Country Code',
		},
		...(chatId.modes ?? []).map((mode) => (mode.name === 'id' ? { ...mode, displayName: 'By Address' } : mode)),
	],
});

export const replyTo = property('string', 'Reply To Message ID', 'replyTo', {
	placeholder: 'e.g. 3EB0C767D097B7C7C033',
	displayOptions: { hide: { specifyBody: ['json'] } },
	description:
		'ID of the message that this message quotes, e.g. messageId of the trigger. Leave empty to quote none. Send Custom quotes it only where Field Names has a place for it.',
});
