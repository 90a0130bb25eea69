import type { INodeProperties } from 'n8n-workflow';

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
