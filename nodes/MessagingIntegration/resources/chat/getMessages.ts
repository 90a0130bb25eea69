import { operation } from '../common/operation';
import { additionalQuery, chatId, instanceId, limit, returnAll, simplify } from '../../fields/fields';
import { id } from '../../input/readers';
import { chat } from '../../input/recipients';
import { messageList } from '../../run/returns';

/** Reference, section 4.14, which documents only the query parameter `cursor`; Field Names has the others. */
export const getMessages = operation({
	name: 'Get Messages',
	action: 'Get messages of chat',
	description: 'List the messages of a chat, one item per message',
	request: 'GET /chats/messages',
	query: (fieldOf, { query }) => ({
		[query.instance]: id(fieldOf('instanceId')),
		[query.chat]: chat(fieldOf('chatId')),
	}),
	fields: [instanceId, chatId, returnAll, limit, ...simplify, additionalQuery],
	returns: messageList,
});
