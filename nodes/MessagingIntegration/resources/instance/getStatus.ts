import type { Operation } from '../common/operation';
import { instanceId } from '../../fields/locators';

/** Reference, section 4.4. */
export const getStatus: Operation = {
	option: {
		name: 'Get Status',
		value: 'getStatus',
		action: 'Get instance status',
		description: 'Get the connection status of an instance',
		routing: { request: { method: 'GET', url: '/instances/{instanceId}/status' } },
	},
	fields: [instanceId],
};
