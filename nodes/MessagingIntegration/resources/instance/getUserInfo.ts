import { operation } from '../common/operation';
import { instanceId } from '../../fields/fields';

/** Reference, section 4.5. */
export const getUserInfo = operation({
	name: 'Get User Info',
	action: 'Get user info of instance',
	description: 'Get information about the account that is connected to an instance',
	request: 'GET /instances/{instanceId}/user-info',
	fields: [instanceId],
});
