import type { Operation } from '../common/operation';
import { groupId } from '../../fields/locators';
import { participantsBody } from '../../input/prepare';
import { requireFields } from '../../input/required';
import { actingInstance, participants } from './fields';

/** Reference, section 4.9. */
export const addParticipants: Operation = {
	option: {
		name: 'Add Participants',
		value: 'addParticipants',
		action: 'Add participants to a group',
		description: 'Add participants to a group by phone number',
		routing: {
			request: { method: 'POST', url: '/groups/{groupId}/participants' },
			send: { preSend: [requireFields('instanceId'), participantsBody] },
		},
	},
	fields: [groupId, actingInstance, { ...participants, required: true }],
};
