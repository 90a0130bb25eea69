import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';
import { property } from '../../shared/property';
import { isChanged, jsonOrText } from '../../shared/texts';
import { UserError } from '../../shared/userError';
import { type Fields, isObject, textOf } from '../../shared/values';
import { type ExampleName, fillIn } from '../../transport/credentials/example';
import { additionalFields, jsonBody, specifyBody } from '../fields/fields';
import { type Field, type FieldOf, isBlank, type Prepared } from './field';
import { filledOrAbsent, id, json, MISSING_VALUE, optional, type Reader } from './readers';
import { recipient } from './recipients';

/** A body, what is known of its message, and what identifies the file in it. */
export interface MessageBody extends Pick<Prepared, 'message' | 'file'> {
	body: IDataObject;
	/** Returns the body as it is sent, with values that are only read then. */
	complete?: () => Promise<IDataObject>;
}

/** Reads values of a message when it is sent. They replace those with which it was checked. */
type LateValues = () => Promise<Fields>;

/** How `messageBody` builds a body, unless by default. */
interface BodySettings {
	additional?: Field;
	example?: ExampleName;
	lateValues?: LateValues;
}

/** Builds the body of a message by its example in Field Names. @param type a key of the names of types, or the type */
export async function messageBody(
	fieldOf: FieldOf,
	type: string | undefined,
	values: Record<string, unknown>,
	{ additional = fieldOf('options').inner('additionalFields'), example = 'message', lateValues }: BodySettings = {},
): Promise<MessageBody> {
	const to = fieldOf('recipient');
	const { fieldNames } = await to.context.credentials();
	const { address, isNumber } = await recipient(to);
	const instance = id(fieldOf('instanceId'));
	const { text, caption, content } = values;
	const allValues = {
		instance,
		recipient: address,
		type: new Map<unknown, unknown>(Object.entries(fieldNames.types)).get(type) ?? type,
		...values,
		replyTo: filledOrAbsent(fieldOf('replyTo')),
	};
	const additionalEntries = Object.entries(bodyPairs(additional));
	const withAdditionalFields = (filledExample: unknown) =>
		additionalEntries.reduce((body, [name, value]) => {
			const toError = () =>
				additional.error(
					`The field "${additional.label}" cannot use "${name}"`,
					'It is not the name of a field, or other parts of the message would be lost.',
				);
			return mergeAt(body, name.split('.'), value, toError);
		}, filledExample) as IDataObject;
	const fillExample = (otherValues: Fields) =>
		fillIn(example, fieldNames[example], { ...allValues, ...otherValues }, isNumber);
	const filledExample = fillExample({});
	const body = withAdditionalFields(filledExample);
	// With placeholders as values, the example shows where the values are.
	const filledValues = Object.entries(allValues).filter(([, value]) => value !== undefined && value !== '');
	const placeholders = Object.fromEntries(filledValues.map(([name]) => [name, `{${name}}`]));
	const placeholderBody = additionalEntries.length > 0 && fillExample({ ...placeholders, type: allValues.type });
	/** Returns a value of the message, or what Additional Fields have put in its place. */
	const valueAsSent = <T>(name: string, value: T): T => {
		const [before, after] = [filledExample, body].map((version) => valueInPlace(`{${name}}`, placeholderBody, version));
		return before === after ? value : (after as T);
	};
	const message = {
		recipient: String(valueAsSent('recipient', address)),
		instanceId: valueAsSent('instance', instance),
		type,
		content: {
			text: valueAsSent('text', text),
			caption: valueAsSent('caption', caption),
			content: valueAsSent('content', content),
		},
	};
	return { body, message, complete: lateValues && (async () => withAdditionalFields(fillExample(await lateValues()))) };
}

/** Returns what a body has where a text is in another body of the same form. */
function valueInPlace(text: string, template: unknown, body: unknown): unknown {
	if (typeof template === 'string') return template.includes(text) ? body : undefined;
	if (typeof template !== 'object' || template === null) return undefined;
	const innerValues = Object.entries(template).map(([name, part]) =>
		valueInPlace(text, part, (body as Fields)?.[name]),
	);
	return innerValues.find((value) => value !== undefined);
}

/** Merges a value into a path, in copies. @throws `toError()` for a bad name, and where other parts would be lost */
export function mergeAt(target: unknown, [name, ...path]: string[], value: unknown, toError: () => Error): unknown {
	if (name !== undefined) {
		const isPlace = Array.isArray(target) && /^\d+$/.test(name) && Number(name) <= target.length;
		const isName = (target === undefined || isPlain(target)) && name !== '' && !(name in Object.prototype);
		if (!isPlace && !isName) throw toError();
		const copy = Object.assign(isPlace ? [] : {}, target) as Fields;
		copy[name] = mergeAt(copy[name], path, value, toError);
		return copy;
	}
	if (target !== undefined && isPlain(target) !== isPlain(value)) throw toError();
	if (!isPlain(value)) return value;
	const merge = (merged: unknown, [key, part]: [string, unknown]) => mergeAt(merged, [key], part, toError);
	return Object.entries(value).reduce(merge, target ?? {});
}

