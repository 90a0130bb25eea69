import { operation } from '../common/operation';
import { filters } from '../../fields/filters';
import { limit, returnAll } from '../../fields/output';
import { additionalQuery } from '../../fields/undocumented';
import { parameterName } from '../../input/list';
import { id, optional } from '../../input/readers';
import { autoPagedList } from '../../output/receive';

/** Reference, section 4.19, which documents neither parameters nor response. */
export const getAll = operation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many chats',
	description: 'List chats',
	request: 'GET /chats',
	query: (fieldOf) => ({
		[parameterName(fieldOf('options'), 'instance')]: optional(id)(
			fieldOf('filters').inner('instanceId'),
		),
	}),
	fields: [returnAll, limit, filters, additionalQuery],
	returns: autoPagedList,
});
