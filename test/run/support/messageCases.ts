import { byId, fromList, pairs, type Ids } from '../../support/ids';
import { sends, type Case } from './sends';

export function messageCases({ instance, chat, group }: Ids): Case[] {
	return [
		sends(
			'message.sendText',
			{
				instanceId: fromList(instance),
				recipient: { __rl: true, mode: 'phone', value: '+55 11 98765-4321' },
				text: 'Say "hello"\nto 👋 {{ them }}',
			},
			'POST /messages',
			{
				instanceId: instance,
				remoteJid: '5511987654321',
				type: 'text',
				content: { text: 'Say "hello"\nto 👋 {{ them }}' },
			},
		),
		sends(
			'message.send',
			{
				specifyBody: 'fields',
				instanceId: fromList(instance),
				recipient: byId(chat),
				messageType: 'text',
				content: '{"text":"Hello"}',
				additionalFields: pairs({ quoted: '{"id":"1"}', note: 'plain', silent: 'false', number: '5511987654321' }),
			},
			'POST /messages',
			{
				instanceId: instance,
				remoteJid: chat,
				type: 'text',
				content: { text: 'Hello' },
				quoted: { id: '1' },
				note: 'plain',
				silent: false,
				number: '5511987654321',
			},
		),
		sends(
			'message.sendMedia',
			{
				instanceId: byId(instance),
				recipient: byId(group),
				mediaType: 'document',
				mediaUrl: 'https://files.example/menu.pdf',
				caption: 'Our menu',
				fileName: 'menu.pdf',
				replyTo: 'M1',
			},
			'POST /messages',
			{
				instanceId: instance,
				remoteJid: group,
				type: 'document',
				content: {
					url: 'https://files.example/menu.pdf',
					caption: 'Our menu',
					fileName: 'menu.pdf',
					quotedMessageId: 'M1',
				},
			},
		),
	];
}
