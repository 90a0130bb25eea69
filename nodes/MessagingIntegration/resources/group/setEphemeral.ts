import type { IDataObject } from 'n8n-workflow';
import type { Operation } from '../common/operation';
import { preSend } from '../../execution/preSend';
import { groupId, instanceId } from '../../fields/locators';
import { requireText } from '../../input/input';
import { bodyOf, requireFields } from '../../input/required';
import { textOf } from '../../../shared/plainValues';

/** Sets the body field for the lifetime; the reference does not document its name (4.12), so that it is an option. */
const lifetimeBody = preSend(function (options) {
	const { lifetimeField } = this.getNodeParameter('options', {}) as IDataObject;
	const name = textOf(lifetimeField) ?? 'expiration';
	const lifetime = requireText(this, 'lifetime', this.getNodeParameter('lifetime', 0));
	bodyOf(options)[name] = /^-?\d+(\.\d+)?$/.test(lifetime) ? Number(lifetime) : lifetime;
});

/** Reference, section 4.12, which does not document the body field for the lifetime. */
export const setEphemeral: Operation = {
	option: {
		name: 'Set Ephemeral Messages',
		value: 'setEphemeral',
		action: 'Set ephemeral messages of group',
		description: 'Set how long messages stay in a group before they disappear',
		routing: {
			request: { method: 'PATCH', url: '/groups/{groupId}/ephemeral' },
			send: { preSend: [requireFields('instanceId'), lifetimeBody] },
		},
	},
	fields: [
		instanceId,
		groupId,
		{
			displayName: 'Lifetime',
			name: 'lifetime',
			type: 'number',
			default: 86400,
			description:
				'How long messages stay, e.g. 86400 for one day in seconds. Enter 0 to turn off ephemeral messages.',
		},
	],
};
