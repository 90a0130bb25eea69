import { operation } from '../common/operation';
import { limit, returnAll } from '../../fields/output';
import { additionalQuery } from '../../fields/undocumented';
import { readCollection } from '../../input/collection';
import { pagedList } from '../../output/receive';

/** Reference, section 4.1. */
export const getAll = operation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many instances',
	description: 'List the messaging accounts that the API key can access',
	request: 'GET /instances',
	query: (fieldOf) => readCollection(fieldOf('filters')),
	fields: [
		returnAll,
		limit,
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
	returns: pagedList,
});
