import { instanceId, recipient, replyTo } from '../../fields/locators';
import { simplify } from '../../fields/output';
import { messageBody } from '../../input/body';
import { messageText } from '../../input/readers';
import { messageResponse } from '../../run/returns';
import { operation } from '../common/operation';

/** Reference, section 4.19. */
export const sendText = operation({
	name: 'Send Text',
	value: 'sendText',
	action: 'Send text message',
	description: 'Send a text to a chat, a group or a phone number',
	request: 'POST /messages',
	body: (fieldOf) => messageBody(fieldOf, 'text', { text: messageText(fieldOf('text')) }),
	returns: messageResponse,
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
		replyTo,
		simplify,
	],
});
