import type { Operation } from '../common/operation';
import { groupId } from '../../fields/locators';
import { notice } from '../../fields/open';
import { lifetimeBody } from '../../input/prepare';
import { requireFields } from '../../input/required';
import { actingInstance } from './fields';

/** Reference, section 4.12; the body field that carries the lifetime is not shown. */
export const setEphemeral: Operation = {
	option: {
		name: 'Set Ephemeral Messages',
		value: 'setEphemeral',
		action: 'Set ephemeral messages of a group',
		description: 'Set how long messages of a group stay before they disappear',
		routing: {
			request: { method: 'PATCH', url: '/groups/{groupId}/ephemeral' },
			send: { preSend: [requireFields('instanceId'), lifetimeBody] },
		},
	},
	fields: [
		notice(
			'The reference of the service shows neither the name nor the unit of the lifetime. If the service does not accept it, change the name below.',
		),
		groupId,
		actingInstance,
		{
			displayName: 'Lifetime Field Name',
			name: 'lifetimeField',
			type: 'string',
			required: true,
			default: 'expiration',
			placeholder: 'e.g. expiration',
			description: 'Name of the body field that carries the lifetime',
		},
		{
			displayName: 'Lifetime',
			name: 'lifetime',
			type: 'number',
			default: 86400,
			description: 'Value of that field, e.g. 86400 for a day in seconds; 0 turns it off',
		},
	],
};
