import type { INodeProperties, NodePropertyTypes } from 'n8n-workflow';

const DEFAULTS: Partial<Record<NodePropertyTypes, INodeProperties['default']>> = {
	...{ string: '', boolean: false, json: '{}', collection: {}, fixedCollection: {} },
};

/** Creates a property of the node. What is empty is the default value, unless `more` has another one. */
export const property = (
	type: NodePropertyTypes,
	displayName: string,
	name: string,
	more: Partial<INodeProperties> = {},
): INodeProperties => ({ displayName, name, type, default: DEFAULTS[type], ...more });
