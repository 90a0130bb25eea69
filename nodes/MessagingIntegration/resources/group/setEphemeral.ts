import { property } from '../../../shared/property';
import { isChanged } from '../../../shared/texts';
import { operation } from '../common/operation';
import { groupId, instanceId } from '../../fields/fields';
import { id, text } from '../../input/readers';

/** Reference, section 4.12, which does not document the body field for the lifetime; Field Names has its name. */
export const setEphemeral = operation({
	name: 'Set Ephemeral Messages',
	action: 'Set ephemeral messages of group',
	description: 'Set how long messages stay in a group before they disappear',
	request: 'PATCH /groups/{groupId}/ephemeral',
	body: (fieldOf, { group: { lifetime: name } }) => {
		const entered = text(fieldOf('lifetime'));
		const lifetime = /^\d/.test(entered) && !isChanged(entered) ? Number(entered) : entered;
		return { instanceId: id(fieldOf('instanceId')), ...(name !== '' && { [name]: lifetime }) };
	},
	fields: [
		instanceId,
		groupId,
		property('number', 'Lifetime', 'lifetime', {
			default: 86400,
			hint: '0 turns ephemeral messages off',
			description: 'How long messages stay, in the unit of the service, which its API documentation does not show',
		}),
	],
});
