import type { Operation } from '../common/operation';
import { groupId, instanceId } from '../../fields/locators';
import { requireFields, requireBooleans } from '../../input/required';

/** Reference, section 4.11. */
export const setAnnouncement: Operation = {
	option: {
		name: 'Set Announcement Mode',
		value: 'setAnnouncement',
		action: 'Set announcement mode of group',
		description: 'Choose whether only admins can post in a group',
		routing: {
			request: { method: 'PATCH', url: '/groups/{groupId}/announce' },
			send: { preSend: [requireFields('instanceId'), requireBooleans('announcement')] },
		},
	},
	fields: [
		instanceId,
		groupId,
		{
			displayName: 'Announcement',
			name: 'announcement',
			type: 'boolean',
			default: true,
			description: 'Whether only admins can post',
		},
	],
};
