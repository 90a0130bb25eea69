import type { Operation } from '../common/operation';
import { preSend } from '../../execution/preSend';
import { groupId } from '../../fields/locators';
import { notice } from '../../fields/undocumented';
import { inputError, requireText } from '../../input/input';
import { bodyOf, requireFields } from '../../input/required';
import { textOf } from '../../../shared/plainValues';
import { actingInstance } from './fields';

/** Sets the body field that `lifetimeField` names to `lifetime`; the reference does not document its name (4.12). */
const lifetimeBody = preSend(function (options) {
	const name = textOf(this.getNodeParameter('lifetimeField', ''));
	if (name === undefined) {
		throw inputError(
			this,
			'The field "Lifetime Field Name" is empty',
			'Enter the name of the body field for the lifetime, e.g. expiration.',
		);
	}
	const lifetime = requireText(this, 'lifetime', this.getNodeParameter('lifetime', 0));
	bodyOf(options)[name] = /^-?\d+(\.\d+)?$/.test(lifetime) ? Number(lifetime) : lifetime;
});

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
