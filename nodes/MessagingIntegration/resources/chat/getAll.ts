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
	query: (fieldOf, { query }) => {
		const field = fieldOf('filters').inner('instanceId');
		if (query.instance !== '' || field.isBlank) return { [query.instance]: optional(id)(field) };
		throw field.error(
			'The Field Names of the credentials have no query parameter for the instance',
			'Remove the filter, or enter the name of the parameter there: "query": { "instance": "…" }',
		);
	},
	fields: [returnAll, limit, filters, additionalQuery],
	returns: autoPagedList,
});
