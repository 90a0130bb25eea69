import type { INodeProperties } from 'n8n-workflow';
import { MAX_RECORDS } from '../../shared/values';
import { innerInstanceId } from './locators';

/** Of an API request. n8n checks the default of a field that is not shown, so `pagination` cannot be a condition. */
const hide = { method: ['DELETE', 'PATCH', 'POST', 'PUT'] };

export const returnAll: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	displayOptions: { hide },
	description: 'Whether to return all results or only up to a given limit',
};

export const limit: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MAX_RECORDS },
	default: 50,
	displayOptions: { show: { returnAll: [false] }, hide },
	description: 'Max number of results to return',
};

const onlyFor = (resource: string) => ({ show: { '/resource': [resource] } });

export const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [
		{
			...innerInstanceId,
			displayOptions: onlyFor('chat'),
			description: 'Return only chats of this connected messaging account',
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: [
				{ name: 'Connected', value: 'connected' },
				{ name: 'Connecting', value: 'connecting' },
				{ name: 'Disconnected', value: 'disconnected' },
				{ name: 'Error', value: 'error' },
			],
			default: 'connected',
			displayOptions: onlyFor('instance'),
			description: 'Return only instances with this connection status',
		},
	],
};

/** Whether the output has the same fields as that of the trigger. */
export const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	displayOptions: { hide: { '@tool': [true] } },
	description:
		'Whether to return a simplified version of the response instead of the raw data: the same fields as those of the trigger, e.g. messageId, chatId and status. The response is in the field "raw".',
};

/** The same choice for the tool of an AI agent, whose every field costs tokens, as n8n's guidelines want it. */
export const toolOutput: INodeProperties[] = [
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{ name: 'Raw', value: 'raw', description: 'The response as the service sends it' },
			{ name: 'Selected Fields', value: 'selectedFields', description: 'Only the fields that you choose' },
			{ name: 'Simplified', value: 'simplified', description: 'The fields of the trigger, without "raw"' },
		],
		default: 'simplified',
		displayOptions: { show: { '@tool': [true] } },
		description: 'What the tool returns to the agent',
	},
	{
		displayName: 'Fields',
		name: 'outputFields',
		type: 'string',
		default: 'messageId, senderName, text, date',
		displayOptions: { show: { '@tool': [true], output: ['selectedFields'] } },
		description: 'Comma-separated names of fields of the simplified output',
	},
];

/** The input field with a file. It has the name of the output field, as in n8n's own nodes. */
export const inputFileName: INodeProperties = {
	displayName: 'Input Data Field Name',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	required: true,
	placeholder: 'e.g. data',
	hint: 'The name of the input binary field that contains the file',
};

/** The output field for a file. */
export const binaryPropertyName: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	required: true,
	placeholder: 'e.g. data',
	// Connect returns a picture unless it uses a pairing code; an API request returns no file as JSON.
	displayOptions: { hide: { pairingCode: [true], responseFormat: ['json'] } },
	hint: 'The name of the output binary field to put the file in',
};
