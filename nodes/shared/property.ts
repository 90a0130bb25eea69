import type { INodeProperties, NodePropertyTypes } from 'n8n-workflow';

const DEFAULTS: Partial<Record<NodePropertyTypes, INodeProperties['default']>> = {
	string: '',
	boolean: false,
	json: '{}',
	collection: {},
	fixedCollection: {},
};

/** Creates a property of the node. What is empty is the default value, unless `more` has another one. */
export const property = (
	type: NodePropertyTypes,
	displayName: string,
	name: string,
	more: Partial<INodeProperties> = {},
): INodeProperties => ({ displayName, name, type, default: DEFAULTS[type], ...more });

/** Creates the options of a dropdown, in the order of the names. @param names by value */
export const choicesOf = (names: Record<string, string>) =>
	Object.entries(names).map(([value, name]) => ({ name, value }));

/** Creates the only group of a fixed collection, with the name that it has in n8n's own nodes. */
export const groupOf = (values: INodeProperties[]) => [{ displayName: 'Values', name: 'values', values }];
