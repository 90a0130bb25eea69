import type { IDataObject } from 'n8n-workflow';
import type { Operation } from '../common/operation';
import { groupId } from '../../fields/locators';
import { preSend } from '../../execution/preSend';
import {
	emptyFieldError,
	inputError,
	isExpression,
	requireBoolean,
	requireText,
} from '../../input/input';
import { withoutEmpty } from '../../input/values';

/** Sets the body fields, at least one of which must have a value. */
const updateBody = preSend(function (options) {
	const fields = this.getNodeParameter('updateFields', {}) as IDataObject;
	const { subject, description } = fields;
	const body = withoutEmpty({ subject, description });
	if (body.subject === undefined && isExpression(this, 'updateFields', 'subject'))
		throw emptyFieldError(this, 'subject');
	for (const [name, value] of Object.entries(body)) body[name] = requireText(this, name, value);
	if ('announcement' in fields)
		body.announcement = requireBoolean(this, 'announcement', fields.announcement);
	if (Object.keys(body).length === 0) {
		throw inputError(this, 'No fields to update', 'Add at least one field under Update Fields.');
	}
	options.body = body;
});

/** Reference, section 4.8; this body contains no instanceId. */
export const updateSettings: Operation = {
	option: {
		name: 'Update Settings',
		value: 'updateSettings',
		action: 'Update settings of group',
		description: 'Change the subject, description or announcement mode of a group',
		routing: {
			request: { method: 'PATCH', url: '/groups/{groupId}/settings' },
			send: { preSend: [updateBody] },
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
};
