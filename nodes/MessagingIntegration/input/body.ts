import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isObject, jsonOrText, textOf } from '../../shared/values';
import { UserError } from '../../shared/userError';
import type { FieldNames } from '../../transport/credentials/fieldNames';
import { undocumentedBodyFields } from '../fields/undocumented';
import { type Field, type FieldOf, inputError, isBlank } from './field';
import { checkNumbers, filledOrAbsent, id, isChanged, json } from './readers';
import { MISSING_VALUE, optional, type Reader, recipient } from './readers';

/** A part of a message with a name of its own. */
type PartName = Exclude<keyof FieldNames['message'], 'types' | 'recipientSuffix' | 'mediaDataFormat'>;

/**
 * Builds the body of a message from the fields that all have, and other parts, each where Field Names put it (the
 * reference shows no names, section 4.19). @param type a key of the names of types, or the type itself
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
		type: new Map<unknown, unknown>(Object.entries(types)).get(type) ?? type,
		recipient: (to.context.recipient = await recipient(to, recipientSuffix)),
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

/** Adds a value to a body at a path, or merges objects. Inherited names would be lost in JSON, so they are refused. */
export function addAt(target: IDataObject, path: string[], value: unknown, toError: () => Error) {
	const [name = '', ...inner] = path;
	const isOwn = Object.hasOwn(target, name);
	const isMerged = inner.length > 0 || (isOwn && isObject(value));
	if (name === '' || (name in target && !(isOwn && isMerged))) throw toError();
	if (!isMerged) return void (target[name] = value as IDataObject);
	const present = isOwn ? target[name] : {};
	// A date is no place for a name.
	if (!isObject(present) || 'toJSON' in present) throw toError();
	// A copy, because it may be an object of the input item.
	const next = { ...present } as IDataObject;
	target[name] = next;
	const entries = inner.length > 0 ? [[inner, value]] : Object.entries(value as object);
	for (const [rest, each] of entries as Array<[string | string[], unknown]>) addAt(next, [rest].flat(), each, toError);
}

/** Reads a collection. An expression must return a value; a field without a reader is optional, and sent as it is. */
export async function readCollection(collection: Field, readers: Record<string, Reader>) {
	const result: IDataObject = {};
	for (const { name } of collection.property.options ?? []) {
		const field = collection.inner(name);
		if (field.isBlank && !field.isExpression) continue;
		const value = await (readers[name] ?? optional(({ value: same }) => same))(field);
		if (value !== undefined) result[name] = value as IDataObject;
	}
	return result;
}

/** Returns the fields and the body of an operation whose body the reference does not document. */
export function undocumentedBody(resource: string, readers: Record<string, Reader>, properties: INodeProperties[]) {
	// What has a value from the start, and the instance, are not enough to send or create something.
	const main = properties.filter((each) => ['', '{}'].includes(each.default as string));
	const locators = properties.filter(({ type }) => type === 'resourceLocator');
	const body = async (fieldOf: FieldOf): Promise<IDataObject> => {
		if (fieldOf('specifyBody').value === 'json') return jsonObject(fieldOf('jsonBody'));
		const collection = fieldOf(`${resource}Fields`);
		const all = { ...readers, additionalFields: bodyPairs };
		const { additionalFields, ...named } = await readCollection(collection, all);
		const isMissing = ({ name }: INodeProperties) => !(name in named);
		const needed = [...locators, ...(main.every(isMissing) ? main : [])].filter(isMissing);
		if (needed.length === 0 || !isBlank(additionalFields)) return { ...named, ...(additionalFields as IDataObject) };
		const labels = needed.map(({ displayName }) => `"${displayName}"`).join(', ');
		throw inputError(
			collection.context,
			needed.length === 1 ? `The field ${labels} is empty` : `These fields are empty: ${labels}`,
			'Fill in at least what the service needs; the API documentation does not show which fields are required.',
		);
	};
	return { fields: undocumentedBodyFields(resource, properties), body };
}

/** Reads a JSON object with at least one field. @throws NodeOperationError for any other value */
export function jsonObject(field: Field): IDataObject {
	const read = field.isBlank ? {} : json(field);
	if (!isObject(read))
		throw field.error(`The field "${field.label}" must contain a JSON object`, 'Start it with { and end it with }.');
	if (isBlank(read))
		throw field.error(
			'The request body is empty',
			'Enter at least one field. If it contains an expression, the expression returns nothing for this item.',
		);
	return read as IDataObject;
}

/** Reads body fields from pairs. Values that are valid JSON are parsed; those without a value are dropped. */
function bodyPairs(field: Field): IDataObject {
	const pairs = pairsOf(field).map(([name, each]) => [name, pairValue(field, each)] as const);
	return merge(pairs.filter(([, each]) => each !== undefined && each !== null));
}

/** Reads one value of a pair, or promises it. @throws NodeOperationError if it is invalid */
export type PairReader = (field: Field, value: unknown, name: string) => unknown;

/** Reads body fields like `bodyPairs`, some with own readers. @throws NodeOperationError if one has no value */
export async function filledPairs(field: Field, readers: Record<string, PairReader>) {
	const read: Array<[string, unknown]> = [];
	for (const [name, value] of pairsOf(field, 'value of')) {
		const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
		read.push([name, reader ? await reader(field, value, name) : pairValue(field, value)]);
	}
	return merge(read);
}

/** Reads query parameters from name and value pairs. @throws NodeOperationError if one has no value */
export const queryPairs = (field: Field) => merge(pairsOf(field, 'query parameter'));

/**
 * Returns the pairs with a name, in the format of n8n's HTTP Request node: `{ parameters: [{ name, value }] }`.
 * @param kind what they are, if each must have a value
 */
function pairsOf(field: Field, kind?: string): Array<[string, unknown]> {
	const given: unknown = isObject(field.value) ? field.value.parameters : [];
	const pairs = (Array.isArray(given) ? given : [])
		.filter(isObject)
		.map((pair): [string, unknown] => [String(pair.name ?? '').trim(), pair.value])
		.filter(([name]) => name !== '');
	const isEmpty = (value: unknown) => isBlank(value) || MISSING_VALUE.test(textOf(value) ?? '');
	const [empty] = pairs.find(([, value]) => isEmpty(value) || [value].flat().some(isEmpty)) ?? [];
	if (kind === undefined || empty === undefined) return pairs;
	throw field.error(
		`The ${kind} "${empty}" is empty`,
		'Enter a value, or remove it. If it contains an expression, the expression returns nothing for this item.',
	);
}

/** The values of duplicate names become a list. */
function merge(pairs: Iterable<readonly [string, unknown]>): IDataObject {
	const merged = new Map<string, unknown>();
	for (const [name, value] of pairs) merged.set(name, merged.has(name) ? [merged.get(name), value].flat() : value);
	return Object.fromEntries(merged) as IDataObject;
}

function pairValue(field: Field, value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const text = value.trim();
	// Long numbers are usually IDs or phone numbers.
	const isText = /^-?\d{10,}$/.test(text) || (/^-?\d[\d.eE+-]*$/.test(text) && isChanged(text));
	const read = isText ? value : jsonOrText(value);
	if (typeof read === 'object') checkNumbers(field, value);
	return read;
}
