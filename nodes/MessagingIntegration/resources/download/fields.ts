import type { INodeProperties } from 'n8n-workflow';
import { binaryPropertyName } from '../../fields/binary';

/** Reference, sections 4.15 and 4.16, which document neither parameters nor response. */
export const downloadFields: INodeProperties[] = [
	{
		displayName: 'Message ID',
		name: 'messageId',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 3EB0C767D097B7C7C033',
		description: 'ID of the message that contains the file, e.g. from Get Messages or the trigger',
	},
	binaryPropertyName,
];
