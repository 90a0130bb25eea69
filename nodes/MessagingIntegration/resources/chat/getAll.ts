import type { Operation } from '../common/operation';
import { list } from '../../fields/list';
import { optionalInstanceId } from '../../fields/locators';
import { additionalQuery, notice } from '../../fields/undocumented';
import { addAdditionalQuery } from '../../input/prepare';
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
			send: { preSend: [addAdditionalQuery] },
			operations: { pagination: autoPagedList },
		},
	},
	fields: [
		notice(
			'The node sends the instance as instanceId and the page size as limit. If the service expects other parameters, add them under Additional Query Parameters.',
		),
		{ ...optionalInstanceId, routing: { send: { type: 'query', property: 'instanceId' } } },
		...list,
		additionalQuery,
	],
};
