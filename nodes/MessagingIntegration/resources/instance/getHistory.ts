import type { Operation } from '../common/operation';
import { instanceId } from '../../fields/locators';
import { additionalQuery } from '../../fields/undocumented';
import { addAdditionalQuery } from '../../input/prepare';
import { unpagedList } from '../../output/receive';

/** Reference, section 4.6, which does not name the query parameters. */
export const getHistory: Operation = {
	option: {
		name: 'Get History',
		value: 'getHistory',
		action: 'Get connection history of instance',
		description: 'List when an instance was connected and disconnected, one item per entry',
		routing: {
			request: { method: 'GET', url: '/instances/{instanceId}/history' },
			send: { preSend: [addAdditionalQuery] },
			operations: { pagination: unpagedList },
		},
	},
	fields: [instanceId, additionalQuery],
};
