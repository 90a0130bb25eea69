import { operation } from '../common/operation';
import { groupId } from '../../fields/locators';
import { isBlank } from '../../input/field';
import { readCollection } from '../../input/collection';
import { boolean, optional, text } from '../../input/readers';

/** Reference, section 4.8; this body contains no instanceId. */
export const updateSettings = operation({
	name: 'Update Settings',
	value: 'updateSettings',
	action: 'Update settings of group',
	description: 'Change the subject, description or announcement mode of a group',
	request: 'PATCH /groups/{groupId}/settings',
	body: (fieldOf) => {
		const fields = fieldOf('updateFields');
		const body = readCollection(fields, {
			subject: text,
			description: optional(text),
			announcement: boolean,
		});
		if (!isBlank(body)) return body;
		throw fields.error('No fields to update', `Add at least one field under ${fields.label}.`);
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
				},
				{
					displayName: 'Description',
					name: 'description',
					type: 'string',
					default: '',
					description: 'Purpose of the group',
				},
				{
					displayName: 'Subject',
					name: 'subject',
					type: 'string',
					default: '',
					description: 'Name of the group',
				},
			],
		},
	],
});
