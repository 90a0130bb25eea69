import type { INodeProperties } from 'n8n-workflow';
import { additionalFields } from './undocumented';

/** Settings for what the reference does not show of a message's body (sections 2.9 and 4.19). */
export const messageOptions: INodeProperties = {
	displayName: 'Message Options',
	name: 'messageOptions',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		additionalFields,
		{
			displayName: 'Message Type',
			name: 'messageType',
			type: 'string',
			default: 'text',
			description: 'Value of the field type',
		},
		{
			displayName: 'Phone Number Suffix',
			name: 'phoneNumberSuffix',
			type: 'string',
			default: '',
			placeholder: 'e.g. @s.whatsapp.net',
			description:
				'Text to append to phone numbers. By default, a phone number is sent as its digits.',
		},
		{
			displayName: 'Recipient Field',
			name: 'recipientField',
			type: 'string',
			default: 'remoteJid',
			description: 'Name of the field that contains the recipient',
		},
		{
			displayName: 'Text Field',
			name: 'textField',
			type: 'string',
			default: 'content.text',
			description: 'Path of the field that contains the text, with dots between its parts',
		},
	],
};
