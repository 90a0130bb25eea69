import { property } from '../../../shared/property';
import { operation } from '../common/operation';
import { undocumentedBody } from '../../input/body';
import { text } from '../../input/readers';

/** Reference, section 4.19. */
export const create = operation({
	name: 'Create',
	action: 'Create instance',
	description: 'Create an instance that you can then connect to a messaging account',
	request: 'POST /instances',
	...undocumentedBody('instance', { name: text }, [
		property('string', 'Name', 'name', {
			placeholder: 'e.g. Support',
			description: 'Name of the instance',
		}),
	]),
});
