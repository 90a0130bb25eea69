import type { IDataObject, IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';
import { instanceId, recipient } from '../../fields/locators';
import { additionalFields } from '../../fields/undocumented';
import { field, inputError, requireInstanceId, requireText } from '../../input/input';
import { preSend } from '../../execution/preSend';
import { readRecipient } from '../../input/recipient';
import { readPairs } from '../../input/values';
import { textOf } from '../../../shared/plainValues';
import { isObject } from '../../../transport/response/response';
import type { Operation } from '../common/operation';

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

/**
 * Builds the body of a text message from the fields `instanceId`, `recipient` and `messageOptions`.
 *
 * @param text is sent exactly as it is
 * @throws NodeOperationError if a field is invalid
 */
export function messageBody(context: IExecuteSingleFunctions, text: string): IDataObject {
	const options = context.getNodeParameter('messageOptions', {}) as IDataObject;
	const instance = requireText(context, 'instanceId', field(context, 'instanceId'));
	requireInstanceId(context, instance);
	const body: IDataObject = {
		instanceId: instance,
		[textOf(options.recipientField) ?? 'remoteJid']: readRecipient(context, options),
		type: textOf(options.messageType) ?? 'text',
	};
	setPath(context, body, textOf(options.textField) ?? 'content.text', text);
	for (const [name, value] of Object.entries(readPairs(options.additionalFields, true))) {
		const own = body[name];
		// Additions to an object such as `content` must not remove the text.
		body[name] = (isObject(own) && isObject(value) ? { ...value, ...own } : value) as IDataObject;
	}
	return body;
}

/** Sets the field at a path such as `content.text`. */
function setPath(
	context: IExecuteSingleFunctions,
	body: IDataObject,
	path: string,
	text: string,
): void {
	const names = path.split('.').map((name) => name.trim());
	const last = names.pop() ?? '';
	let at = body;
	for (const name of names) {
		if (!Object.hasOwn(at, name)) at[name] = {};
		at = at[name] as IDataObject;
		if (!isObject(at)) break;
	}
	const isInvalid = [...names, last].some((name) => name === '' || name === '__proto__');
	if (isInvalid || !isObject(at) || Object.hasOwn(at, last)) {
		throw inputError(
			context,
			`"${path}" cannot be the path of the text`,
			'Enter the names of the fields with dots between them, e.g. content.text. The path must not contain a field that has another value.',
		);
	}
	at[last] = text;
}
