import type { Operation } from '../common/operation';
import { preSend } from '../../execution/preSend';
import { list } from '../../fields/list';
import { chatId, instanceId } from '../../fields/locators';
import { additionalQuery } from '../../fields/undocumented';
import { field, requireText } from '../../input/input';
import { parameterNames } from '../../input/parameterNames';
import { addAdditionalQuery } from '../../input/prepare';
import { requireLimit } from '../../input/required';
import { cursorList } from '../../output/receive';
import { instanceQuery } from './instanceQuery';

/** Sets the query parameter for the chat. The reference documents only the name `cursor` (4.14), so its name is an option. */
const chatQuery = preSend(function (options) {
	const chat = requireText(this, 'chatId', field(this, 'chatId'));
	options.qs = { ...options.qs, [parameterNames(this).chat]: chat };
});

/** Reference, section 4.14, which documents only the query parameter `cursor`. */
export const getMessages: Operation = {
	option: {
		name: 'Get Messages',
		value: 'getMessages',
		action: 'Get many messages of chat',
		description: 'List the messages of a chat, one item per message',
		routing: {
			request: { method: 'GET', url: '/chats/messages' },
			send: { preSend: [instanceQuery, chatQuery, addAdditionalQuery, requireLimit] },
			operations: { pagination: cursorList },
		},
	},
	fields: [instanceId, chatId, ...list, additionalQuery],
};
