import type { Operation } from '../common/operation';
import { preSend } from '../../execution/preSend';
import { groupId, instanceId } from '../../fields/locators';
import { inputError, requireText } from '../../input/input';
import { bodyOf, requireFields } from '../../input/required';

/** Sets the body field `photoUrl` (reference, section 4.10). */
const photoBody = preSend(function (options) {
	const url = requireText(this, 'photoUrl', this.getNodeParameter('photoUrl', ''));
	if (!/^https?:\/\/[^\s/]+/i.test(url) || !URL.canParse(url)) {
		throw inputError(
			this,
			`"${url}" is not a valid image URL`,
			'Enter a URL that the service can access, e.g. https://example.com/photo.jpg.',
		);
	}
	bodyOf(options).photoUrl = url;
});

/** Reference, section 4.10. */
export const updatePhoto: Operation = {
	option: {
		name: 'Update Photo',
		value: 'updatePhoto',
		action: 'Update photo of group',
		description: 'Set the photo of a group from an image URL',
		routing: {
			request: { method: 'PUT', url: '/groups/{groupId}/photo' },
			send: { preSend: [requireFields('instanceId'), photoBody] },
		},
	},
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
};
