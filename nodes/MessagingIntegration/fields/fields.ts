// The fields of the form that several operations have.

import type { INodeProperties } from 'n8n-workflow';
import { choicesOf, property } from '../../shared/property';
import { MAX_RECORDS } from '../../transport/lists/records';

/** Creates a field for a record, named with its article, that the user chooses from a list, or enters by its ID. */
function locator(displayName: string, record: string, example: string): INodeProperties {
	const name = displayName.toLowerCase();
	const typeOptions = { searchListMethod: `search${displayName}s`, searchable: true };
	return property('resourceLocator', displayName, `${name}Id`, {
		default: { __rl: true, mode: 'list', value: '' },
		required: true,
		description: `The ${name} to work with`,
		modes: [
			{ displayName: 'From List', name: 'list', type: 'list', placeholder: `Select ${record}…`, typeOptions },
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder: `e.g. ${example}` },
		],
	});
}

/** Only the IDs of instances have a known format, which `id` checks: n8n limits checks in the form to 250 ms. */
const instance: INodeProperties = {
	...locator('Instance', 'an instance', '3fa85f64-5717-4562-b3fc-2c963f66afa6'),
	description: 'The connected messaging account to use',
};

export const instanceId: INodeProperties = { ...instance, displayOptions: { hide: { specifyBody: ['json'] } } };

/** An instance among the fields of a collection, where n8n would require it in every operation. */
export const innerInstanceId: INodeProperties = { ...instance, required: false };

export const chatId = locator('Chat', 'a chat', '5511987654321@s.whatsapp.net');

/** A group. The list shows the account's chats, because the reference documents no list of groups. */
export const groupId = locator('Group', 'a group', '120363025246125486@g.us');

export const webhookId = locator('Webhook', 'a webhook', '8f14e45f');

export const recipient = property('resourceLocator', 'Recipient', 'recipient', {
	default: { mode: 'phone', value: '' },
	required: true,
	displayOptions: { hide: { specifyBody: ['json'] } },
	description: 'Who gets the message',
	modes: [
		{
			displayName: 'Phone',
			name: 'phone',
			type: 'string',
			placeholder: 'e.g. +55 11 98765-4321',
			hint: 'Phone number with country code, or without it if the credentials have a Default Country Code',
		},
		...(chatId.modes ?? []).map((mode) => (mode.name === 'id' ? { ...mode, displayName: 'By Address' } : mode)),
	],
});

export const replyTo = property('string', 'Reply To Message ID', 'replyTo', {
	placeholder: 'e.g. 3EB0C767D097B7C7C033',
	displayOptions: { hide: { specifyBody: ['json'] } },
	description:
		'ID of the message to quote, e.g. messageId of the trigger. Send Custom quotes only if Field Names has {replyTo}.',
});

export const returnAll = property('boolean', 'Return All', 'returnAll', {
	description: 'Whether to return all results or only up to a given limit',
});

export const limit = property('number', 'Limit', 'limit', {
	typeOptions: { minValue: 1, maxValue: MAX_RECORDS },
	default: 50,
	displayOptions: { show: { returnAll: [false] } },
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
			options: ['Connected', 'Connecting', 'Disconnected', 'Error'].map((name) => ({
				name,
				value: name.toLowerCase(),
			})),
			default: 'connected',
			displayOptions: onlyFor('instance'),
			description: 'Return only instances with this connection status',
		}),
	],
});

/** What operations with messages return. In the tool of an AI agent every field costs tokens, so it can return less. */
export const simplify = [
	property('boolean', 'Simplify', 'simplify', {
		default: true,
		displayOptions: { hide: { '@tool': [true] } },
		description: 'Whether to return a simplified version of the response instead of the raw data',
	}),
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
	property('multiOptions', 'Fields', 'outputFields', {
		options: choicesOf({
			chatId: 'Chat ID',
			date: 'Date',
			fromMe: 'From Me',
			instanceId: 'Instance ID',
			isGroup: 'Is Group',
			phone: 'Phone',
			quotedMessageId: 'Quoted Message ID',
			reaction: 'Reaction',
			senderName: 'Sender Name',
			status: 'Status',
			text: 'Text',
			type: 'Type',
		}),
		default: ['senderName', 'text', 'date'],
		displayOptions: { show: { '@tool': [true], output: ['selectedFields'] } },
		description: 'Fields of the simplified output. The ID of the message is always among them.',
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
	// An API request returns no file as JSON.
	displayOptions: { hide: { responseFormat: ['json'] } },
	hint: 'The name of the output binary field to put the file in',
});

/** How the user specifies a body that the reference does not document. */
export const specifyBody = property('options', 'Define Request', 'specifyBody', {
	options: choicesOf({ fields: 'Using Fields', json: 'Using JSON' }),
	default: 'fields',
	description: 'How to define what is sent. Additional Fields and JSON can have fields that the form does not have.',
});

/** A hint of JSON. */
export const INSERTING =
	'Switch to Expression to insert a value: {{ JSON.stringify($json.name) }}, without quotation marks around it';

export const jsonBody = property('json', 'JSON Body', 'jsonBody', {
	typeOptions: { rows: 8 },
	displayOptions: { show: { specifyBody: ['json'] } },
	description: 'The request body as a JSON object, which is sent as it is',
	hint: INSERTING,
});

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

export const additionalQuery = pairs('Parameter', 'Additional Query Parameters', 'additionalQuery', 'Added to the URL');

export const queryParameters = pairs('Parameter', 'Query Parameters', 'queryParameters', 'Added to the URL');
