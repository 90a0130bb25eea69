import type { Operation } from '../common/operation';
import { groupId } from '../../fields/locators';
import { requireUpdateFields } from '../../input/required';

/** Reference, section 4.8; this body contains no instanceId. */
export const updateSettings: Operation = {
	option: {
		name: 'Update Settings',
		value: 'updateSettings',
		action: 'Update settings of group',
		description: 'Change the subject, description or announcement mode of a group',
		routing: {
			request: { method: 'PATCH', url: '/groups/{groupId}/settings' },
			send: { preSend: [requireUpdateFields] },
		},
	},
	fields: [
		groupId,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				{
					displayName: 'Announcement',
					name: 'announcement',
					type: 'boolean',
					default: false,
					description: 'Whether only admins can post',
					routing: { send: { type: 'body', property: 'announcement' } },
				},
				{
					displayName: 'Description',
					name: 'description',
					type: 'string',
					default: '',
					description: 'Purpose of the group',
					routing: { send: { type: 'body', property: 'description' } },
				},
				{
					displayName: 'Subject',
					name: 'subject',
					type: 'string',
					default: '',
					description: 'Name of the group',
					routing: { send: { type: 'body', property: 'subject' } },
				},
			],
		},
	],
};
