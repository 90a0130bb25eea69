import { operation } from '../common/operation';
import { instanceId } from '../../fields/fields';

/** Reference, section 4.4. */
export const getStatus = operation({
	name: 'Get Status',
	action: 'Get instance status',
	description: 'Get the connection status of an instance',
	request: 'GET /instances/{instanceId}/status',
	fields: [instanceId],
});
