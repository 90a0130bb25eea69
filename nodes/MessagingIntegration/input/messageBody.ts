import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';
import { textOf } from '../../shared/plainValues';
import { isObject } from '../../transport/response/response';
import { field, inputError, requireInstanceId, requireText } from './input';
import { readRecipient } from './recipient';
import { readPairs } from './values';

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
	const isValid = names.every((name) => name !== '' && name !== '__proto__');
	const last = names.pop() ?? '';
	let at: unknown = isValid ? body : undefined;
	for (const name of names) {
		if (!isObject(at)) break;
		if (!Object.hasOwn(at, name)) at[name] = {};
		at = at[name];
	}
	if (!isObject(at) || Object.hasOwn(at, last)) {
		throw inputError(
			context,
			`"${path}" cannot be the path of the text`,
			'Enter the names of the fields with dots between them, e.g. content.text. The path must not contain a field that has another value.',
		);
	}
	at[last] = text;
}
