import type { INodeProperties } from 'n8n-workflow';

/** Creates a property that keeps the value of a field of version 0.1.0, for workflows that were made with it. */
function former(
	displayName: string,
	name: string,
	value: INodeProperties['default'],
): INodeProperties {
	return { displayName, name, type: 'hidden', default: value };
}

/** Fields that have another name now. They only count while the new field is untouched. */
export const formerFields: INodeProperties[] = [
	former('Fields', 'fields', {}),
	former('Lifetime Field Name', 'lifetimeField', ''),
	former('Parameter Names', 'parameterNames', {}),
];
