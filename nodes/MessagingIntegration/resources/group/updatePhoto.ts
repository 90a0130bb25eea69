import { operation } from '../common/operation';
import { groupId, instanceId } from '../../fields/locators';
import { id, type Reader, text } from '../../input/readers';

const imageUrl: Reader = (field) => {
	const url = text(field);
	if (/^https?:\/\/[^\s/]+/i.test(url) && URL.canParse(url)) return url;
	throw field.error(
		`"${url}" is not a valid image URL`,
		'Enter a URL that the service can access, e.g. https://example.com/photo.jpg.',
	);
};

/** Reference, section 4.10. */
export const updatePhoto = operation({
	name: 'Update Photo',
	value: 'updatePhoto',
	action: 'Update photo of group',
	description: 'Set the photo of a group from an image URL',
	request: 'PUT /groups/{groupId}/photo',
	body: { instanceId: id, photoUrl: imageUrl },
	fields: [
		instanceId,
		groupId,
		{
			displayName: 'Photo URL',
			name: 'photoUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://example.com/photo.jpg',
			description: 'URL of an image that the service can access',
		},
	],
});
