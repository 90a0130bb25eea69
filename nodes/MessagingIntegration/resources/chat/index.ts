import type { Resource } from '../common/operation';
import { apiRequest } from '../common/apiRequest';
import { archive } from './archive';
import { getAll } from './getAll';
import { getMessages } from './getMessages';

export const chat: Resource = {
	option: { name: 'Chat', value: 'chat' },
	defaultOperation: 'getAll',
	operations: [archive, getAll, getMessages, apiRequest('chat')],
};
