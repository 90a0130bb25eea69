import { operation } from '../common/operation';
import { instanceId } from '../../fields/locators';
import { undocumentedBody } from '../../input/collection';
import { id, json, text } from '../../input/readers';

/** Reference, section 4.19; the fields are those of the Message record (section 2.9). */
export const send = operation({
	name: 'Send Custom',
	value: 'send',
	action: 'Send custom message',
	description: 'Send a message of any type, e.g. an image or a location',
	request: 'POST /messages',
	...undocumentedBody('message', { instanceId: id, remoteJid: text, content: json }, [
		{ ...instanceId, description: 'The connected messaging account that sends the message' },
		{
			displayName: 'Recipient',
			name: 'remoteJid',
			type: 'string',
			default: '',
			placeholder: 'e.g. 5511987654321@s.whatsapp.net',
			description: 'Phone number with country code, or address of the recipient or group',
		},
		{
			displayName: 'Type',
			name: 'type',
			type: 'string',
			default: 'text',
			placeholder: 'e.g. text',
			description: 'Type of the message, e.g. text',
		},
		{
			displayName: 'Content',
			name: 'content',
			type: 'json',
			default: '{}',
			description:
				'Content of the message as a JSON object, e.g. { "text": "Hello" }. An empty object is not sent.',
		},
	]),
});
