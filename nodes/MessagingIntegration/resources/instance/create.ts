import type { Operation } from '../common/operation';
import { undocumentedBodyFields } from '../../fields/undocumented';
import { undocumentedBody } from '../../input/undocumentedBody';

/** Reference, section 4.19. */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create instance',
		description: 'Create instance that you can then connect to a messaging account',
		routing: {
			request: { method: 'POST', url: '/instances' },
			send: { preSend: [undocumentedBody('instance', 'name')] },
		},
	},
	fields: undocumentedBodyFields('instance', [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. Support',
			description: 'Name of the instance',
		},
	]),
};
