import type { INodeProperties } from 'n8n-workflow';
import { booleanField, stringField } from '../../shared/formFields';

export const replyTo: INodeProperties = stringField(
	'Reply To Message ID',
	'replyTo',
	'ID of the message that this message quotes, e.g. messageId of the trigger. Leave empty to quote none.',
	{ placeholder: 'e.g. 3EB0C767D097B7C7C033', displayOptions: { hide: { specifyBody: ['json'] } } },
);

/** Whether the output has the same fields as that of the trigger. */
export const simplify: INodeProperties = booleanField(
	'Simplify',
	'simplify',
	true,
	'Whether to return a simplified version of the response instead of the raw data: the same fields as those of the trigger, e.g. messageId, chatId and status. The response is in the field "raw".',
);