/** Whether a value is an object with names: a date is none. */
const isPlain = (value: unknown): value is Fields => isObject(value) && !('toJSON' in value);

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
	const mainFields = properties.filter((field) => ['', '{}'].includes(field.default as string));
	const locators = properties.filter(({ type }) => type === 'resourceLocator');
	const body = async (fieldOf: FieldOf): Promise<IDataObject> => {
		if (fieldOf('specifyBody').value === 'json') return jsonObject(fieldOf('jsonBody'));
		const allReaders = { ...readers, additionalFields: bodyPairs };
		const { additionalFields: additionalValues, ...fieldValues } = await readCollection(
			fieldOf(`${resource}Fields`),
			allReaders,
		);
		const isMissing = ({ name }: INodeProperties) => !(name in fieldValues);
		const missingFields = [...locators, ...(mainFields.every(isMissing) ? mainFields : [])].filter(isMissing);
		if (missingFields.length === 0 || !isBlank(additionalValues))
			return { ...fieldValues, ...(additionalValues as IDataObject) };
		const labels = missingFields.map(({ displayName }) => `"${displayName}"`).join(', ');
		throw new UserError(
			missingFields.length === 1 ? `The field ${labels} is empty` : `These fields are empty: ${labels}`,
			'Fill in at least what the service needs; the API documentation does not show which fields are required.',
		);
	};
	// At first, the form shows all fields but the toggles, whose values would be sent.
	const initialEntries = properties
		.filter(({ type }) => type !== 'boolean')
		.map((field) => [field.name, field.default]);
	const collection = property('collection', 'Fields', `${resource}Fields`, {
		placeholder: 'Add field',
		default: Object.fromEntries(initialEntries) as INodeParameters,
		displayOptions: { show: { specifyBody: ['fields'] } },
		options: [...properties, additionalFields],
	});
	return { fields: [specifyBody, collection, jsonBody], body };
}

/** Reads a JSON object with at least one field. @throws UserError for any other value */
export function jsonObject(field: Field): IDataObject {
	const object = field.isBlank ? {} : json(field);
	if (!isObject(object))
		throw field.error(`The field "${field.label}" must contain a JSON object`, 'Start it with { and end it with }.');
	if (isBlank(object))
		throw field.error(
			'The request body is empty',
			'Enter at least one field. If it contains an expression, the expression returns nothing for this item.',
		);
	return object as IDataObject;
}

/** Reads body fields from pairs. Values that are valid JSON are parsed; those without a value are dropped. */
export function bodyPairs(field: Field): IDataObject {
	const pairs = pairsOf(field).map(([name, value]) => [name, pairValue(value)] as const);
	return merge(pairs.filter(([, value]) => value !== undefined && value !== null));
}

/** Returns the pairs with a name, in the format of n8n's HTTP Request node: `{ parameters: [{ name, value }] }`. */
function pairsOf(field: Field): Array<[string, unknown]> {
	const parameters: unknown = isObject(field.value) ? field.value.parameters : [];
	return (Array.isArray(parameters) ? parameters : [])
		.filter(isObject)
		.map((pair): [string, unknown] => [String(pair.name ?? '').trim(), pair.value])
		.filter(([name]) => name !== '');
}

/** Reads query parameters from name and value pairs. @throws UserError if one has no value */
export function queryPairs(field: Field): IDataObject {
	const pairs = pairsOf(field);
	const isEmpty = (value: unknown) => isBlank(value) || MISSING_VALUE.test(textOf(value) ?? '');
	const [empty] = pairs.find(([, value]) => isEmpty(value) || [value].flat().some(isEmpty)) ?? [];
	if (empty === undefined) return merge(pairs);
	throw field.error(
		`The query parameter "${empty}" is empty`,
		'Enter a value, or remove it. If it contains an expression, the expression returns nothing for this item.',
	);
}

/** The values of duplicate names become a list. */
function merge(pairs: Iterable<readonly [string, unknown]>): IDataObject {
	const merged = new Map<string, unknown>();
	for (const [name, value] of pairs) merged.set(name, merged.has(name) ? [merged.get(name), value].flat() : value);
	return Object.fromEntries(merged) as IDataObject;
}

/** Returns the value of a pair: what its text is as JSON, unless that would change the text. */
function pairValue(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const text = value.trim();
	// Long numbers are usually IDs or phone numbers.
	const isText = /^-?\d{10,}$/.test(text) || (/^-?\d[\d.eE+-]*$/.test(text) && isChanged(text));
	return isText ? value : jsonOrText(value);
}
