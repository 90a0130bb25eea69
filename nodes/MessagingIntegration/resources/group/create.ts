import type { Operation } from '../common/operation';
import { undocumentedBodyFields } from '../../fields/undocumented';
import { instanceId } from '../../fields/locators';
import { undocumentedBody } from '../../input/undocumentedBody';
import { participants } from './fields';

/** Reference, section 4.19; the fields are the writable fields of section 2.7. */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create group',
		description: 'Create a group',
		routing: {
			request: { method: 'POST', url: '/groups' },
			send: { preSend: [undocumentedBody('group', 'instanceId', 'subject', 'participants')] },
		},
	},
	fields: undocumentedBodyFields('group', [
		{
			...instanceId,
			description: 'The connected messaging account that creates the group',
		},
		{
			displayName: 'Subject',
			name: 'subject',
			type: 'string',
			default: '',
			placeholder: 'e.g. Neighbors',
			description: 'Name of the group',
		},
		{
			displayName: 'Description',
			name: 'description',
			type: 'string',
			default: '',
			description: 'Purpose of the group',
		},
		participants,
	]),
};
