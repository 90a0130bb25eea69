import type { IDataObject } from 'n8n-workflow';
import type { Operation } from '../common/operation';
import { preSend } from '../../execution/preSend';
import { list } from '../../fields/list';
import { additionalQuery } from '../../fields/undocumented';
import { addAdditionalQuery } from '../../input/prepare';
import { requireLimit } from '../../input/required';
import { withoutEmpty } from '../../input/values';
import { pagedList } from '../../output/receive';

/** Sets the query parameter `status`, if the user filters by it. */
const statusQuery = preSend(function (options) {
	const { status } = this.getNodeParameter('filters', {}) as IDataObject;
	options.qs = { ...options.qs, ...withoutEmpty({ status }) };
});

/** Reference, section 4.1. */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many instances',
		description: 'List the messaging accounts that the API key can access',
		routing: {
			request: { method: 'GET', url: '/instances' },
			send: { preSend: [statusQuery, addAdditionalQuery, requireLimit] },
			operations: { pagination: pagedList },
		},
	},
	fields: [
		...list,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			options: [
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
					description: 'Return only instances with this connection status',
				},
			],
		},
		additionalQuery,
	],
};
