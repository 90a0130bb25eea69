import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../transport/response/response';
import { fillPath } from './path';
import { preSend } from '../execution/preSend';
import { field, inputError, requireInstanceId, requireText } from './input';
import { readPairs, withoutEmpty } from './values';

/** Fills the `{name}` placeholders of the path from the fields of the same name, and checks instance IDs. */
export const fillPlaceholders = preSend(function (options) {
	// An expression or an imported workflow may name any operation.
	if (!options.url)
		throw inputError(
			this,
			'This resource has no such operation',
			'Choose an operation from the list.',
		);
	options.url = fillPath(options.url, (name) => {
		const value = requireText(this, name, field(this, name));
		if (name === 'instanceId') requireInstanceId(this, value);
		return value;
	});
});

/** Removes empty fields from query and body, but keeps false and 0. Checks instance IDs. */
export const dropEmpty = preSend(function (options) {
	options.qs = withoutEmpty(options.qs as IDataObject);
	if (isObject(options.body)) options.body = withoutEmpty(options.body as IDataObject);
	for (const values of [options.qs, options.body]) {
		if (isObject(values)) requireInstanceId(this, values.instanceId);
	}
});

/** Adds the pairs of `additionalQuery`, which override the node's own parameters. */
export const addAdditionalQuery = preSend(function (options) {
	options.qs = { ...options.qs, ...readPairs(this.getNodeParameter('additionalQuery', {}), false) };
});
