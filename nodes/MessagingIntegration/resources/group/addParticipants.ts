import type { Operation } from '../common/operation';
import { preSend } from '../../execution/preSend';
import { groupId, instanceId } from '../../fields/locators';
import { phoneNumbers } from '../../input/input';
import { bodyOf, requireFields } from '../../input/required';
import { participants } from './fields';

/** Sets the body field `participants`: phone numbers with country code (reference, section 4.9). */
const participantsBody = preSend(function (options) {
	bodyOf(options).participants = phoneNumbers(this, this.getNodeParameter('participants', ''));
});

/** Reference, section 4.9. */
export const addParticipants: Operation = {
	option: {
		name: 'Add Participants',
		value: 'addParticipants',
		action: 'Add participants to group',
		description: 'Add participants to a group by phone number',
		routing: {
			request: { method: 'POST', url: '/groups/{groupId}/participants' },
			send: { preSend: [requireFields('instanceId'), participantsBody] },
		},
	},
	fields: [instanceId, groupId, { ...participants, required: true }],
};
