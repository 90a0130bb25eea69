import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { preSend } from '../execution/preSend';
import { countOf } from '../../shared/plainValues';
import { isEmpty, isExpression, refusal, requireSwitch, requireText } from './input';

/** @returns the body of a request, which is made if there is none */
export function bodyOf(options: IHttpRequestOptions): IDataObject {
	return (options.body ??= {}) as IDataObject;
}

/** Body fields that have to hold text, such as the IDs of what the operation is about. */
export function requireFields(...names: string[]) {
	return preSend(function (options) {
		const body = bodyOf(options);
		for (const name of names) body[name] = requireText(this, name, body[name]);
	});
}

/** Body fields that have to be true or false. */
export function requireSwitches(...names: string[]) {
	return preSend(function (options) {
		const body = bodyOf(options);
		for (const name of names) body[name] = requireSwitch(this, name, body[name]);
	});
}

/** An operation that changes something needs something to change, and what is named has to have a value. */
export const requireChanges = preSend(function (options) {
	const body = bodyOf(options);
	const fields = this.getNodeParameter('updateFields', {}) as IDataObject;
	if ('announcement' in fields) body.announcement = requireSwitch(this, 'announcement', fields.announcement);
	if (body.subject === undefined && isExpression(this, 'updateFields', 'subject')) throw isEmpty(this, 'subject');
	if (Object.keys(body).length === 0) {
		throw refusal(this, 'No fields to update', 'Add at least one field under Update Fields.');
	}
});

/** Return All and Limit of a list. */
export const requireLimit = preSend(function (options) {
	// An API request keeps the fields of a list also where an expression makes it something else.
	if (options.method !== 'GET' || this.getNodeParameter('pagination', 'page') === 'none') return;
	if (requireSwitch(this, 'returnAll', this.getNodeParameter('returnAll', false))) return;
	const limit = this.getNodeParameter('limit', 50) as unknown;
	if (countOf(limit) !== undefined) return;
	const what = limit === undefined || limit === null || limit === '' ? 'empty' : `${shown(limit)}, not a whole number of at least 1`;
	throw refusal(
		this,
		`The field "Limit" is ${what}`,
		'Enter the number of records to return, or turn on Return All. If the field contains an expression, this is its result for this item.',
	);
});

function shown(value: unknown): string {
	return typeof value === 'number' ? String(value) : JSON.stringify(value);
}

/** Name of the output field for a file. */
export const requireOutputField = preSend(function () {
	requireText(this, 'binaryPropertyName', this.getNodeParameter('binaryPropertyName', 'data'));
});
