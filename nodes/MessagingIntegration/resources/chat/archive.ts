import type { Operation } from '../common/operation';
import { chatId, instanceId } from '../../fields/locators';
import { requireFields, requireBooleans } from '../../input/required';

/** Reference, section 4.13. */
export const archive: Operation = {
	option: {
		name: 'Archive',
		value: 'archive',
		action: 'Archive or unarchive chat',
		description: 'Archive or unarchive a chat',
		routing: {
			request: { method: 'POST', url: '/chats/archive' },
			send: { preSend: [requireFields('instanceId', 'chatId'), requireBooleans('archive')] },
		},
	},
	fields: [
		instanceId,
		chatId,
		{
			displayName: 'Archive',
			name: 'archive',
			type: 'boolean',
			default: true,
			description: 'Whether to archive the chat (on) or unarchive it (off)',
		},
	],
};
