import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isObject } from '../../shared/plainValues';
import { undocumentedBodyFields } from '../fields/undocumented';
import { type Field, type FieldOf, inputError, isBlank } from './field';
import { bodyPairs, json, optional, type Reader } from './readers';

/** Reads a collection. An expression must return a value; a field without a reader is optional, and sent as it is. */
export async function readCollection(collection: Field, readers: Record<string, Reader> = {}) {
	const result: IDataObject = {};
	for (const { name } of collection.property.options ?? []) {
		const field = collection.inner(name);
		if (field.isBlank && !field.isExpression) continue;
		const value = await (readers[name] ?? optional(({ value: same }) => same))(field);
		if (value !== undefined) result[name] = value as IDataObject;
	}
	return result;
}

/** The fields and the body of an operation whose body the reference does not document. */
export function undocumentedBody(
	resource: string,
	readers: Record<string, Reader>,
	properties: INodeProperties[],
) {
	// What has a value from the start, and the instance, are not enough to send or create something.
	const main = properties.filter((each) => ['', '{}'].includes(each.default as string));
	const locators = properties.filter(({ type }) => type === 'resourceLocator');
	const body = async (field: FieldOf): Promise<IDataObject> => {
		if (field('specifyBody').value === 'json') return jsonObject(field('jsonBody'));
		const collection = field(`${resource}Fields`);
		const { additionalFields, ...named } = await readCollection(collection, {
			...readers,
			additionalFields: bodyPairs,
		});
		if (isBlank(additionalFields)) {
			const isMissing = ({ name }: INodeProperties) => !(name in named);
			const needed = [...locators, ...(main.every(isMissing) ? main : [])].filter(isMissing);
			if (needed.length > 0) throw emptyFields(collection, needed);
		}
		return { ...named, ...(additionalFields as IDataObject) };
	};
	return { fields: undocumentedBodyFields(resource, properties), body };
}

/** Reads a JSON object with at least one field. @throws NodeOperationError for any other value */
export function jsonObject(field: Field): IDataObject {
	const read = field.isBlank ? {} : json(field);
	if (!isObject(read))
		throw field.error(
			`The field "${field.label}" must contain a JSON object`,
			'Start it with { and end it with }.',
		);
	if (isBlank(read))
		throw field.error(
			'The request body is empty',
			'Enter at least one field. If it contains an expression, the expression returns nothing for this item.',
		);
	return read as IDataObject;
}

function emptyFields(collection: Field, fields: INodeProperties[]): Error {
	const labels = fields.map(({ displayName }) => `"${displayName}"`).join(', ');
	const message =
		fields.length === 1 ? `The field ${labels} is empty` : `These fields are empty: ${labels}`;
	const advice =
		'Fill in at least what the service needs; the API documentation does not show which fields are required.';
	return inputError(collection.context, message, advice);
}
