import { operation } from '../common/operation';
import { additionalQuery, filters, limit, returnAll } from '../../fields/fields';
import { id, optional } from '../../input/readers';
import { autoPagedList } from '../../run/returns';

/** Reference, section 4.19, which documents neither parameters nor response. */
export const getAll = operation({
	name: 'Get Many',
	action: 'Get many chats',
	description: 'List chats',
	request: 'GET /chats',
	query: (fieldOf, { query }) => ({ [query.instance]: optional(id)(fieldOf('filters').inner('instanceId')) }),
	fields: [returnAll, limit, filters, additionalQuery],
	returns: autoPagedList,
});
