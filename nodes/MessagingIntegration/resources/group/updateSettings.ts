import { property } from '../../../shared/property';
import { operation } from '../common/operation';
import { groupId } from '../../fields/fields';
import { isBlank } from '../../input/field';
import { readCollection } from '../../input/body';
import { boolean, optional, text } from '../../input/readers';
import { description, subject } from './create';
import { announcement } from './setAnnouncement';

/** Reference, section 4.8; this body contains no instanceId. */
export const updateSettings = operation({
	name: 'Update Settings',
	action: 'Update settings of group',
	description: 'Change the name, description or announcement mode of a group',
	request: 'PATCH /groups/{groupId}/settings',
	body: async (fieldOf) => {
		const fields = fieldOf('updateFields');
		const body = await readCollection(fields, {
			subject: text,
			description: optional(text),
			announcement: boolean,
		});
		if (!isBlank(body)) return body;
		throw fields.error('No fields to update', `Add at least one field under ${fields.label}.`);
	},
	fields: [
		groupId,
		property('collection', 'Update Fields', 'updateFields', {
			placeholder: 'Add field',
			options: [{ ...announcement, default: false }, description, subject],
		}),
	],
});
