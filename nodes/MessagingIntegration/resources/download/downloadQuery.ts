import type { IDataObject } from 'n8n-workflow';
import { preSend } from '../../execution/preSend';
import { MISSING_VALUE, inputError } from '../../input/input';
import { readPairs } from '../../input/values';
import { textOf } from '../../../shared/plainValues';

/** Sets the query of a download from `queryParameters`. They select the message, so none may be empty. */
export const downloadQuery = preSend(function (options) {
	const queryParameters = this.getNodeParameter('queryParameters', {}) as {
		parameters?: IDataObject[];
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
	options.qs = { ...options.qs, ...readPairs(queryParameters, false) };
});

/** Whether a query parameter has no value: it is neither text, a number nor a boolean. */
function hasNoValue(value: unknown): boolean {
	return (
		(textOf(value) === undefined && typeof value !== 'boolean') || MISSING_VALUE.test(String(value))
	);
}
