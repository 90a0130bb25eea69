import type { INodeProperties } from 'n8n-workflow';

export const replyTo: INodeProperties = {
	displayName: 'Reply To Message ID',
	name: 'replyTo',
	type: 'string',
	default: '',
	placeholder: 'e.g. 3EB0C767D097B7C7C033',
	displayOptions: { hide: { specifyBody: ['json'] } },
	description:
		'ID of the message that this message quotes, e.g. messageId of the trigger. Leave empty to quote none.',
};

/** Whether the output has the same fields as that of the trigger. */
export const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description:
		'Whether to return a simplified version of the response instead of the raw data: the same fields as those of the trigger, e.g. messageId, chatId and status. The response is in the field "raw".',
};
