import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';
import { choicesOf, property } from '../../../shared/property';
import { UserError } from '../../../shared/userError';
import { binaryPropertyName, INSERTING, limit, queryParameters, returnAll } from '../../fields/fields';
import type { Field } from '../../input/field';
import { choice, json, text } from '../../input/readers';
import { autoDetect } from '../../run/returns';
import { type Operation, operation } from './operation';

/** When an API request is a list. */
const paged = { pagination: ['page', 'cursor'] };

/** Creates the operation for any of the API's 60 endpoints; the reference documents few of them (section 1). */
export function apiRequest(resource: string): Operation {
	return operation({
		name: 'API Request',
		action: `API request about ${resource}s`,
		description: 'Call any API endpoint, including those without an operation',
		// The fields Method and Path replace both.
		request: 'GET /',
		amend: async (fieldOf, request) => {
			request.method = choice(fieldOf('method')) as IHttpRequestMethods;
			request.path = await pathOf(fieldOf('path'));
			choice(fieldOf('responseFormat'));
			if (request.method === 'GET') choice(fieldOf('pagination'));
			else request.body = requestBody(fieldOf('body'));
		},
		fields: [
			property('options', 'Method', 'method', {
				options: ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'].map((value) => ({ name: value, value })),
				default: 'GET',
			}),
			property('string', 'Path', 'path', {
				required: true,
				...(resource === 'contact' && { default: '/contacts' }),
				placeholder: 'e.g. /messages',
				description: 'Path under the Base URL of the credentials, sent as written: encode special characters in IDs',
			}),
			queryParameters,
			property('json', 'Body', 'body', {
				typeOptions: { rows: 6 },
				displayOptions: { hide: { method: ['GET'] } },
				description: 'Request body as JSON. An empty object sends no body.',
				hint: INSERTING,
			}),
			property('options', 'Pagination', 'pagination', {
				options: [
					{ name: 'None', value: 'none', description: 'Send a single request' },
					{ name: 'By Page', value: 'page', description: 'Send the parameters page and limit' },
					{ name: 'By Cursor', value: 'cursor', description: 'Send the parameters cursor and limit' },
				],
				default: 'none',
				displayOptions: { show: { method: ['GET'] } },
				description: 'How to fetch further pages. With pagination, each record becomes one item.',
			}),
			{ ...returnAll, displayOptions: { show: paged } },
			{ ...limit, displayOptions: { show: { ...paged, returnAll: [false] } } },
			property('options', 'Response Format', 'responseFormat', {
				options: choicesOf({ auto: 'Autodetect', json: 'JSON', file: 'File' }),
				default: 'auto',
				description: 'How to parse the response',
			}),
			binaryPropertyName,
		],
		returns: autoDetect,
	});
}

/** A missing value in an expression would send the request to another endpoint, so it is an error. */
async function pathOf(field: Field): Promise<string> {
	const { baseUrl } = await field.context.credentials();
	const path = requireRelativePath(text(field), baseUrl);
	if (!field.isExpression) return path;
	const isEmptyPart = /\/(undefined|null|NaN)?\/|\/(undefined|null|NaN)$/.test(path);
	if (isEmptyPart || (path.endsWith('/') && !field.entered.trim().endsWith('/')))
		throw new UserError('Part of the path is empty: an expression in it returns nothing for this item');
	return path;
}

/** An empty object sends no body. */
function requestBody(field: Field): IDataObject {
	if (field.isBlank && !field.isExpression) return {};
	const body = json(field);
	if (typeof body === 'object') return body as IDataObject;
	throw field.error(`The field "${field.label}" must contain a JSON object or array`, 'Start it with { or [.');
}

const REFUSED_PATHS: Array<[pattern: RegExp, problem: string]> = [
	[/(^|\/)\.\.?(;[^/]*)?(\/|$)/, 'must not contain "." or ".." segments'],
	[/^([a-z][a-z\d+.-]*:|\/\/)/i, 'must be relative to the Base URL of the credentials, without a host'],
	[/[?#]/, 'must not contain "?" or "#": enter query parameters under Query Parameters instead'],
	[/[\s\\\p{Cc}]/u, 'must not contain spaces, backslashes or control characters'],
	[/^\/*$/, 'is empty'],
];

/**
 * Checks that a path stays under the base URL. @param path may begin with the base URL or its path
 * @returns it with one leading slash @throws UserError if it does not
 */
export function requireRelativePath(path: string, baseUrl: string): string {
	const entered = path.trim().replace(/^\/?(?=api\/v2(\/|$))/, '/');
	const beginnings = [baseUrl, new URL(baseUrl).pathname, '/api/v2'];
	const beginning = beginnings.find((prefix) => `${entered}/`.startsWith(`${prefix}/`)) ?? '';
	const trimmed = entered.slice(beginning.length);
	// Some servers decode slashes before they resolve segments, or decode twice, or drop what follows a semicolon.
	const decoded = trimmed
		.replace(/%(25)*2e/gi, '.')
		.replace(/%(25)*(2f|5c)/gi, '/')
		.replace(/%(25)*3b/gi, ';');
	const [, problem] = REFUSED_PATHS.find(([pattern]) => pattern.test(decoded)) ?? [];
	if (problem !== undefined) throw new UserError(`The path ${problem}`);
	return `/${trimmed.replace(/^\//, '')}`;
}
