import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';
import { isObject, textOf } from '../../shared/plainValues';
import { field, inputError, requireInstanceId, requireText } from './input';
import { readRecipient } from './recipient';
import { readPairs } from './values';

/**
 * Builds the body of a text message from the fields `instanceId`, `recipient` and `messageOptions`. No option may replace what
 * another field has set.
 *
 * @param text is sent exactly as it is
 * @throws NodeOperationError if a field is invalid, or two fields have the same place in the body
 */
export function messageBody(context: IExecuteSingleFunctions, text: string): IDataObject {
	const options = context.getNodeParameter('messageOptions', {}) as IDataObject;
	const instance = requireText(context, 'instanceId', field(context, 'instanceId'));
	requireInstanceId(context, instance);
	const body: IDataObject = { instanceId: instance };
	const set = (label: string, path: string, value: unknown) => {
		const toError = () => conflict(context, label, path);
		add(
			body,
			path.split('.').map((name) => name.trim()),
			value,
			toError,
		);
	};
	set('Message Type', 'type', textOf(options.messageType) ?? 'text');
	const recipient = readRecipient(context, options);
	set('Recipient Field', textOf(options.recipientField) ?? 'remoteJid', recipient);
	set('Text Field', textOf(options.textField) ?? 'content.text', text);
	for (const [name, value] of Object.entries(readPairs(options.additionalFields, true)))
		add(body, [name], value, () => conflict(context, 'Additional Fields', name));
	return body;
}

function conflict(context: IExecuteSingleFunctions, label: string, path: string): Error {
	return inputError(
		context,
		`${label} under Message Options cannot use "${path}"`,
		'Another field has this place in the message already, or it is not the name of a field. Enter names with dots between them, e.g. content.text.',
	);
}

/**
 * Adds a value under the names of a path. An object is merged into one that is there already. Names that objects inherit are
 * refused: they would be lost in JSON, or change the object itself.
 */
function add(target: IDataObject, path: string[], value: unknown, toError: () => Error): void {
	const [name = '', ...inner] = path;
	const isOwn = Object.hasOwn(target, name);
	const isMerged = inner.length > 0 || (isOwn && isObject(value));
	if (name === '' || (name in target && !(isOwn && isMerged))) throw toError();
	if (!isMerged) return void (target[name] = value as IDataObject);
	const next = isOwn ? target[name] : (target[name] = {});
	if (!isObject(next)) throw toError();
	const entries = inner.length > 0 ? [[inner, value]] : Object.entries(value as object);
	for (const [rest, each] of entries as Array<[string | string[], unknown]>)
		add(next as IDataObject, [rest].flat(), each, toError);
}
