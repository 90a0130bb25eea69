import { operation } from '../common/operation';
import { limit, returnAll } from '../../fields/fields';
import { unpagedList } from '../../run/returns';

/** Reference, section 4.17; the list has no pagination. */
export const getAll = operation({
	name: 'Get Many',
	action: 'Get many webhooks',
	description: 'List the configured webhooks',
	request: 'GET /webhooks',
	fields: [returnAll, limit],
	returns: unpagedList,
});
