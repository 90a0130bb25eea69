import { property } from '../../../shared/property';
import { operation } from '../common/operation';
import { innerInstanceId } from '../../fields/fields';
import { undocumentedBody } from '../../input/body';
import { id, optional, text } from '../../input/readers';
import { phoneNumbers } from '../../input/recipients';
import { participants } from './addParticipants';

export const subject = property('string', 'Group Name', 'subject', {
	placeholder: 'e.g. Neighbors',
	description: 'Name of the group, which the API calls its subject',
});

export const description = property('string', 'Description', 'description', {
	description: 'Purpose of the group',
});

/** Reference, section 4.19; the fields are the writable fields of section 2.7. */
export const create = operation({
	name: 'Create',
	action: 'Create group',
	description: 'Create a group',
	request: 'POST /groups',
	...undocumentedBody(
		'group',
		{ instanceId: id, subject: text, description: optional(text), participants: phoneNumbers },
		[
			{ ...innerInstanceId, description: 'The connected messaging account that creates the group' },
			subject,
			description,
			participants,
		],
	),
});
