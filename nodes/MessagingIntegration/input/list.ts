import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { countOf, MAX_RECORDS } from '../../shared/plainValues';
import type { FieldOf } from './field';
import { boolean } from './readers';

/** Checks Return All and Limit. An API request has both fields, but is a list only if it is a GET with pagination. */
export function checkLimit(
	context: IExecuteSingleFunctions,
	{ method }: IHttpRequestOptions,
	fieldOf: FieldOf,
): void {
	if (method !== 'GET') return;
	const isAll = boolean(fieldOf('returnAll'));
	if (context.getNodeParameter('pagination', 'page') === 'none') {
		if (!isAll) return;
		throw fieldOf('returnAll').error(
			'Without pagination, only one request is sent, which may not return all results',
			'Set Pagination to By Page or By Cursor, or turn off Return All.',
		);
	}
	if (isAll) return;
	const field = fieldOf('limit');
	const { value } = field;
	const count = countOf(value);
	if (count !== undefined && count <= MAX_RECORDS) return;
	const shown = typeof value === 'number' ? String(value) : JSON.stringify(value);
	const problem =
		value === undefined || value === null || value === ''
			? 'empty'
			: `${shown}, not a whole number from 1 to ${MAX_RECORDS.toLocaleString('en')}`;
	throw field.error(
		`The field "${field.label}" is ${problem}`,
		'Enter the number of records to return, or turn on Return All. If the field contains an expression, this is its result for this item.',
	);
}
