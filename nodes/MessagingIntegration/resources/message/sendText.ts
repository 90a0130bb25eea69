import { instanceId, recipient } from '../../fields/locators';
import { messageOptions } from '../../fields/messageOptions';
import { messageBody } from '../../input/messageBody';
import { text } from '../../input/readers';
import { operation } from '../common/operation';

/** Reference, section 4.19. */
export const sendText = operation({
	name: 'Send Text',
	value: 'sendText',
	action: 'Send text message',
	description: 'Send a text to a chat, a group or a phone number',
	request: 'POST /messages',
	body: (fieldOf) => {
		text(fieldOf('text'));
		return messageBody(fieldOf, 'text', { textField: String(fieldOf('text').value) });
	},
	fields: [
		instanceId,
		recipient,
		{
			displayName: 'Text',
			name: 'text',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			required: true,
			placeholder: 'e.g. Hello!',
			description: 'Text of the message',
		},
		messageOptions,
	],
});
