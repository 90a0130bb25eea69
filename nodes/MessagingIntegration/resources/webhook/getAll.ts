import type { Operation } from '../common/operation';
import { list } from '../../fields/list';
import { requireLimit } from '../../input/required';
import { unpagedList } from '../../output/receive';

/** Reference, section 4.17; the list has no pagination. */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many webhooks',
		description: 'List the configured webhooks',
		routing: {
			request: { method: 'GET', url: '/webhooks' },
			send: { preSend: [requireLimit] },
			operations: { pagination: unpagedList },
		},
	},
	fields: [...list],
};
