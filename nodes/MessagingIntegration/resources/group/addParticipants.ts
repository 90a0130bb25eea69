import { property } from '../../../shared/property';
import { operation } from '../common/operation';
import { groupId, instanceId } from '../../fields/fields';
import { id } from '../../input/readers';
import { phoneNumbers } from '../../input/recipients';

/** Phone numbers; `phoneNumbers` splits and normalizes them. */
export const participants = property('string', 'Participants', 'participants', {
	typeOptions: { rows: 3 },
	placeholder: 'e.g. +55 11 98765-4321, +55 21 91234-5678',
	description: 'Phone numbers with country code, separated by commas or new lines, with or without "+" and spaces',
});

/** Reference, section 4.9. */
export const addParticipants = operation({
	name: 'Add Participants',
	action: 'Add participants to group',
	description: 'Add participants to a group by phone number',
	request: 'POST /groups/{groupId}/participants',
	body: { instanceId: id, participants: phoneNumbers },
	echo: { groupId: id, participants: async (field) => (await phoneNumbers(field)).map((digits) => `+${digits}`) },
	fields: [instanceId, groupId, { ...participants, required: true }],
});
