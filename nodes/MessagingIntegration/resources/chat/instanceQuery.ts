import { preSend } from '../../execution/preSend';
import { field, requireInstanceId } from '../../input/input';
import { parameterNames } from '../../input/parameterNames';
import { trimmed } from '../../input/values';

/** Sets the query parameter for the instance, if one is selected. The reference does not show it (4.14, 4.19). */
export const instanceQuery = preSend(function (options) {
	const instance = trimmed(field(this, 'instanceId')) ?? '';
	if (instance === '') return;
	requireInstanceId(this, instance);
	const { instance: name } = parameterNames(this);
	options.qs = { ...options.qs, [name]: instance as string };
});
