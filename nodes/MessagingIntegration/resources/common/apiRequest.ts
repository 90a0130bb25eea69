import type { Operation } from './operation';
import { binaryPropertyName } from '../../fields/binary';
import { list } from '../../fields/list';
import { queryParameters } from '../../fields/undocumented';
import { buildApiRequest } from '../../input/buildApiRequest';
import { requireLimit, requireOutputField } from '../../input/required';
import { autoDetect } from '../../output/receive';

/**
 * Creates the operation for any of the API's 60 endpoints, most of which the reference does not document (section 1).
 *
 * @param prefix the tag's path
 */
export function apiRequest(resource: string, prefix: string): Operation {
	return {
		option: {
			name: 'API Request',
			value: 'apiRequest',
			action: `Call ${resource}s API`,
			description: 'Call any API endpoint, including those without an operation',
			routing: {
				request: { method: 'GET', url: prefix },
				send: { preSend: [buildApiRequest, requireLimit, requireOutputField] },
				operations: { pagination: autoDetect },
			},
		},
		fields: [
			{
				displayName: 'Method',
				name: 'method',
				type: 'options',
				options: ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'].map((value) => ({ name: value, value })),
				default: 'GET',
			},
			{
				displayName: 'Path',
				name: 'path',
				type: 'string',
				required: true,
				default: '',
				placeholder: 'e.g. /messages',
				description:
					'Path relative to the Base URL of the credentials. The node sends it as written, so encode special characters in IDs.',
			},
			queryParameters,
			{
				displayName: 'Body',
				name: 'body',
				type: 'json',
				typeOptions: { rows: 6 },
				default: '{}',
				displayOptions: { hide: { method: ['GET'] } },
				description: 'Request body as JSON. An empty object sends no body.',
			},
			{
				displayName: 'Pagination',
				name: 'pagination',
				type: 'options',
				options: [
					{ name: 'None', value: 'none', description: 'Send a single request' },
					{ name: 'By Page', value: 'page', description: 'Send the parameters page and limit' },
					{
						name: 'By Cursor',
						value: 'cursor',
						description: 'Send the parameters cursor and limit, and follow nextCursor',
					},
				],
				default: 'none',
				displayOptions: { show: { method: ['GET'] } },
				description: 'How to fetch further pages. With pagination, each record becomes one item.',
			},
			...list,
			{
				displayName: 'Response Format',
				name: 'responseFormat',
				type: 'options',
				options: [
					{ name: 'Autodetect', value: 'auto' },
					{ name: 'JSON', value: 'json' },
					{ name: 'File', value: 'file' },
				],
				default: 'auto',
				description: 'How to parse the response',
			},
			binaryPropertyName,
		],
	};
}
