import { property } from '../../../shared/property';
import { instanceId, recipient, replyTo, simplify } from '../../fields/fields';
import { messageBody } from '../../input/body';
import type { FieldOf } from '../../input/field';
import { boolean, messageText, optional } from '../../input/readers';
import { digitsOf } from '../../input/recipients';
import { messageResponse } from '../../run/returns';
import { operation } from '../common/operation';

/** A number after "@", as people are mentioned in a group, perhaps with `_` of emphasis around it. */
const MENTION = /(?<![\p{L}\p{N}.-]_{0,3})@(\+?\d{7,15})(?!\d)/gu;

async function textMessage(fieldOf: FieldOf) {
	const field = fieldOf('text');
	const text = messageText(field);
	if (!optional(boolean)(fieldOf('options').inner('mentions'))) return await messageBody(fieldOf, 'text', { text });
	const numbers = new Map<string, string>();
	for (const [, number = ''] of text.matchAll(MENTION)) numbers.set(number, await digitsOf(field, number));
	const textWithDigits = text.replace(MENTION, (_, number: string) => `@${numbers.get(number)}`);
	return await messageBody(fieldOf, 'text', { text: textWithDigits, mentions: [...new Set(numbers.values())] });
}

/** Reference, section 4.19. */
export const sendText = operation({
	name: 'Send Text',
	action: 'Send text message',
	description: 'Send a text to a chat, a group or a phone number',
	request: 'POST /messages',
	message: textMessage,
	returns: messageResponse,
	fields: [
		instanceId,
		recipient,
		property('string', 'Text', 'text', {
			typeOptions: { rows: 4 },
			required: true,
			placeholder: 'e.g. Hello!',
			description: 'Text of the message',
		}),
		replyTo,
		...simplify,
	],
});
