import type { Operation } from '../common/operation';
import { list } from '../../fields/list';
import { chatId, optionalInstanceId } from '../../fields/locators';
import { additionalQuery } from '../../fields/undocumented';
import { messagesQuery, addAdditionalQuery } from '../../input/prepare';
import { cursorList } from '../../output/receive';

/** Reference, section 4.14, which documents only the query parameter `cursor`. */
export const getMessages: Operation = {
	option: {
		name: 'Get Messages',
		value: 'getMessages',
		action: 'Get the messages of a chat',
		description: 'List the messages of a chat, one item per message',
		routing: {
			request: { method: 'GET', url: '/chats/messages' },
			send: { preSend: [messagesQuery, addAdditionalQuery] },
			operations: { pagination: cursorList },
		},
	},
	fields: [
		optionalInstanceId,
		chatId,
		...list,
		{
			displayName: 'Parameter Names',
			name: 'parameterNames',
			type: 'collection',
			placeholder: 'Add Name',
			default: {},
			description:
				'Names of the query parameters. Change a name if the service expects a different one.',
			options: [
				{
					displayName: 'Chat',
					name: 'chat',
					type: 'string',
					default: 'chatId',
					description: 'Name of the parameter that selects the chat',
				},
				{
					displayName: 'Cursor',
					name: 'cursor',
					type: 'string',
					default: 'cursor',
					description: 'Name of the parameter for the next page',
				},
				{
					displayName: 'Instance',
					name: 'instance',
					type: 'string',
					default: 'instanceId',
					description: 'Name of the parameter that selects the instance',
				},
				{
					displayName: 'Page Size',
					name: 'pageSize',
					type: 'string',
					default: 'limit',
					description: 'Name of the parameter for the number of messages per page',
				},
			],
		},
		additionalQuery,
	],
};
