import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isObject } from '../../shared/plainValues';
import { undocumentedBodyFields } from '../fields/undocumented';
import { type Field, type FieldOf, isBlank } from './field';
import { bodyPairs, json, optional, type Reader } from './readers';

/**
 * Reads the fields of a collection, which the user need not fill in. An expression must return a value, unless its
 * field is optional. A field without a reader is optional, and sent as it is.
 */
export async function readCollection(
	collection: Field,
	readers: Record<string, Reader> = {},
): Promise<IDataObject> {
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
			if (main.every(isMissing)) {
				const labels = [...locators, ...main].map(({ displayName }) => displayName).join(', ');
				const advice = `Fill in what the new record should contain: ${labels}.`;
				throw bodyEmpty(collection, 'All fields are empty', advice);
			}
			for (const { name } of locators.filter(isMissing)) throw collection.inner(name).emptyError();
		}
		return { ...named, ...(additionalFields as IDataObject) };
	};
	return { fields: undocumentedBodyFields(resource, properties), body };
}

/** Reads a JSON object with at least one field. @throws NodeOperationError for any other value */
export function jsonObject(field: Field): IDataObject {
	const read = field.isBlank ? {} : json(field);
	if (!isObject(read)) {
		throw field.error(
			`The field "${field.label}" must contain a JSON object`,
			'Start it with { and end it with }.',
		);
	}
	if (isBlank(read))
		throw bodyEmpty(field, 'The request body is empty', 'Enter at least one field.');
	return read as IDataObject;
}

function bodyEmpty(field: Field, message: string, advice: string): Error {
	return field.error(
		message,
		`${advice} If a field contains an expression, it returns nothing for this item.`,
	);
}
