import type { Operation } from '../common/operation';
import { list } from '../../fields/list';
import { optionalInstanceId } from '../../fields/locators';
import { additionalQuery } from '../../fields/undocumented';
import { addAdditionalQuery } from '../../input/prepare';
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
			send: { preSend: [instanceQuery, addAdditionalQuery] },
			operations: { pagination: autoPagedList },
		},
	},
	fields: [optionalInstanceId, ...list, additionalQuery],
};
