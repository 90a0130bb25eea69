import { property } from '../../../shared/property';
import { operation } from '../common/operation';
import { groupId, instanceId } from '../../fields/fields';
import { fileUrl, id } from '../../input/readers';

/** Reference, section 4.10. */
export const updatePhoto = operation({
	name: 'Update Photo',
	action: 'Update photo of group',
	description: 'Set the photo of a group from an image URL',
	request: 'PUT /groups/{groupId}/photo',
	body: { instanceId: id, photoUrl: fileUrl },
	echo: { groupId: id, photoUrl: fileUrl },
	fields: [
		instanceId,
		groupId,
		property('string', 'Photo URL', 'photoUrl', {
			required: true,
			placeholder: 'e.g. https://example.com/photo.jpg',
			description: 'URL of an image that the service can access',
		}),
	],
});
