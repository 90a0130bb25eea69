import type { INodeProperties } from 'n8n-workflow';
import { operation } from '../common/operation';
import { innerInstanceId } from '../../fields/locators';
import { undocumentedBody } from '../../input/collection';
import { phoneNumbers } from '../../input/phoneNumbers';
import { id, optional, text } from '../../input/readers';
import { participants } from './addParticipants';
import { stringField } from '../../../shared/formFields';

export const subject: INodeProperties = stringField(
	'Group Name',
	'subject',
	'Name of the group, which the API calls its subject',
	{ placeholder: 'e.g. Neighbors' },
);

export const description: INodeProperties = stringField(
	'Description',
	'description',
	'Purpose of the group',
);

/** Reference, section 4.19; the fields are the writable fields of section 2.7. */
export const create = operation({
	name: 'Create',
	value: 'create',
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
