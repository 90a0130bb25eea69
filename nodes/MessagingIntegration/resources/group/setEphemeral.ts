import type { IDataObject } from 'n8n-workflow';
import { operation } from '../common/operation';
import { groupId, instanceId } from '../../fields/locators';
import { addAt, placeError } from '../../input/body';
import { id, numberOrText } from '../../input/readers';

/** Reference, section 4.12, which does not document the body field for the lifetime; Field Names has its name. */
export const setEphemeral = operation({
	name: 'Set Ephemeral Messages',
	value: 'setEphemeral',
	action: 'Set ephemeral messages of group',
	description: 'Set how long messages stay in a group before they disappear',
	request: 'PATCH /groups/{groupId}/ephemeral',
	body: async (fieldOf) => {
		const lifetime = fieldOf('lifetime');
		const { lifetime: name } = (await lifetime.credentials()).fieldNames.group;
		const body: IDataObject = { instanceId: id(fieldOf('instanceId')) };
		const value = numberOrText(lifetime);
		if (name !== '') addAt(body, name.split('.'), value, () => placeError('group.lifetime', name));
		return body;
	},
	fields: [
		instanceId,
		groupId,
		{
			displayName: 'Lifetime',
			name: 'lifetime',
			type: 'number',
			default: 86400,
			hint: 'E.g. 86400 for one day; 0 turns ephemeral messages off',
			description: 'How long messages stay. The API documentation does not show the unit; the example assumes seconds.',
		},
	],
});
