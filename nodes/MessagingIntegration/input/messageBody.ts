import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../shared/plainValues';
import { UserError } from '../../shared/userError';
import type { FieldNames } from '../../transport/credentials/fieldNames';
import type { FieldOf } from './field';
import { recipient } from './phoneNumbers';
import { bodyPairs, filledOrAbsent, id } from './readers';

type MessageNames = FieldNames['message'];

/** A part of a message with a name of its own. */
type PartName = Exclude<keyof MessageNames, 'types' | 'recipientSuffix' | 'mediaDataFormat'>;

/**
 * Builds the body of a message from the fields `instanceId`, `recipient` and `replyTo` and other parts, each where
 * Field Names put it (the reference shows no names, section 4.19).
 * @param type a key of the names of types, or the type itself
 * @param additional the field with pairs to add
 * @throws NodeOperationError for an invalid field, UserError if two parts have the same place
 */
export async function messageBody(
	fieldOf: FieldOf,
	type: string | undefined,
	parts: Partial<Record<PartName, unknown>>,
	additional = fieldOf('options').inner('additionalFields'),
): Promise<IDataObject> {
	const to = fieldOf('recipient');
	const { message: names } = (await to.credentials()).fieldNames;
	const { types, recipientSuffix } = names;
	const values: typeof parts = {
		instance: id(fieldOf('instanceId')),
		type:
			type !== undefined && Object.hasOwn(types, type) ? types[type as keyof typeof types] : type,
		recipient: await recipient(to, recipientSuffix),
		...parts,
		quotedMessageId: filledOrAbsent(fieldOf('replyTo')),
	};
	const body: IDataObject = {};
	for (const [part, value] of Object.entries(values)) {
		const path = names[part as PartName];
		// An empty name, or the empty name of a type, says that the service has no such field.
		if (path === '' || value === undefined || value === '') continue;
		addAt(body, path.split('.'), value, () => placeError(`message.${part}`, path));
	}
	for (const [name, value] of Object.entries(bodyPairs(additional)))
		addAt(body, [name], value, () =>
			additional.error(
				`The field "${additional.label}" cannot use "${name}"`,
				'Another part of the message has this name already, or it is not the name of a field.',
			),
		);
	return body;
}

/** The error about a key of Field Names whose path is that of another part. */
export function placeError(key: string, path: string): UserError {
	const message = `The Field Names in the credentials use "${path}" for more than one part of the body`;
	return new UserError(message, `Correct "${key}" there.`);
}

/**
 * Adds a value to a body under the names of a path, or merges an object into one that is there. Names that objects
 * inherit are refused: they would be lost in JSON, or change the object itself.
 */
export function addAt(target: IDataObject, path: string[], value: unknown, toError: () => Error) {
	const [name = '', ...inner] = path;
	const isOwn = Object.hasOwn(target, name);
	const isMerged = inner.length > 0 || (isOwn && isObject(value));
	if (name === '' || (name in target && !(isOwn && isMerged))) throw toError();
	if (!isMerged) return void (target[name] = value as IDataObject);
	const next = isOwn ? target[name] : (target[name] = {});
	if (!isObject(next)) throw toError();
	const entries = inner.length > 0 ? [[inner, value]] : Object.entries(value as object);
	for (const [rest, each] of entries as Array<[string | string[], unknown]>)
		addAt(next as IDataObject, [rest].flat(), each, toError);
}
