import type { Operation } from '../common/operation';
import { groupId } from '../../fields/locators';
import { requireFields, requireBooleans } from '../../input/required';
import { actingInstance } from './fields';

/** Reference, section 4.11. */
export const setAnnouncement: Operation = {
	option: {
		name: 'Set Announcement Mode',
		value: 'setAnnouncement',
		action: 'Set the announcement mode of a group',
		description: 'Choose whether only admins can post in a group',
		routing: {
			request: { method: 'PATCH', url: '/groups/{groupId}/announce' },
			send: { preSend: [requireFields('instanceId'), requireBooleans('announcement')] },
		},
	},
	fields: [
		groupId,
		actingInstance,
		{
			displayName: 'Announcement',
			name: 'announcement',
			type: 'boolean',
			default: true,
			description: 'Whether only admins can post',
			routing: { send: { type: 'body', property: 'announcement' } },
		},
	],
};
