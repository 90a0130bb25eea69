import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { preSend } from '../execution/preSend';
import { countOf } from '../../shared/plainValues';
import {
	emptyFieldError,
	field,
	inputError,
	isExpression,
	requireBoolean,
	requireInstanceId,
	requireText,
} from './input';

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

/** Checks body fields that require true or false. */
export function requireBooleans(...names: string[]) {
	return preSend(function (options) {
		const body = bodyOf(options);
		for (const name of names) body[name] = requireBoolean(this, name, body[name]);
	});
}

/** Checks that an update has at least one field, and that its fields have values. */
export const requireUpdateFields = preSend(function (options) {
	const body = bodyOf(options);
	const fields = this.getNodeParameter('updateFields', {}) as IDataObject;
	if ('announcement' in fields)
		body.announcement = requireBoolean(this, 'announcement', fields.announcement);
	if (body.subject === undefined && isExpression(this, 'updateFields', 'subject'))
		throw emptyFieldError(this, 'subject');
	for (const name of ['subject', 'description'])
		if (name in body) body[name] = requireText(this, name, body[name]);
	if (Object.keys(body).length === 0) {
		throw inputError(this, 'No fields to update', 'Add at least one field under Update Fields.');
	}
});

/** Checks Return All and Limit of a list. */
export const requireLimit = preSend(function (options) {
	// An API request has these fields even if an expression for the method turns it into something other than a list.
	if (options.method !== 'GET' || this.getNodeParameter('pagination', 'page') === 'none') return;
	if (requireBoolean(this, 'returnAll', this.getNodeParameter('returnAll', false))) return;
	const limit = this.getNodeParameter('limit', 50) as unknown;
	if (countOf(limit) !== undefined) return;
	const problem =
		limit === undefined || limit === null || limit === ''
			? 'empty'
			: `${format(limit)}, not a whole number of at least 1`;
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
