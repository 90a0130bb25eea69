import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';
import { preSend } from '../execution/preSend';
import { isObject, textOf } from '../../shared/plainValues';
import {
	emptyFieldError,
	inputError,
	isExpression,
	parseJson,
	phoneNumbers,
	requireBoolean,
	requireInstanceId,
	requireText,
} from './input';
import { readPairs, withoutEmpty } from './values';
import { splitList } from '../../shared/text';

/**
 * Builds the body of an operation whose fields the reference does not document, from `specifyBody`, `<resource>Fields` and `jsonBody`.
 *
 * @param subjects main fields of the operation: they may be empty, but an expression in one of them must return a value
 */
export function undocumentedBody(resource: string, ...subjects: string[]) {
	return preSend(function (options) {
		const isJson = this.getNodeParameter('specifyBody', 'fields') === 'json';
		options.body = isJson ? jsonBody(this) : fieldsBody(this, `${resource}Fields`, subjects);
		const names = Object.keys(options.body);
		if (names.length > 0 && (isJson || !names.every((name) => INSUFFICIENT_FIELDS.has(name))))
			return;
		throw inputError(
			this,
			'The request body is empty',
			'Fill in the fields that describe what to send or create. If they contain expressions, the expressions return nothing for this item.',
		);
	});
}

/** Fields that are not enough to send or create something. */
const INSUFFICIENT_FIELDS = new Set(['instanceId', 'type', 'isActive', 'retryOnFailure']);

function jsonBody(context: IExecuteSingleFunctions): IDataObject {
	const json = parseJson(context, context.getNodeParameter('jsonBody', ''), 'jsonBody') ?? {};
	if (!isObject(json)) {
		throw inputError(
			context,
			'The field "JSON Body" must contain a JSON object',
			'Start it with { and end it with }.',
		);
	}
	return json as IDataObject;
}

function fieldsBody(
	context: IExecuteSingleFunctions,
	collection: string,
	subjects: string[],
): IDataObject {
	const { additionalFields, ...named } = context.getNodeParameter(collection, {}) as IDataObject;
	let values = withoutEmpty(named);
	for (const name of JSON_FIELDS) {
		if (name in values)
			values[name] = withoutEmptyObject(
				parseJson(context, values[name], collection, name),
			) as IDataObject;
	}
	values = withoutEmpty(values);
	for (const name of subjects) {
		const { [name]: value } = values;
		if (value === undefined && isExpression(context, collection, name))
			throw emptyFieldError(context, name);
		if (value === undefined || !TEXT_SUBJECTS.has(name)) continue;
		const isLeftBlank = textOf(value) === undefined && !isExpression(context, collection, name);
		values[name] = isLeftBlank ? undefined : requireText(context, name, value);
	}
	values = withoutEmpty(values);
	for (const name of BOOLEAN_FIELDS) {
		if (name in named) values[name] = requireBoolean(context, name, named[name]);
	}
	if ('participants' in values) values.participants = phoneNumbers(context, values.participants);
	if ('events' in values) values.events = splitList(values.events);
	requireInstanceId(context, values.instanceId);
	return { ...values, ...readPairs(additionalFields, true) };
}

/** n8n's JSON editor shows empty text as an error, so these fields default to `{}`, which counts as empty. */
function withoutEmptyObject(value: unknown): unknown {
	return isObject(value) && Object.values(value).every((each) => each === undefined)
		? undefined
		: value;
}

/** Subjects that are text; the others are lists or JSON. */
const TEXT_SUBJECTS = new Set(['name', 'remoteJid', 'subject', 'url']);
const JSON_FIELDS = ['content', 'headers'] as const;
const BOOLEAN_FIELDS = ['isActive', 'retryOnFailure'] as const;
