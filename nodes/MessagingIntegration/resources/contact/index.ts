import type { Resource } from '../common/operation';
import { apiRequest } from '../common/apiRequest';

/** The reference lists the tag Contacts (section 1) but documents none of its endpoints. */
export const contact: Resource = {
	option: { name: 'Contact', value: 'contact' },
	defaultOperation: 'apiRequest',
	operations: [apiRequest('contact')],
};
