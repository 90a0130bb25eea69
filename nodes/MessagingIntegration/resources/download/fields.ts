import type { INodeProperties } from 'n8n-workflow';
import { binaryPropertyName } from '../../fields/binary';
import { notice, queryParameters } from '../../fields/undocumented';

/** Reference, sections 4.15 and 4.16, which document neither parameters nor response. */
export const downloadFields: INodeProperties[] = [
	notice('Add the query parameters that select the message, e.g. its ID.'),
	queryParameters,
	binaryPropertyName,
];
