import type { Resource } from '../common/operation';
import { apiRequest } from '../common/apiRequest';
import { send } from './send';

export const message: Resource = {
	option: { name: 'Message', value: 'message' },
	defaultOperation: 'send',
	operations: [send, apiRequest('/messages')],
};
