import type { INodeProperties } from 'n8n-workflow';
import { additionalFields } from './undocumented';

const TEXTS = ['sendAndWait', 'sendText'];
const only = (...operations: string[]) => ({ show: { '/operation': operations } });

/** A place in a message's body, which the reference does not show: a path with dots. */
const placeOf = (displayName: string, name: string, path: string, part: string) => ({
	displayName: `${displayName} Field`,
	name,
	type: 'string' as const,
	default: path,
	description: `Name of the field for ${part}, if the service expects a different one. Use dots for a field inside another.`,
});

const media = (displayName: string, name: string, path: string, part: string) => ({
	...placeOf(displayName, name, path, part),
	displayOptions: only('sendMedia'),
});

/** Settings for what the reference does not show of a message's body (sections 2.9 and 4.19). */
export const messageOptions: INodeProperties = {
	displayName: 'Message Options',
	name: 'messageOptions',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	displayOptions: { hide: { specifyBody: ['json'] } },
	options: [
		{ ...additionalFields, displayOptions: only(...TEXTS, 'sendMedia') },
		media('Caption', 'captionField', 'content.caption', 'the caption'),
		media('File Name', 'fileNameField', 'content.fileName', 'the file name'),
		{
			displayName: 'Max File Size (MB)',
			name: 'maxFileSize',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 16,
			displayOptions: only('sendMedia'),
			description:
				'Maximum size of a file from a previous node. The node checks all items before it sends the first message.',
		},
		media('Media Data', 'mediaDataField', 'content.base64', 'the content of the file'),
		{
			displayName: 'Media Data Format',
			name: 'mediaDataFormat',
			type: 'options',
			options: [
				{ name: 'Base64', value: 'base64' },
				{ name: 'Data URI', value: 'dataUri', description: 'Base64 after data:image/png;base64,' },
			],
			default: 'base64',
			displayOptions: only('sendMedia'),
			description: 'How to encode the content of the file',
		},
		media('Media URL', 'mediaUrlField', 'content.url', 'the URL of the file'),
		{
			displayName: 'Message Type',
			name: 'messageType',
			type: 'string',
			default: '',
			placeholder: 'e.g. text',
			displayOptions: only(...TEXTS, 'sendMedia'),
			description:
				'Value of the field type, if the service expects another than text, image, video, audio or document',
		},
		media('MIME Type', 'mimeTypeField', 'content.mimetype', 'the MIME type of the file'),
		{
			displayName: 'Phone Number Suffix',
			name: 'phoneNumberSuffix',
			type: 'string',
			default: '',
			placeholder: 'e.g. @s.whatsapp.net',
			description:
				'Text to append to phone numbers. By default, a phone number is sent as its digits.',
		},
		placeOf('Quoted Message', 'replyToField', 'content.quotedMessageId', 'the quoted message'),
		placeOf('Recipient', 'recipientField', 'remoteJid', 'the recipient'),
		{
			displayName: 'Reply To Message ID',
			name: 'replyTo',
			type: 'string',
			default: '',
			placeholder: 'e.g. 3EB0C767D097B7C7C033',
			description: 'ID of the message that this message quotes, e.g. from the trigger',
		},
		{
			...placeOf('Text', 'textField', 'content.text', 'the text'),
			displayOptions: only(...TEXTS),
		},
	],
};
