import type { Operation } from '../common/operation';
import { list } from '../../fields/list';
import { instanceId } from '../../fields/locators';
import { additionalQuery } from '../../fields/undocumented';
import { addAdditionalQuery } from '../../input/prepare';
import { requireLimit } from '../../input/required';
import { instanceQuery } from './instanceQuery';
import { autoPagedList } from '../../output/receive';

/** Reference, section 4.19, which documents neither parameters nor response. */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many chats',
		description: 'List chats',
		routing: {
			request: { method: 'GET', url: '/chats' },
			send: { preSend: [instanceQuery, addAdditionalQuery, requireLimit] },
			operations: { pagination: autoPagedList },
		},
	},
	fields: [instanceId, ...list, additionalQuery],
};
