import { operation } from '../common/operation';
import { filters, limit, returnAll } from '../../fields/fields';
import { additionalQuery } from '../../fields/undocumented';
import { id, optional } from '../../input/readers';
import { autoPagedList } from '../../run/returns';

/** Reference, section 4.19, which documents neither parameters nor response. */
export const getAll = operation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many chats',
	description: 'List chats',
	request: 'GET /chats',
	query: async (fieldOf) => {
		const instance = fieldOf('filters').inner('instanceId');
		const { query: names } = (await instance.credentials()).fieldNames;
		return { [names.instance]: optional(id)(instance) };
	},
	fields: [returnAll, limit, filters, additionalQuery],
	returns: autoPagedList,
});
