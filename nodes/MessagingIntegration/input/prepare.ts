import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';
import { isObject } from '../../transport/response/response';
import { fillPath } from './path';
import { preSend } from '../execution/preSend';
import { textOf } from '../../shared/plainValues';
import { splitList } from '../../shared/splitList';
import {
	MISSING_VALUE,
	field,
	emptyFieldError,
	isExpression,
	labelOf,
	parseJson,
	phoneNumber,
	phoneNumbers,
	inputError,
	requireInstanceId,
	requireBoolean,
	requireText,
} from './input';
import { bodyOf } from './required';
import { isPairingCode, readPairs, locatorValue } from './values';

/** Fills the `{name}` placeholders of the path from the fields of the same name, and checks instance IDs. */
export const fillPlaceholders = preSend(function (options) {
	options.url = fillPath(options.url, (name) => {
		const value = requireText(this, name, field(this, name));
		if (name === 'instanceId') requireInstanceId(this, value);
		return value;
	});
});

/** Removes empty fields from query and body, but keeps false and 0. Checks instance IDs. */
export const dropEmpty = preSend(function (options) {
	options.qs = withoutEmpty(options.qs as IDataObject);
	if (isObject(options.body)) options.body = withoutEmpty(options.body as IDataObject);
	for (const values of [options.qs, options.body]) {
		if (isObject(values)) requireInstanceId(this, values.instanceId);
	}
});

function withoutEmpty(values: IDataObject = {}): IDataObject {
	const entries = Object.entries(values)
		.map(
			([name, value]) =>
				[name, IDS.has(name) ? trimmed(locatorValue(value)) : locatorValue(value)] as const,
		)
		.filter(([, value]) => value !== undefined && value !== null && value !== '');
	return Object.fromEntries(entries) as IDataObject;
}

/** Fields whose value is trimmed. */
const IDS = new Set(['instanceId', 'chatId']);

function trimmed(value: unknown): unknown {
	return typeof value === 'string' ? value.trim() : value;
}

/**
 * Builds the body of an operation whose fields the reference does not document, from `specifyBody`, `fields` and `jsonBody`.
 *
 * @param subjects main fields of the operation: they may be empty, but an expression in one of them must return a value
 */
export function undocumentedBody(...subjects: string[]) {
	return preSend(function (options) {
		const isJson = this.getNodeParameter('specifyBody', 'fields') === 'json';
		options.body = isJson ? jsonBody(this) : fieldsBody(this, subjects);
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
	const json = parseJson(context, context.getNodeParameter('jsonBody', ''), 'JSON Body') ?? {};
	if (!isObject(json)) {
		throw inputError(
			context,
			'The field "JSON Body" must contain a JSON object',
			'Start it with { and end it with }.',
		);
	}
	return json as IDataObject;
}

function fieldsBody(context: IExecuteSingleFunctions, subjects: string[]): IDataObject {
	const { additionalFields, ...named } = context.getNodeParameter('fields', {}) as IDataObject;
	let values = withoutEmpty(named);
	for (const name of JSON_FIELDS) {
		if (name in values)
			values[name] = withoutEmptyObject(
				parseJson(context, values[name], labelOf(name)),
			) as IDataObject;
	}
	values = withoutEmpty(values);
	for (const name of subjects) {
		const { [name]: value } = values;
		if (value === undefined && isExpression(context, 'fields', name))
			throw emptyFieldError(context, name);
		if (value === undefined || !TEXT_SUBJECTS.has(name)) continue;
		const isLeftBlank = textOf(value) === undefined && !isExpression(context, 'fields', name);
		values[name] = isLeftBlank ? undefined : requireText(context, name, value);
	}
	values = withoutEmpty(values);
	for (const name of BOOLEAN_FIELDS) {
		if (name in named) values[name] = requireBoolean(context, name, named[name]);
	}
	if ('participants' in values) values.participants = phoneNumbers(context, values.participants);
	if ('events' in values) values.events = splitList(values.events);
	requireInstanceId(context, values.instanceId);
	return { ...values, ...pairs(additionalFields, true) };
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

function pairs(value: unknown, json: boolean): IDataObject {
	return readPairs(value, json) as IDataObject;
}

/** Adds the pairs of `additionalQuery`, which override the node's own parameters. */
export const addAdditionalQuery = preSend(function (options) {
	options.qs = { ...options.qs, ...pairs(this.getNodeParameter('additionalQuery', {}), false) };
});

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
	options.qs = { ...options.qs, ...pairs(queryParameters, false) };
});

/** Whether a query parameter has no value: it is neither text, a number nor a boolean. */
function hasNoValue(value: unknown): boolean {
	return (
		(textOf(value) === undefined && typeof value !== 'boolean') || MISSING_VALUE.test(String(value))
	);
}

/** Sets the query of Get Messages. The reference documents only the name `cursor` (4.14), so the other names are settings. */
export const messagesQuery = preSend(function (options) {
	const names = this.getNodeParameter('parameterNames', {}) as IDataObject;
	const chatId = requireText(this, 'chatId', field(this, 'chatId'));
	const instanceId = trimmed(field(this, 'instanceId')) ?? '';
	requireInstanceId(this, instanceId);
	options.qs = {
		...options.qs,
		...withoutEmpty({
			[String(names.chat || 'chatId')]: chatId,
			[String(names.instance || 'instanceId')]: instanceId as string,
		}),
	};
});

/** Sets the body field `participants`: phone numbers with country code (reference, section 4.9). */
export const participantsBody = preSend(function (options) {
	bodyOf(options).participants = phoneNumbers(this, this.getNodeParameter('participants', ''));
});

/** Sets the body fields `phone` and `pairingCode` (reference, section 4.3). */
export const pairingBody = preSend(function (options) {
	const code = requireText(this, 'pairingCode', this.getNodeParameter('pairingCode', '')).replace(
		/[\s-]/g,
		'',
	);
	if (!isPairingCode(code)) {
		throw inputError(
			this,
			`The pairing code has ${code.length} characters instead of 8`,
			'Enter the code shown by the Connect operation or on the phone: 8 letters or digits.',
		);
	}
	bodyOf(options).pairingCode = code;
	bodyOf(options).phone = phoneNumber(
		this,
		requireText(this, 'phone', this.getNodeParameter('phone', '')),
	);
});

/** Sets the body field `photoUrl` (reference, section 4.10). */
export const photoBody = preSend(function (options) {
	const url = requireText(this, 'photoUrl', this.getNodeParameter('photoUrl', ''));
	if (!/^https?:\/\/[^\s/]+/i.test(url) || !URL.canParse(url)) {
		throw inputError(
			this,
			`"${url}" is not a valid image URL`,
			'Enter a URL that the service can access, e.g. https://example.com/photo.jpg.',
		);
	}
	bodyOf(options).photoUrl = url;
});

/** Sets the body field that `lifetimeField` names to `lifetime`; the reference does not document its name (4.12). */
export const lifetimeBody = preSend(function (options) {
	const name = textOf(this.getNodeParameter('lifetimeField', ''));
	if (name === undefined) {
		throw inputError(
			this,
			'The field "Lifetime Field Name" is empty',
			'Enter the name of the body field for the lifetime, e.g. expiration.',
		);
	}
	const lifetime = requireText(this, 'lifetime', this.getNodeParameter('lifetime', 0));
	bodyOf(options)[name] = /^-?\d+(\.\d+)?$/.test(lifetime) ? Number(lifetime) : lifetime;
});
