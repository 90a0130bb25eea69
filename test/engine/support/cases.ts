import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox';

/** What an operation must send according to the reference, written by hand. */
export interface Case {
	resource: string;
	operation: string;
	parameters: INodeParameters;
	method: string;
	path: string;
	query?: Record<string, string>;
	/** undefined = no body at all. */
	body?: IDataObject;
}

/** IDs of the sandbox's data that the cases use. */
export interface Ids {
	instance: string;
	disconnected: string;
	group: string;
	chat: string;
	webhook: string;
	video: string;
	audio: string;
}

export function idsOf({ data }: Sandbox): Ids {
	const byStatus = (status: string) =>
		data.instances.find((each) => each.status === status)?.id ?? '';
	return {
		instance: byStatus('connected'),
		disconnected: byStatus('disconnected'),
		group: data.groups[0]?.id ?? '',
		chat: data.chats[0]?.id ?? '',
		webhook: data.webhooks[0]?.id ?? '',
		video: data.messages.find(({ type }) => type === 'video')?.id ?? '',
		audio: data.messages.find(({ type }) => type === 'audio')?.id ?? '',
	};
}

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const fromList = (value: string) => ({ __rl: true, mode: 'list', value, cachedResultName: 'x' });

/** At least one case per operation. */
export function casesFor(ids: Ids): Case[] {
	const { instance, group, chat, webhook } = ids;
	const encoded = encodeURIComponent;
	return [
		{
			resource: 'instance',
			operation: 'getAll',
			parameters: { returnAll: false, limit: 5, filters: { status: 'connected' } },
			method: 'GET',
			path: '/instances',
			query: { page: '1', limit: '5', status: 'connected' },
		},
		{
			resource: 'instance',
			operation: 'create',
			parameters: { specifyBody: 'fields', instanceFields: { name: 'New' } },
			method: 'POST',
			path: '/instances',
			body: { name: 'New' },
		},
		{
			resource: 'instance',
			operation: 'create',
			parameters: { specifyBody: 'json', jsonBody: '{"name":"By JSON","extra":{"a":[1]}}' },
			method: 'POST',
			path: '/instances',
			body: { name: 'By JSON', extra: { a: [1] } },
		},
		{
			resource: 'instance',
			operation: 'connect',
			parameters: {
				instanceId: byId(ids.disconnected),
				pairingCode: false,
				binaryPropertyName: 'qr',
			},
			method: 'POST',
			path: `/instances/${ids.disconnected}/connect`,
			body: { pairingCode: false },
		},
		{
			resource: 'instance',
			operation: 'pairPhone',
			parameters: {
				instanceId: fromList(ids.disconnected),
				phone: '+55 (11) 98765-4321',
				pairingCode: 'ABCD-1234',
			},
			method: 'POST',
			path: `/instances/${ids.disconnected}/pair-phone`,
			body: { pairingCode: 'ABCD1234', phone: '5511987654321' },
		},
		...(['getStatus:status', 'getUserInfo:user-info', 'getHistory:history'] as const).map(
			(pair) => {
				const [operation = '', last] = pair.split(':');
				return {
					resource: 'instance',
					operation,
					parameters: { instanceId: fromList(instance) },
					method: 'GET',
					path: `/instances/${instance}/${last}`,
				};
			},
		),
		{
			resource: 'instance',
			operation: 'disconnect',
			parameters: { instanceId: byId(instance) },
			method: 'POST',
			path: `/instances/${instance}/disconnect`,
		},
		{
			resource: 'message',
			operation: 'sendText',
			parameters: {
				instanceId: fromList(instance),
				recipient: { __rl: true, mode: 'phone', value: '+55 11 98765-4321' },
				text: 'Say "hello"\nto 👋 {{ them }}',
			},
			method: 'POST',
			path: '/messages',
			body: {
				instanceId: instance,
				remoteJid: '5511987654321',
				type: 'text',
				content: { text: 'Say "hello"\nto 👋 {{ them }}' },
			},
		},
		{
			resource: 'message',
			operation: 'send',
			parameters: {
				specifyBody: 'fields',
				messageFields: {
					instanceId: fromList(instance),
					remoteJid: chat,
					type: 'text',
					content: '{"text":"Hello"}',
					additionalFields: {
						parameters: [
							{ name: 'quoted', value: '{"id":"1"}' },
							{ name: 'note', value: 'plain' },
							{ name: 'silent', value: 'false' },
							{ name: 'number', value: '5511987654321' },
						],
					},
				},
			},
			method: 'POST',
			path: '/messages',
			body: {
				instanceId: instance,
				remoteJid: chat,
				type: 'text',
				content: { text: 'Hello' },
				quoted: { id: '1' },
				note: 'plain',
				silent: false,
				number: '5511987654321',
			},
		},
		{
			resource: 'chat',
			operation: 'getAll',
			parameters: { instanceId: fromList(instance), returnAll: false, limit: 3 },
			method: 'GET',
			path: '/chats',
			query: { instanceId: instance, limit: '3' },
		},
		{
			resource: 'chat',
			operation: 'getMessages',
			parameters: {
				instanceId: fromList(instance),
				chatId: byId(chat),
				returnAll: false,
				limit: 4,
			},
			method: 'GET',
			path: '/chats/messages',
			query: { chatId: chat, instanceId: instance, limit: '4' },
		},
		{
			resource: 'chat',
			operation: 'archive',
			parameters: { instanceId: byId(instance), chatId: byId(chat), archive: false },
			method: 'POST',
			path: '/chats/archive',
			body: { instanceId: instance, chatId: chat, archive: false },
		},
		{
			resource: 'group',
			operation: 'create',
			parameters: {
				specifyBody: 'fields',
				groupFields: {
					instanceId: byId(instance),
					subject: 'Subject',
					description: '',
					participants: '+5511987654321\n55 21 91234-5678',
				},
			},
			method: 'POST',
			path: '/groups',
			body: {
				instanceId: instance,
				subject: 'Subject',
				participants: ['5511987654321', '5521912345678'],
			},
		},
		{
			resource: 'group',
			operation: 'updateSettings',
			parameters: { groupId: byId(group), updateFields: { subject: 'New', announcement: false } },
			method: 'PATCH',
			path: `/groups/${encoded(group)}/settings`,
			body: { subject: 'New', announcement: false },
		},
		{
			resource: 'group',
			operation: 'addParticipants',
			parameters: {
				groupId: byId(group),
				instanceId: byId(instance),
				participants: '5511987654321, +55 21 91234 5678',
			},
			method: 'POST',
			path: `/groups/${encoded(group)}/participants`,
			body: { instanceId: instance, participants: ['5511987654321', '5521912345678'] },
		},
		{
			resource: 'group',
			operation: 'updatePhoto',
			parameters: {
				groupId: byId(group),
				instanceId: byId(instance),
				photoUrl: 'https://pictures.example/a.jpg',
			},
			method: 'PUT',
			path: `/groups/${encoded(group)}/photo`,
			body: { instanceId: instance, photoUrl: 'https://pictures.example/a.jpg' },
		},
		{
			resource: 'group',
			operation: 'setAnnouncement',
			parameters: { groupId: byId(group), instanceId: byId(instance), announcement: false },
			method: 'PATCH',
			path: `/groups/${encoded(group)}/announce`,
			body: { instanceId: instance, announcement: false },
		},
		{
			resource: 'group',
			operation: 'setEphemeral',
			parameters: {
				groupId: byId(group),
				instanceId: byId(instance),
				lifetime: 0,
			},
			method: 'PATCH',
			path: `/groups/${encoded(group)}/ephemeral`,
			body: { instanceId: instance, expiration: 0 },
		},
		{
			resource: 'webhook',
			operation: 'getAll',
			parameters: { returnAll: true },
			method: 'GET',
			path: '/webhooks',
		},
		{
			resource: 'webhook',
			operation: 'create',
			parameters: {
				specifyBody: 'fields',
				webhookFields: {
					url: 'https://receiver.example/hook',
					events: 'one, two',
					headers: '{"X-Token":"t"}',
					isActive: false,
					retryOnFailure: true,
					secret: '',
				},
			},
			method: 'POST',
			path: '/webhooks',
			body: {
				url: 'https://receiver.example/hook',
				events: ['one', 'two'],
				headers: { 'X-Token': 't' },
				isActive: false,
				retryOnFailure: true,
			},
		},
		{
			resource: 'webhook',
			operation: 'test',
			parameters: { webhookId: fromList(webhook) },
			method: 'POST',
			path: `/webhooks/${encoded(webhook)}/test`,
		},
		...(['video', 'audio'] as const).map((kind) => ({
			resource: 'download',
			operation: kind === 'video' ? 'getVideo' : 'getAudio',
			parameters: { messageId: ids[kind] },
			method: 'GET',
			path: `/downloads/${kind}`,
			query: { messageId: ids[kind] },
		})),
		{
			resource: 'contact',
			operation: 'apiRequest',
			parameters: {
				method: 'GET',
				path: '/contacts',
				queryParameters: { parameters: [{ name: 'search', value: 'a b' }] },
			},
			method: 'GET',
			path: '/contacts',
			query: { search: 'a b' },
		},
		...['instance', 'chat', 'group', 'webhook', 'message', 'download'].map((resource) => ({
			resource,
			operation: 'apiRequest',
			parameters: {
				method: 'PATCH',
				path: `groups/${encoded(group)}/settings`,
				body: '{"subject":"s"}',
			},
			method: 'PATCH',
			path: `/groups/${encoded(group)}/settings`,
			body: { subject: 's' },
		})),
	];
}
