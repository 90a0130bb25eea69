import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { preSend } from '../execution/preSend';
import { countOf } from '../../shared/plainValues';
import { MAX_RECORDS } from '../../transport/lists/listErrors';
import { field, inputError, requireBoolean, requireInstanceId, requireText } from './input';

/** Returns the body of a request; creates an empty one if it has no body. */
export function bodyOf(options: IHttpRequestOptions): IDataObject {
	return (options.body ??= {}) as IDataObject;
}

/** Sets body fields that require text, e.g. IDs, from the fields of the same name. */
export function requireFields(...names: string[]) {
	return preSend(function (options) {
		const body = bodyOf(options);
		for (const name of names) {
			const value = requireText(this, name, field(this, name));
			if (name === 'instanceId') requireInstanceId(this, value);
			body[name] = value;
		}
	});
}

/** Sets body fields that require true or false, from the fields of the same name. */
export function requireBooleans(...names: string[]) {
	return preSend(function (options) {
		const body = bodyOf(options);
		for (const name of names) body[name] = requireBoolean(this, name, field(this, name));
	});
}

/** Checks Return All and Limit of a list. */
export const requireLimit = preSend(function (options) {
	// An API request has these fields even if an expression for the method turns it into something other than a list.
	if (options.method !== 'GET' || this.getNodeParameter('pagination', 'page') === 'none') return;
	if (requireBoolean(this, 'returnAll', this.getNodeParameter('returnAll', false))) return;
	const limit = this.getNodeParameter('limit', 50) as unknown;
	const count = countOf(limit);
	if (count !== undefined && count <= MAX_RECORDS) return;
	const problem =
		limit === undefined || limit === null || limit === ''
			? 'empty'
			: `${format(limit)}, not a whole number from 1 to ${MAX_RECORDS.toLocaleString('en')}`;
	throw inputError(
		this,
		`The field "Limit" is ${problem}`,
		'Enter the number of records to return, or turn on Return All. If the field contains an expression, this is its result for this item.',
	);
});

function format(value: unknown): string {
	return typeof value === 'number' ? String(value) : JSON.stringify(value);
}

/** Checks the name of the output field for a file. */
export const requireOutputField = preSend(function () {
	requireText(this, 'binaryPropertyName', this.getNodeParameter('binaryPropertyName', 'data'));
});
