// What operations of several resources are made from.

import type { IDataObject, IHttpRequestMethods, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { FieldNames } from '../../../transport/credentials/fieldNames';
import { countOf, type Fields } from '../../../shared/values';
import { MAX_RECORDS } from '../../../transport/lists/records';
import type { Task } from '../../run/item';
import { additionalFields, additionalQuery, binaryPropertyName, limit, queryParameters } from '../../fields/fields';
import { options } from '../../fields/options';
import { type MessageBody, queryPairs } from '../../input/body';
import { type FieldOf, fieldsOf, type ItemContext, type Prepared } from '../../input/field';
import { boolean, id, type Reader, text } from '../../input/readers';
import { singleResponse } from '../../run/returns';
import type { ServiceRequest } from '../../../transport/request/requestOnce';

/** One endpoint: its entry in the operation picker, its fields, and what it does with an item. */
export interface Operation extends Task {
	option: Omit<INodePropertyOptions, 'value'>;
	fields: INodeProperties[];
	/** Whether it sends and changes nothing. */
	isRead: boolean;
	/** Whether it sends a message whose body Field Names describes, without a field of its own for additional fields. */
	hasMessageBody: boolean;
	/** Gives access to the fields, and to `options`, for one item. */
	fieldsOf(context: ItemContext): FieldOf;
}

/** How to read each value from the field of its name, or a function. `options` is a field, too. */
type Values = Record<string, Reader> | ((fieldOf: FieldOf, names: FieldNames) => Fields | Promise<Fields>);

interface Endpoint {
	name: string;
	action: string;
	description: string;
	/** Method and path, e.g. `GET /chats/{chatId}`; `{chatId}` is filled from the field of that name. */
	request: `${IHttpRequestMethods} /${string}`;
	fields: INodeProperties[];
	query?: Values;
	body?: Values;
	/** Instead of a body, for messages. */
	message?: (fieldOf: FieldOf) => Promise<MessageBody>;
	/** Changes the request after path, query and body are set. */
	amend?: (fieldOf: FieldOf, request: ServiceRequest) => Promise<void>;
	/** What the output says of the request, because the response does not. */
	echo?: Record<string, Reader>;
	returns?: Task['returns'];
}

/** Creates the operation for an endpoint, which also checks the shared fields that it has, e.g. Limit. */
export function operation(endpoint: Endpoint): Operation {
	const { name, action, description, fields, query, body, message, amend, echo, returns = singleResponse } = endpoint;
	const [method, url] = endpoint.request.split(' ') as [IHttpRequestMethods, string];
	const option = { name, action, description, routing: { request: { method, url } } };
	const allFields = [...fields, options];
	const fieldsFor = (context: ItemContext) => fieldsOf(context, allFields);
	const isList = fields.some((field) => field.name === limit.name);
	const file = fields.find((field) => field === binaryPropertyName);
	const queries = [additionalQuery, queryParameters].filter((field) => fields.includes(field));
	const build = async (context: ItemContext): Promise<Prepared> => {
		const fieldOf = fieldsFor(context);
		const request: ServiceRequest = { method, path: fillPath(url, fieldOf) };
		if (query) request.query = await readValues(query, fieldOf, context);
		if (body) request.body = await readValues(body, fieldOf, context);
		await amend?.(fieldOf, request);
		for (const pairs of queries) request.query = { ...request.query, ...queryPairs(fieldOf(pairs.name)) };
		if (isList && request.method === 'GET') checkLimit(context, fieldOf);
		if (file) text(fieldOf(file.name));
		if (!message) return { request, echo: echo && (await readValues(echo, fieldOf, context)) };
		const { body: messageBody, complete, ...messageParts } = await message(fieldOf);
		return {
			...messageParts,
			request: { ...request, body: messageBody },
			complete: complete && (async () => ({ ...request, body: await complete() })),
		};
	};
	// An amended request may have another method.
	const isRead = method === 'GET' && !amend;
	const hasMessageBody = url === '/messages' && fields.every((field) => field.name !== additionalFields.name);
	return { option, fields, isRead, hasMessageBody, fieldsOf: fieldsFor, build, returns };
}

/** Fills the `{name}` placeholders of a path from fields, URL-encoded, so that values cannot leave their segment. */
export function fillPath(template: string, fieldOf: FieldOf): string {
	return template.replace(/\{(\w+)\}/g, (_placeholder, name: string) => encodeURIComponent(id(fieldOf(name))));
}

/** Checks Return All and Limit. An API request has both fields, but is a list only if it is a GET with pagination. */
function checkLimit(context: ItemContext, fieldOf: FieldOf) {
	const isAll = boolean(fieldOf('returnAll'));
	const isPaged = context.getNodeParameter('pagination', 'page') !== 'none';
	if (isAll && !isPaged)
		throw fieldOf('returnAll').error(
			'Without pagination, only one request is sent, which may not return all results',
			'Set Pagination to By Page or By Cursor, or turn off Return All.',
		);
	const field = fieldOf('limit');
	if (isAll || !isPaged || (countOf(field.value) ?? Infinity) <= MAX_RECORDS) return;
	if (field.isBlank) throw field.emptyError();
	throw field.error(
		`The field "${field.label}" must be a whole number from 1 to ${MAX_RECORDS.toLocaleString('en')}`,
		'Enter the number of records to return, or turn on Return All.',
	);
}

/** Reads values; those that are undefined are not sent. */
async function readValues(values: Values, fieldOf: FieldOf, context: ItemContext): Promise<IDataObject> {
	const read = async ([name, reader]: [string, Reader]) => [name, await reader(fieldOf(name))];
	const entries =
		typeof values === 'function'
			? Object.entries(await values(fieldOf, (await context.credentials()).fieldNames))
			: await Promise.all(Object.entries(values).map(read));
	return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as IDataObject;
}
