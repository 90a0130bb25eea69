import { operation } from '../common/operation';
import { additionalQuery, instanceId } from '../../fields/fields';
import { unpagedList } from '../../run/returns';

/** Reference, section 4.6, which does not name the query parameters. */
export const getHistory = operation({
	name: 'Get History',
	action: 'Get connection history of instance',
	description: 'List when an instance was connected and disconnected, one item per record',
	request: 'GET /instances/{instanceId}/history',
	fields: [instanceId, additionalQuery],
	returns: unpagedList,
});
