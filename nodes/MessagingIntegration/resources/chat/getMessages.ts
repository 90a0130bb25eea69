import { operation } from '../common/operation';
import { chatId, instanceId } from '../../fields/locators';
import { limit, returnAll } from '../../fields/output';
import { additionalQuery } from '../../fields/undocumented';
import { parameterName } from '../../input/list';
import { id } from '../../input/readers';
import { cursorList } from '../../output/receive';

/** Reference, section 4.14, which documents only the query parameter `cursor`; the names of the others are options. */
export const getMessages = operation({
	name: 'Get Messages',
	value: 'getMessages',
	action: 'Get messages of chat',
	description: 'List the messages of a chat, one item per message',
	request: 'GET /chats/messages',
	query: (fieldOf) => ({
		[parameterName(fieldOf('options'), 'instance')]: id(fieldOf('instanceId')),
		[parameterName(fieldOf('options'), 'chat')]: id(fieldOf('chatId')),
	}),
	fields: [instanceId, chatId, returnAll, limit, additionalQuery],
	returns: cursorList,
});
