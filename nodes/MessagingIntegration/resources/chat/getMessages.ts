import type { IDataObject } from 'n8n-workflow';
import type { Operation } from '../common/operation';
import { preSend } from '../../execution/preSend';
import { list } from '../../fields/list';
import { chatId, optionalInstanceId } from '../../fields/locators';
import { additionalQuery } from '../../fields/undocumented';
import { field, requireInstanceId, requireText } from '../../input/input';
import { addAdditionalQuery } from '../../input/prepare';
import { trimmed, withoutEmpty } from '../../input/values';
import { cursorList } from '../../output/receive';

/** Sets the query of Get Messages. The reference documents only the name `cursor` (4.14), so the other names are settings. */
const messagesQuery = preSend(function (options) {
	const names = this.getNodeParameter('parameterNames', {}) as IDataObject;
	const chat = requireText(this, 'chatId', field(this, 'chatId'));
	const instanceId = trimmed(field(this, 'instanceId')) ?? '';
	requireInstanceId(this, instanceId);
	options.qs = {
		...options.qs,
		...withoutEmpty({
			[String(names.chat || 'chatId')]: chat,
			[String(names.instance || 'instanceId')]: instanceId as string,
		}),
	};
});

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
