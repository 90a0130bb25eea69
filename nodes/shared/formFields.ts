import type { INodeProperties, NodePropertyTypes } from 'n8n-workflow';

/** Makes a function that creates fields of a type; `more` has what only some fields have, e.g. a placeholder. */
function fieldOfType<Value extends INodeProperties['default']>(type: NodePropertyTypes) {
	return (
		displayName: string,
		name: string,
		value: Value,
		description: string,
		more: Partial<INodeProperties> = {},
	): INodeProperties => ({ displayName, name, type, default: value, description, ...more });
}

export const booleanField = fieldOfType<boolean>('boolean');

export const numberField = fieldOfType<number>('number');

const textField = fieldOfType<string>('string');

/** Creates a field for a text, which is empty at first. */
export const stringField = (
	displayName: string,
	name: string,
	description: string,
	more?: Partial<INodeProperties>,
) => textField(displayName, name, '', description, more);

const dropdown = fieldOfType<string>('options');

export const optionsField = (
	displayName: string,
	name: string,
	value: string,
	description: string,
	options: INodeProperties['options'],
	more?: Partial<INodeProperties>,
) => dropdown(displayName, name, value, description, { options, ...more });
