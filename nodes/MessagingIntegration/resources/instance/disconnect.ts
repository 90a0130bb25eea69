import type { Operation } from '../common/operation';
import { instanceId } from '../../fields/locators';

/** Reference, section 4.7. */
export const disconnect: Operation = {
	option: {
		name: 'Disconnect',
		value: 'disconnect',
		action: 'Disconnect instance',
		description: 'Disconnect instance from its messaging account without deleting its data',
		routing: { request: { method: 'POST', url: '/instances/{instanceId}/disconnect' } },
	},
	fields: [instanceId],
};
