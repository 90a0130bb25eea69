import type { INodeParameters, INodeProperties } from 'n8n-workflow';

/**
 * The fields of an open body: the reference names none for the operation, so the record's documented ones are offered, any
 * other can be added, and the whole body can be written as JSON.
 *
 * @param record what the fields belong to, for the notice, e.g. "message"
 * @param section of the reference that documents the record
 * @param fields the record's documented fields, without `id`
 */
export function openBodyFields(
	record: string,
	section: string,
	fields: INodeProperties[],
): INodeProperties[] {
	return [
		{
			displayName: `The reference of the service names no fields here. These are the ${record} record's (section ${section}); add others under Additional Fields, or write the body as JSON.`,
			name: 'notice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Specify Body',
			name: 'specifyBody',
			type: 'options',
			options: [
				{ name: 'Using Fields Below', value: 'fields' },
				{ name: 'Using JSON', value: 'json' },
			],
			default: 'fields',
			description: 'How to write the body of the request',
		},
		{
			displayName: 'Fields',
			name: 'fields',
			type: 'collection',
			placeholder: 'Add Field',
			// All documented fields are in view from the start; one that is left empty is not sent.
			default: { ...initially(fields) },
			displayOptions: { show: { specifyBody: ['fields'] } },
			options: [...fields, additionalFields],
		},
		{
			displayName: 'JSON Body',
			name: 'jsonBody',
			type: 'json',
			typeOptions: { rows: 8 },
			default: '{}',
			displayOptions: { show: { specifyBody: ['json'] } },
			description: 'The whole body as a JSON object',
		},
	];
}

function initially(fields: INodeProperties[]): INodeParameters {
	const shown = fields.filter((field) => field.type !== 'boolean');
	return Object.fromEntries(shown.map(({ name, default: value }) => [name, value])) as INodeParameters;
}

const pair: INodeProperties[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		description: 'Name as the service expects it',
	},
	{
		displayName: 'Value',
		name: 'value',
		type: 'string',
		default: '',
		description: 'Value to send',
	},
];

const additionalFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Field',
	default: {},
	description: 'Further fields of the body. A value that reads as JSON is sent as JSON, anything else as text.',
	options: [{ displayName: 'Field', name: 'parameters', values: pair }],
};

/** Further query parameters of an operation whose parameters the reference does not show. */
export const additionalQuery: INodeProperties = {
	displayName: 'Additional Query Parameters',
	name: 'additionalQuery',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Parameter',
	default: {},
	description: 'Query parameters that the reference of the service does not name',
	options: [{ displayName: 'Parameter', name: 'parameters', values: pair }],
};

/** Query parameters of a download or an API request. */
export const queryParameters: INodeProperties = {
	displayName: 'Query Parameters',
	name: 'queryParameters',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Parameter',
	default: {},
	description: 'Sent behind the path',
	options: [{ displayName: 'Parameter', name: 'parameters', values: pair }],
};

/**
 * A notice for an operation whose query parameters the reference does not show.
 *
 * @param sentence what is not shown, and what to do
 */
export function notice(sentence: string): INodeProperties {
	return { displayName: sentence, name: 'notice', type: 'notice', default: '' };
}
