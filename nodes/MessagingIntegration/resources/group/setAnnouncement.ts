import { property } from '../../../shared/property';
import { operation } from '../common/operation';
import { groupId, instanceId } from '../../fields/fields';
import { boolean, id } from '../../input/readers';

export const announcement = property('boolean', 'Announcement', 'announcement', {
	default: true,
	description: 'Whether only admins can post',
});

/** Reference, section 4.11. */
export const setAnnouncement = operation({
	name: 'Set Announcement Mode',
	action: 'Set announcement mode of group',
	description: 'Choose whether only admins can post in a group',
	request: 'PATCH /groups/{groupId}/announce',
	body: { instanceId: id, announcement: boolean },
	fields: [instanceId, groupId, announcement],
});
