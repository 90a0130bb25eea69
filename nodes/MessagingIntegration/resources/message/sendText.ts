import { instanceId, recipient } from '../../fields/locators';
import { messageOptions } from '../../fields/messageOptions';
import { preSend } from '../../execution/preSend';
import { requireText } from '../../input/input';
import { messageBody } from '../../input/messageBody';
import type { Operation } from '../common/operation';

/** Reference, section 4.19. */
export const sendText: Operation = {
	option: {
		name: 'Send Text',
		value: 'sendText',
		action: 'Send text message',
		description: 'Send a text to a chat, a group or a phone number',
		routing: {
			request: { method: 'POST', url: '/messages' },
			send: {
				preSend: [
					preSend(function (options) {
						const text = this.getNodeParameter('text', '');
						requireText(this, 'text', text);
						options.body = messageBody(this, String(text));
					}),
				],
			},
		},
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
};
