import type { INodeProperties } from 'n8n-workflow';
import { MAX_RECORDS } from '../../transport/lists/listErrors';

/** Of an API request. n8n checks the default of a field that is not shown, so `pagination` cannot be a condition. */
const hide = { method: ['DELETE', 'PATCH', 'POST', 'PUT'] };

/** Return All and Limit, for operations that return a list; `requireLimit` checks them. */
export const list: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		displayOptions: { hide },
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_RECORDS },
		default: 50,
		displayOptions: { show: { returnAll: [false] }, hide },
		description: 'Max number of results to return',
	},
];
