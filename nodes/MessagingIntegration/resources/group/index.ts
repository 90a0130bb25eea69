import type { Resource } from '../common/operation';
import { apiRequest } from '../common/apiRequest';
import { addParticipants } from './addParticipants';
import { create } from './create';
import { setAnnouncement } from './setAnnouncement';
import { setEphemeral } from './setEphemeral';
import { updatePhoto } from './updatePhoto';
import { updateSettings } from './updateSettings';

export const group: Resource = {
	option: { name: 'Group', value: 'group' },
	defaultOperation: 'create',
	operations: [
		addParticipants,
		create,
		setAnnouncement,
		setEphemeral,
		updatePhoto,
		updateSettings,
		apiRequest('group'),
	],
};
