import type { Resource } from '../../operation';
import { apiRequest } from '../apiRequest';
import { addParticipants } from './addParticipants';
import { create } from './create';
import { setAnnouncement } from './setAnnouncement';
import { setEphemeral } from './setEphemeral';
import { updatePhoto } from './updatePhoto';
import { updateSettings } from './updateSettings';

export const group: Resource = {
	option: { name: 'Group', value: 'group' },
	first: 'create',
	operations: [
		create,
		updateSettings,
		addParticipants,
		updatePhoto,
		setAnnouncement,
		setEphemeral,
		apiRequest('/groups'),
	],
};
