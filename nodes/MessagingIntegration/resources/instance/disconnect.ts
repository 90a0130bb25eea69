import { operation } from '../common/operation';
import { instanceId } from '../../fields/fields';

/** Reference, section 4.7. */
export const disconnect = operation({
	name: 'Disconnect',
	action: 'Disconnect instance',
	description: 'Disconnect an instance from its messaging account without deleting its data',
	request: 'POST /instances/{instanceId}/disconnect',
	fields: [instanceId],
});
