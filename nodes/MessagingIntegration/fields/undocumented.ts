import type { INodeParameters, INodeProperties } from 'n8n-workflow';

/** How the user specifies a body that the reference does not document. */
export const specifyBody: INodeProperties = {
	displayName: 'Define Request',
	name: 'specifyBody',
	type: 'options',
	options: [
		{ name: 'Using Fields', value: 'fields' },
		{ name: 'Using JSON', value: 'json' },
	],
	default: 'fields',
	description:
		'How to define what is sent. If the service expects other fields than those of the form, use Additional Fields or JSON.',
};

export const jsonBody: INodeProperties = {
	displayName: 'JSON Body',
	name: 'jsonBody',
	type: 'json',
	typeOptions: { rows: 8 },
	default: '{}',
	displayOptions: { show: { specifyBody: ['json'] } },
	description: 'The request body as a JSON object, which is sent as it is',
};

/** The fields of an operation with an undocumented body: a collection `<resource>Fields`, or the whole body as JSON. */
export function undocumentedBodyFields(resource: string, fields: INodeProperties[]): INodeProperties[] {
	// Show all documented fields at once; empty ones are not sent.
	const shown = fields.filter(({ type }) => type !== 'boolean');
	const initial = shown.map(({ name, type, default: value }) => {
		const isLocator = type === 'resourceLocator';
		return [name, isLocator ? { __rl: true, ...(value as object) } : value];
	});
	return [
		{
			displayName: 'Fields',
			name: `${resource}Fields`,
			type: 'collection',
			placeholder: 'Add field',
			default: { ...(Object.fromEntries(initial) as INodeParameters) },
			displayOptions: { show: { specifyBody: ['fields'] } },
			options: [...fields, additionalFields],
		},
		specifyBody,
		jsonBody,
	];
}

const text = { type: 'string', default: '' } as const;

/** Pairs in the format of n8n's HTTP Request node, `{ parameters: [{ name, value }] }`. @param placeholder of values */
export function pairs(
	entry: string,
	field: Pick<INodeProperties, 'displayName' | 'name' | 'description'>,
	placeholder?: string,
): INodeProperties {
	const values: INodeProperties[] = [
		{ ...text, displayName: 'Name', name: 'name', description: 'Name that the service expects' },
		{ ...text, displayName: 'Value', name: 'value', placeholder, description: 'Value to send' },
	];
	return {
		...field,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: `Add ${entry.toLowerCase()}`,
		default: {},
		options: [{ displayName: entry, name: 'parameters', values }],
	};
}

export const additionalFields = pairs('Field', {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	description:
		'Additional fields to send in the body. Values that are valid JSON are sent as JSON, all others as text.',
});

/** Query parameters that the user can add to an operation whose parameters the reference does not document. */
export const additionalQuery = pairs('Parameter', {
	displayName: 'Additional Query Parameters',
	name: 'additionalQuery',
	description: 'Additional query parameters to append to the URL',
});

export const queryParameters = pairs('Parameter', {
	displayName: 'Query Parameters',
	name: 'queryParameters',
	description: 'Query parameters to append to the URL',
});
