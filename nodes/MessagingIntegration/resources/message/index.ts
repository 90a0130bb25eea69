import type { Resource } from '../../operation';
import { apiRequest } from '../apiRequest';
import { send } from './send';

export const message: Resource = {
	option: { name: 'Message', value: 'message' },
	first: 'send',
	operations: [send, apiRequest('/messages')],
};
