import type { IDataObject } from 'n8n-workflow';
import { preSend } from '../../execution/preSend';
import { MISSING_VALUE, inputError, requireText } from '../../input/input';
import { readPairs } from '../../input/values';
import { textOf } from '../../../shared/plainValues';

/** Sets the query of a download: the message and the pairs of the option `queryParameters`, none of which may be empty. */
export const downloadQuery = preSend(function (options) {
	const messageId = requireText(this, 'messageId', this.getNodeParameter('messageId', ''));
	const { messageIdParameter, queryParameters = {} } = this.getNodeParameter('options', {}) as {
		messageIdParameter?: unknown;
		queryParameters?: { parameters?: IDataObject[] };
	};
	const named = (queryParameters.parameters ?? []).filter(({ name }) => textOf(name) !== undefined);
	for (const { name, value } of named) {
		const values: unknown[] = Array.isArray(value) ? value : [value];
		if (values.length === 0 || values.some(hasNoValue)) {
			throw inputError(
				this,
				`The query parameter "${String(name)}" is empty`,
				'Enter a value, or remove the parameter. If it contains an expression, the expression returns nothing for this item.',
			);
		}
	}
	options.qs = {
		...options.qs,
		[textOf(messageIdParameter) ?? 'messageId']: messageId,
		...readPairs(queryParameters, false),
	};
});

/** Whether a query parameter has no value: it is neither text, a number nor a boolean. */
function hasNoValue(value: unknown): boolean {
	return (
		(textOf(value) === undefined && typeof value !== 'boolean') || MISSING_VALUE.test(String(value))
	);
}
