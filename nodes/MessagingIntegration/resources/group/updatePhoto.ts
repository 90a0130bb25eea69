import type { Operation } from '../common/operation';
import { groupId } from '../../fields/locators';
import { photoBody } from '../../input/prepare';
import { requireFields } from '../../input/required';
import { actingInstance } from './fields';

/** Reference, section 4.10. */
export const updatePhoto: Operation = {
	option: {
		name: 'Update Photo',
		value: 'updatePhoto',
		action: 'Update the photo of a group',
		description: 'Set the photo of a group from an image URL',
		routing: {
			request: { method: 'PUT', url: '/groups/{groupId}/photo' },
			send: { preSend: [requireFields('instanceId'), photoBody] },
		},
	},
	fields: [
		groupId,
		actingInstance,
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
