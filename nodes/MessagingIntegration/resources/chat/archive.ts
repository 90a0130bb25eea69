import { property } from '../../../shared/property';
import { operation } from '../common/operation';
import { chatId, instanceId } from '../../fields/fields';
import { boolean, id } from '../../input/readers';
import { chat } from '../../input/recipients';

/** Reference, section 4.13. */
export const archive = operation({
	name: 'Archive',
	action: 'Archive or unarchive chat',
	description: 'Archive or unarchive a chat',
	request: 'POST /chats/archive',
	body: { instanceId: id, chatId: chat, archive: boolean },
	echo: { chatId: id, archive: boolean },
	fields: [
		instanceId,
		chatId,
		property('boolean', 'Archive', 'archive', {
			default: true,
			description: 'Whether to archive the chat (on) or unarchive it (off)',
		}),
	],
});
