import { operation } from '../common/operation';
import { undocumentedBody } from '../../input/collection';
import { text } from '../../input/readers';
import { stringField } from '../../../shared/formFields';

/** Reference, section 4.19. */
export const create = operation({
	name: 'Create',
	value: 'create',
	action: 'Create instance',
	description: 'Create an instance that you can then connect to a messaging account',
	request: 'POST /instances',
	...undocumentedBody('instance', { name: text }, [
		stringField('Name', 'name', 'Name of the instance', { placeholder: 'e.g. Support' }),
	]),
});
