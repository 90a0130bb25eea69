import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { choicesOf, property } from '../../shared/property';

/** How the user specifies a body that the reference does not document. */
export const specifyBody = property('options', 'Define Request', 'specifyBody', {
	options: choicesOf({ fields: 'Using Fields', json: 'Using JSON' }),
	default: 'fields',
	description:
		'How to define what is sent. If the service expects other fields than those of the form, use Additional Fields or JSON.',
});

export const jsonBody = property('json', 'JSON Body', 'jsonBody', {
	typeOptions: { rows: 8 },
	displayOptions: { show: { specifyBody: ['json'] } },
	description: 'The request body as a JSON object, which is sent as it is',
});

/** The fields of an operation with an undocumented body: a collection `<resource>Fields`, or the whole body as JSON. */
export function undocumentedBodyFields(resource: string, fields: INodeProperties[]): INodeProperties[] {
	// Show all documented fields at once; empty ones are not sent.
	const shown = fields.filter(({ type }) => type !== 'boolean');
	const initial = shown.map(({ name, type, default: value }) => {
		const isLocator = type === 'resourceLocator';
		return [name, isLocator ? { __rl: true, ...(value as object) } : value];
	});
	return [
		property('collection', 'Fields', `${resource}Fields`, {
			placeholder: 'Add field',
			default: { ...(Object.fromEntries(initial) as INodeParameters) },
			displayOptions: { show: { specifyBody: ['fields'] } },
			options: [...fields, additionalFields],
		}),
		specifyBody,
		jsonBody,
	];
}

/** Pairs in the format of n8n's HTTP Request node, `{ parameters: [{ name, value }] }`. @param entry one of them */
function pairs(entry: string, displayName: string, name: string, description: string): INodeProperties {
	const values = [
		property('string', 'Name', 'name', { description: 'Name that the service expects' }),
		property('string', 'Value', 'value', { description: 'Value to send' }),
	];
	return property('fixedCollection', displayName, name, {
		description,
		typeOptions: { multipleValues: true },
		placeholder: `Add ${entry.toLowerCase()}`,
		options: [{ displayName: entry, name: 'parameters', values }],
	});
}

export const additionalFields = pairs(
	'Field',
	'Additional Fields',
	'additionalFields',
	'Additional fields to send in the body. Values that are valid JSON are sent as JSON, all others as text.',
);

/** Query parameters that the user can add to an operation whose parameters the reference does not document. */
export const additionalQuery = pairs(
	'Parameter',
	'Additional Query Parameters',
	'additionalQuery',
	'Additional query parameters to append to the URL',
);

export const queryParameters = pairs(
	'Parameter',
	'Query Parameters',
	'queryParameters',
	'Query parameters to append to the URL',
);
