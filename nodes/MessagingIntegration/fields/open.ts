import type { INodeParameters, INodeProperties } from 'n8n-workflow';

/**
 * The fields of an open body: the reference names none for the operation, so the record's documented ones are offered, any
 * other can be added, and the whole body can be written as JSON.
 *
 * @param record what the fields belong to, for the notice, e.g. "message"
 * @param section of the reference that documents the record
 * @param fields the record's documented fields, without `id`
 */
export function undocumentedBodyFields(
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

/** A list of pairs, kept as n8n's HTTP Request node keeps it: `{ parameters: [{ name, value }] }`. */
function pairs(entry: string, field: Pick<INodeProperties, 'displayName' | 'name' | 'description'>): INodeProperties {
	return {
		...field,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: `Add ${entry}`,
		default: {},
		options: [{ displayName: entry, name: 'parameters', values: pair }],
	};
}

const additionalFields = pairs('Field', {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	description: 'Further fields of the body. A value that reads as JSON is sent as JSON, anything else as text.',
});

/** Further query parameters of an operation whose parameters the reference does not show. */
export const additionalQuery = pairs('Parameter', {
	displayName: 'Additional Query Parameters',
	name: 'additionalQuery',
	description: 'Query parameters that the reference of the service does not name',
});

/** Query parameters of a download or an API request. */
export const queryParameters = pairs('Parameter', {
	displayName: 'Query Parameters',
	name: 'queryParameters',
	description: 'Sent behind the path',
});

/**
 * A notice for an operation whose query parameters the reference does not show.
 *
 * @param sentence what is not shown, and what to do
 */
export function notice(sentence: string): INodeProperties {
	return { displayName: sentence, name: 'notice', type: 'notice', default: '' };
}
