import { operation } from '../common/operation';
import { groupId, instanceId } from '../../fields/locators';
import { fileUrl } from '../../input/fileUrl';
import { id } from '../../input/readers';
import { stringField } from '../../../shared/formFields';

/** Reference, section 4.10. */
export const updatePhoto = operation({
	name: 'Update Photo',
	value: 'updatePhoto',
	action: 'Update photo of group',
	description: 'Set the photo of a group from an image URL',
	request: 'PUT /groups/{groupId}/photo',
	body: { instanceId: id, photoUrl: fileUrl },
	fields: [
		instanceId,
		groupId,
		stringField('Photo URL', 'photoUrl', 'URL of an image that the service can access', {
			required: true,
			placeholder: 'e.g. https://example.com/photo.jpg',
		}),
	],
});
