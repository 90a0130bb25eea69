import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../shared/plainValues';
import type { Field, FieldOf } from './field';
import { recipient } from './phoneNumbers';
import { bodyPairs, id, optional, text, textOrDefault } from './readers';

/**
 * Builds the body of a message from the fields `instanceId`, `recipient` and `messageOptions`. No part may replace
 * another one.
 *
 * @param type of the message, unless an option sets another one
 * @param parts by the option with the place of each in the body, e.g. `textField`; undefined parts are not sent
 * @param additional the field with pairs to add
 */
export async function messageBody(
	fieldOf: FieldOf,
	type: string,
	parts: Record<string, unknown>,
	additional = fieldOf('messageOptions').inner('additionalFields'),
): Promise<IDataObject> {
	const options = fieldOf('messageOptions');
	const option = (name: string) => optional(text)(options.inner(name));
	const body: IDataObject = { instanceId: id(fieldOf('instanceId')) };
	body.type = option('messageType') ?? type;
	const values = {
		recipientField: await recipient(fieldOf('recipient'), option('phoneNumberSuffix') ?? ''),
		...parts,
		replyToField: option('replyTo'),
	};
	for (const [name, value] of Object.entries(values)) {
		const field = options.inner(name);
		if (value !== undefined) addPart(body, field, textOrDefault(field), value);
	}
	for (const [name, value] of Object.entries(bodyPairs(additional)))
		add(body, [name], value, () => conflict(additional, name));
	return body;
}

/**
 * Adds a part to a body.
 *
 * @param field which decides the place, for the error
 * @param path of the place, with dots between its names
 * @throws NodeOperationError if the place has a value already
 */
export function addPart(body: IDataObject, field: Field, path: string, value: unknown): void {
	const names = path.split('.').map((each) => each.trim());
	add(body, names, value, () => conflict(field, path));
}

function conflict(field: Field, path: string): Error {
	return field.error(
		`The field "${field.label}" cannot use "${path}"`,
		'Another field has this place in the message already, or it is not the name of a field. Enter names with dots between them, e.g. content.text.',
	);
}

/**
 * Adds a value under the names of a path. An object is merged into one that is there already. Names that objects
 * inherit are refused: they would be lost in JSON, or change the object itself.
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
