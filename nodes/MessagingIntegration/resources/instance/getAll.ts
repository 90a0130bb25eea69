import type { Operation } from '../common/operation';
import { list } from '../../fields/list';
import { pagedList } from '../../output/receive';

/** Reference, section 4.1. */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many instances',
		description: 'List the messaging accounts that the API key can access',
		routing: {
			request: { method: 'GET', url: '/instances' },
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
					routing: { send: { type: 'query', property: 'status' } },
				},
			],
		},
	],
};
