import type { IDataObject, IExecuteSingleFunctions, IHttpRequestMethods } from 'n8n-workflow';
import { UserError } from '../../shared/userError';
import { requireRelativePath } from './path';
import { preSend } from '../execution/preSend';
import { emptyFieldError, isExpression, parseJson, inputError, requireText } from './input';
import { readPairs } from './values';

/** Allowed values of the dropdown fields; an expression may return anything. */
const CHOICES = {
	method: ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'],
	pagination: ['none', 'page', 'cursor'],
	responseFormat: ['auto', 'json', 'file'],
};
const LABELS = { method: 'Method', pagination: 'Pagination', responseFormat: 'Response Format' };

/** Sets method, path, query and body of an API request from its fields. */
export const buildApiRequest = preSend(function (options) {
	options.method = choice(this, 'method', 'GET') as IHttpRequestMethods;
	options.url = pathOf(this);
	options.qs = readPairs(this.getNodeParameter('queryParameters', {}), false);
	choice(this, 'responseFormat', 'auto');
	if (options.method === 'GET') {
		choice(this, 'pagination', 'none');
		return;
	}
	const json = parseJson(this, this.getNodeParameter('body', ''), 'body') ?? undefined;
	if (json === undefined && isExpression(this, 'body')) throw emptyFieldError(this, 'Body');
	if (json !== undefined && typeof json !== 'object') {
		throw inputError(
			this,
			'The field "Body" must contain a JSON object or array',
			'Start it with { or [.',
		);
	}
	options.body = (json ?? {}) as IDataObject;
});

function choice(
	context: IExecuteSingleFunctions,
	name: keyof typeof CHOICES,
	fallback: string,
): string {
	const value = context.getNodeParameter(name, fallback) as unknown;
	const found = CHOICES[name].find(
		(each) => each === value || (name === 'method' && each === String(value).toUpperCase()),
	);
	if (found !== undefined) return found;
	if (value === undefined || value === null || value === '')
		throw emptyFieldError(context, LABELS[name]);
	throw inputError(
		context,
		`The field "${LABELS[name]}" contains the invalid value ${JSON.stringify(value)}`,
		`Choose one of these values, or make the expression return one of them: ${CHOICES[name].join(', ')}.`,
	);
}

/** A missing value in an expression would change the path and send the request to another endpoint, so it is an error. */
function pathOf(context: IExecuteSingleFunctions): string {
	const path = requireRelativePath(
		requireText(context, 'path', context.getNodeParameter('path', '')),
	);
	if (!isExpression(context, 'path')) return path;
	const entered = String(context.getNode().parameters.path).trim();
	const isEmptyPart = /\/(undefined|null|NaN)?\/|\/(undefined|null|NaN)$/.test(path);
	if (isEmptyPart || (path.endsWith('/') && !entered.endsWith('/'))) {
		throw new UserError(
			'Part of the path is empty: an expression in it returns nothing for this item',
		);
	}
	return path;
}
