import type { Resource } from '../../operation';
import { apiRequest } from '../apiRequest';
import { archive } from './archive';
import { getAll } from './getAll';
import { getMessages } from './getMessages';

export const chat: Resource = {
	option: { name: 'Chat', value: 'chat' },
	first: 'getAll',
	operations: [getAll, getMessages, archive, apiRequest('/chats')],
};
