import { operation } from '../common/operation';
import { additionalQuery, filters, limit, returnAll } from '../../fields/fields';
import { optional, text } from '../../input/readers';
import { pagedList } from '../../run/returns';

/** Reference, section 4.1. */
export const getAll = operation({
	name: 'Get Many',
	action: 'Get many instances',
	description: 'List the messaging accounts that the API key can access',
	request: 'GET /instances',
	query: (fieldOf) => ({ status: optional(text)(fieldOf('filters').inner('status')) }),
	fields: [returnAll, limit, filters, additionalQuery],
	returns: pagedList,
});
