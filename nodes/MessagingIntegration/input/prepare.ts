import { fillPath } from './path';
import { preSend } from '../execution/preSend';
import { field, inputError, requireInstanceId, requireText } from './input';
import { readPairs } from './values';

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

/** Adds the pairs of `additionalQuery`, which override the node's own parameters. */
export const addAdditionalQuery = preSend(function (options) {
	options.qs = { ...options.qs, ...readPairs(this.getNodeParameter('additionalQuery', {}), false) };
});
