import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';
import { byId, fromList, pairs, type Ids } from '../../support/ids';
import { messageCases } from './messageCases';
import { sends, type Case } from './sends';

/** @param changes of the first case, by name or by path with dots; the value of a locator is its ID */
export function changedCase(
	ids: Ids,
	name: string,
	changes: Record<string, NodeParameterValueType> = {},
): INodeParameters {
	const found = casesFor(ids).find((each) => each.name === name);
	if (!found) throw new Error(`no case for ${name}`);
	for (const [path, value] of Object.entries(changes)) {
		const names = path.split('.');
		const last = names.pop() as string;
		let at = found.parameters;
		for (const each of names) at = (at[each] ??= {}) as INodeParameters;
		const isLocator = ['instanceId', 'groupId', 'chatId', 'webhookId'].includes(last);
		at[last] = isLocator && typeof value === 'string' ? byId(value) : value;
	}
	return found.parameters;
}

/** Those with a case of API Request that writes; contact has one that reads. */
const otherResources = ['instance', 'chat', 'group', 'webhook', 'message', 'download'];

export function casesFor(ids: Ids): Case[] {
	const { instance, disconnected, group, chat, webhook } = ids;
	const encoded = encodeURIComponent;
	const inGroup = { groupId: byId(group), instanceId: byId(instance) };
	const atGroup = `/groups/${encoded(group)}`;
	const participants = ['5511987654321', '5521912345678'];
	const additionalQuery = pairs({ since: '2026' });
	return [
		sends(
			'instance.getAll',
			{ returnAll: false, limit: 5, filters: { status: 'connected' } },
			'GET /instances?page=1&limit=5&status=connected',
		),
		sends('instance.create', { specifyBody: 'fields', instanceFields: { name: 'New' } }, 'POST /instances', {
			name: 'New',
		}),
		sends(
			'instance.create',
			{ specifyBody: 'json', jsonBody: '{"name":"By JSON","extra":{"a":[1]}}' },
			'POST /instances',
			{ name: 'By JSON', extra: { a: [1] } },
		),
		sends(
			'instance.connect',
			{ instanceId: byId(disconnected), pairingCode: false, binaryPropertyName: 'qr' },
			`POST /instances/${disconnected}/connect`,
			{ pairingCode: false },
		),
		sends(
			'instance.pairPhone',
			{ instanceId: fromList(disconnected), phone: '+55 (11) 98765-4321', pairingCode: 'ABCD-1234' },
			`POST /instances/${disconnected}/pair-phone`,
			{ pairingCode: 'ABCD1234', phone: '5511987654321' },
		),
		sends('instance.getStatus', { instanceId: fromList(instance) }, `GET /instances/${instance}/status`),
		sends('instance.getUserInfo', { instanceId: fromList(instance) }, `GET /instances/${instance}/user-info`),
		sends(
			'instance.getHistory',
			{ instanceId: fromList(instance), additionalQuery },
			`GET /instances/${instance}/history?since=2026`,
		),
		sends('instance.disconnect', { instanceId: byId(instance) }, `POST /instances/${instance}/disconnect`),
		...messageCases(ids),
		sends(
			'chat.getAll',
			{ filters: { instanceId: fromList(instance) }, returnAll: false, limit: 3, additionalQuery },
			`GET /chats?instanceId=${instance}&limit=3&since=2026`,
		),
		sends(
			'chat.getMessages',
			{ instanceId: fromList(instance), chatId: byId(chat), returnAll: false, limit: 4, additionalQuery },
			`GET /chats/messages?chatId=${encoded(chat)}&instanceId=${instance}&limit=4&since=2026`,
		),
		sends('chat.archive', { instanceId: byId(instance), chatId: byId(chat), archive: false }, 'POST /chats/archive', {
			instanceId: instance,
			chatId: chat,
			archive: false,
		}),
		sends(
			'group.create',
			{
				specifyBody: 'fields',
				groupFields: {
					instanceId: byId(instance),
					subject: 'Subject',
					description: '',
					participants: '+5511987654321\n55 21 91234-5678',
				},
			},
			'POST /groups',
			{ instanceId: instance, subject: 'Subject', participants },
		),
		sends(
			'group.updateSettings',
			{ groupId: byId(group), updateFields: { subject: 'New', announcement: false } },
			`PATCH ${atGroup}/settings`,
			{ subject: 'New', announcement: false },
		),
		sends(
			'group.addParticipants',
			{ ...inGroup, participants: '5511987654321, +55 21 91234 5678' },
			`POST ${atGroup}/participants`,
			{ instanceId: instance, participants },
		),
		sends('group.updatePhoto', { ...inGroup, photoUrl: 'https://pictures.example/a.jpg' }, `PUT ${atGroup}/photo`, {
			instanceId: instance,
			photoUrl: 'https://pictures.example/a.jpg',
		}),
		sends('group.setAnnouncement', { ...inGroup, announcement: false }, `PATCH ${atGroup}/announce`, {
			instanceId: instance,
			announcement: false,
		}),
		sends('group.setEphemeral', { ...inGroup, lifetime: 0 }, `PATCH ${atGroup}/ephemeral`, {
			instanceId: instance,
			expiration: 0,
		}),
		sends('webhook.getAll', { returnAll: true }, 'GET /webhooks'),
		sends(
			'webhook.create',
			{
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
			'POST /webhooks',
			{
				url: 'https://receiver.example/hook',
				events: ['one', 'two'],
				headers: { 'X-Token': 't' },
				isActive: false,
				retryOnFailure: true,
			},
		),
		sends('webhook.test', { webhookId: fromList(webhook) }, `POST /webhooks/${encoded(webhook)}/test`),
		...(['video', 'audio'] as const).map((kind) =>
			sends(
				kind === 'video' ? 'download.getVideo' : 'download.getAudio',
				{ messageId: ids[kind], binaryPropertyName: 'data' },
				`GET /downloads/${kind}?messageId=${encoded(ids[kind])}`,
			),
		),
		sends(
			'contact.apiRequest',
			{ method: 'GET', path: '/contacts', queryParameters: pairs({ search: 'a b' }) },
			'GET /contacts?search=a+b',
		),
		...otherResources.map((resource) =>
			sends(
				`${resource}.apiRequest`,
				{ method: 'PATCH', path: `groups/${encoded(group)}/settings`, body: '{"subject":"s"}' },
				`PATCH ${atGroup}/settings`,
				{ subject: 's' },
			),
		),
	];
}
