import type { Operation } from '../common/operation';
import { groupId } from '../../fields/locators';
import { notice } from '../../fields/undocumented';
import { lifetimeBody } from '../../input/prepare';
import { requireFields } from '../../input/required';
import { actingInstance } from './fields';

/** Reference, section 4.12, which does not document the body field for the lifetime. */
export const setEphemeral: Operation = {
	option: {
		name: 'Set Ephemeral Messages',
		value: 'setEphemeral',
		action: 'Set ephemeral messages of a group',
		description: 'Set how long messages stay in a group before they disappear',
		routing: {
			request: { method: 'PATCH', url: '/groups/{groupId}/ephemeral' },
			send: { preSend: [requireFields('instanceId'), lifetimeBody] },
		},
	},
	fields: [
		notice(
			'If the service rejects the lifetime, change Lifetime Field Name or enter the lifetime in another unit.',
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
			description: 'Name of the body field for the lifetime',
		},
		{
			displayName: 'Lifetime',
			name: 'lifetime',
			type: 'number',
			default: 86400,
			description:
				'Value of that field, e.g. 86400 for one day in seconds. Enter 0 to turn off ephemeral messages.',
		},
	],
};
