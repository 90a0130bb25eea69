import { choicesOf, property } from '../../shared/property';
import { MAX_RECORDS } from '../../transport/lists/listErrors';
import { innerInstanceId } from './locators';

/** Of an API request. n8n checks the default of a field that is not shown, so `pagination` cannot be a condition. */
const hide = { method: ['DELETE', 'PATCH', 'POST', 'PUT'] };

export const returnAll = property('boolean', 'Return All', 'returnAll', {
	displayOptions: { hide },
	description: 'Whether to return all results or only up to a given limit',
});

export const limit = property('number', 'Limit', 'limit', {
	typeOptions: { minValue: 1, maxValue: MAX_RECORDS },
	default: 50,
	displayOptions: { show: { returnAll: [false] }, hide },
	description: 'Max number of results to return',
});

const onlyFor = (resource: string) => ({ show: { '/resource': [resource] } });

export const filters = property('collection', 'Filters', 'filters', {
	placeholder: 'Add filter',
	options: [
		{
			...innerInstanceId,
			displayOptions: onlyFor('chat'),
			description: 'Return only chats of this connected messaging account',
		},
		property('options', 'Status', 'status', {
			options: choicesOf({
				connected: 'Connected',
				connecting: 'Connecting',
				disconnected: 'Disconnected',
				error: 'Error',
			}),
			default: 'connected',
			displayOptions: onlyFor('instance'),
			description: 'Return only instances with this connection status',
		}),
	],
});

/** Whether the output has the same fields as that of the trigger. */
export const simplify = property('boolean', 'Simplify', 'simplify', {
	default: true,
	displayOptions: { hide: { '@tool': [true] } },
	description:
		'Whether to return a simplified version of the response instead of the raw data: the same fields as those of the trigger, e.g. messageId, chatId and status. The response is in the field "raw".',
});

/** The same choice for the tool of an AI agent, whose every field costs tokens, as n8n's guidelines want it. */
export const toolOutput = [
	property('options', 'Output', 'output', {
		options: [
			{ name: 'Raw', value: 'raw', description: 'The response as the service sends it' },
			{ name: 'Selected Fields', value: 'selectedFields', description: 'Only the fields that you choose' },
			{ name: 'Simplified', value: 'simplified', description: 'The fields of the trigger, without "raw"' },
		],
		default: 'simplified',
		displayOptions: { show: { '@tool': [true] } },
		description: 'What the tool returns to the agent',
	}),
	property('string', 'Fields', 'outputFields', {
		default: 'messageId, senderName, text, date',
		displayOptions: { show: { '@tool': [true], output: ['selectedFields'] } },
		description: 'Comma-separated names of fields of the simplified output',
	}),
];

/** The input field with a file. It has the name of the output field, as in n8n's own nodes. */
export const inputFileName = property('string', 'Input Data Field Name', 'binaryPropertyName', {
	default: 'data',
	required: true,
	placeholder: 'e.g. data',
	hint: 'The name of the input binary field that contains the file',
});

/** The output field for a file. */
export const binaryPropertyName = property('string', 'Put Output File in Field', 'binaryPropertyName', {
	default: 'data',
	required: true,
	placeholder: 'e.g. data',
	// Connect returns a picture unless it uses a pairing code; an API request returns no file as JSON.
	displayOptions: { hide: { pairingCode: [true], responseFormat: ['json'] } },
	hint: 'The name of the output binary field to put the file in',
});
