import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';
import { isObject } from '../../transport/response/response';
import { fillPath } from './path';
import { preSend } from '../execution/preSend';
import { textOf } from '../../shared/plainValues';
import { splitList } from '../../shared/splitList';
import {
	field,
	isEmpty,
	isExpression,
	labelOf,
	parseJson,
	phoneNumber,
	phoneNumbers,
	refusal,
	requireInstanceId,
	requireSwitch,
	requireText,
} from './input';
import { bodyOf } from './required';
import { isPairingCode, readPairs, valueOf } from './values';

/** Fills `{name}` places of the path from the fields of the same name, and checks instance IDs wherever they go. */
export const fillPlaces = preSend(function (options) {
	options.url = fillPath(options.url, (name) => {
		const value = requireText(this, name, field(this, name));
		if (name === 'instanceId') requireInstanceId(this, value);
		return value;
	});
});

/** A field that is left empty is not sent; an explicit false or 0 is. */
export const dropEmpty = preSend(function (options) {
	options.qs = withoutEmpty(options.qs as IDataObject);
	if (isObject(options.body)) options.body = withoutEmpty(options.body as IDataObject);
	for (const values of [options.qs, options.body]) {
		if (isObject(values)) requireInstanceId(this, values.instanceId);
	}
});

function withoutEmpty(values: IDataObject = {}): IDataObject {
	const kept = Object.entries(values)
		.map(([name, value]) => [name, IDS.has(name) ? trimmed(valueOf(value)) : valueOf(value)] as const)
		.filter(([, value]) => value !== undefined && value !== null && value !== '');
	return Object.fromEntries(kept) as IDataObject;
}

/** Fields whose value is taken without the spaces around it. */
const IDS = new Set(['instanceId', 'chatId']);

function trimmed(value: unknown): unknown {
	return typeof value === 'string' ? value.trim() : value;
}

/**
 * Body of an operation whose fields the reference does not show: `specifyBody`, `fields`, `jsonBody`.
 *
 * @param subjects fields that say what the operation is about: left empty they are not sent, but an expression for one of
 *   them has to give a value
 */
export function undocumentedBody(...subjects: string[]) {
	return preSend(function (options) {
		const isJson = this.getNodeParameter('specifyBody', 'fields') === 'json';
		options.body = isJson ? jsonBody(this) : fieldsBody(this, subjects);
		const names = Object.keys(options.body);
		if (names.length > 0 && (isJson || !names.every((name) => SAYING_NOTHING.has(name)))) return;
		throw refusal(
			this,
			'The request body is empty',
			'Fill in the fields that describe what to send or create. If they contain expressions, the expressions return nothing for this item.',
		);
	});
}

/** Fields that nothing can be sent or made with alone. */
const SAYING_NOTHING = new Set(['instanceId', 'type', 'isActive', 'retryOnFailure']);

function jsonBody(context: IExecuteSingleFunctions): IDataObject {
	const json = parseJson(context, context.getNodeParameter('jsonBody', ''), 'JSON Body') ?? {};
	if (!isObject(json)) {
		throw refusal(context, 'The field "JSON Body" must contain a JSON object', 'Start it with { and end it with }.');
	}
	return json as IDataObject;
}

function fieldsBody(context: IExecuteSingleFunctions, subjects: string[]): IDataObject {
	const { additionalFields, ...named } = context.getNodeParameter('fields', {}) as IDataObject;
	let values = withoutEmpty(named);
	for (const name of JSON_FIELDS) {
		if (name in values) values[name] = notEmpty(parseJson(context, values[name], labelOf(name))) as IDataObject;
	}
	values = withoutEmpty(values);
	for (const name of subjects) {
		const { [name]: value } = values;
		const isMissing = value === undefined || (typeof value === 'string' && textOf(value) === undefined);
		if (isMissing && isExpression(context, 'fields', name)) throw isEmpty(context, name);
	}
	for (const name of SWITCHES) {
		if (name in named) values[name] = requireSwitch(context, name, named[name]);
	}
	if ('participants' in values) values.participants = phoneNumbers(context, values.participants);
	if ('events' in values) values.events = splitList(values.events);
	requireInstanceId(context, values.instanceId);
	return { ...values, ...pairs(additionalFields, true) };
}

/** n8n's JSON editor shows an empty text as an error, so these fields begin as `{}`, which counts as left empty. */
function notEmpty(value: unknown): unknown {
	return isObject(value) && Object.keys(value).length === 0 ? undefined : value;
}

const JSON_FIELDS = ['content', 'headers'] as const;
const SWITCHES = ['isActive', 'retryOnFailure'] as const;

function pairs(value: unknown, json: boolean): IDataObject {
	return readPairs(value, json) as IDataObject;
}

/** Adds the pairs of `additionalQuery`; they win over the node's own parameters. */
export const openQuery = preSend(function (options) {
	options.qs = { ...options.qs, ...pairs(this.getNodeParameter('additionalQuery', {}), false) };
});

/** The query of a download is its pairs (`queryParameters`); they select the message, so none may be empty. */
export const pairsQuery = preSend(function (options) {
	const queryParameters = this.getNodeParameter('queryParameters', {}) as { parameters?: IDataObject[] };
	const named = (queryParameters.parameters ?? []).filter(({ name }) => textOf(name) !== undefined);
	for (const { name, value } of named) {
		if (value === undefined || value === null || value === '') {
			throw refusal(
				this,
				`The query parameter "${String(name)}" is empty`,
				'Enter a value, or remove the parameter. If it contains an expression, the expression returns nothing for this item.',
			);
		}
	}
	options.qs = { ...options.qs, ...pairs(queryParameters, false) };
});

/** Query of Get Messages; the reference names only `cursor` (4.14), so the other names are settings. */
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

/** Body field `participants`: phone numbers with country code (reference, section 4.9). */
export const participantsBody = preSend(function (options) {
	bodyOf(options).participants = phoneNumbers(this, this.getNodeParameter('participants', ''));
});

/** Body fields `phone` and `pairingCode` (reference, section 4.3). */
export const pairingBody = preSend(function (options) {
	const code = requireText(this, 'pairingCode', this.getNodeParameter('pairingCode', '')).replace(/[\s-]/g, '');
	if (!isPairingCode(code)) {
		throw refusal(
			this,
			`The pairing code has ${code.length} characters instead of 8`,
			'Enter the code shown by the Connect operation or on the phone: 8 letters or digits.',
		);
	}
	bodyOf(options).pairingCode = code;
	bodyOf(options).phone = phoneNumber(this, requireText(this, 'phone', this.getNodeParameter('phone', '')));
});

/** Body field `photoUrl` (reference, section 4.10). */
export const photoBody = preSend(function (options) {
	const address = requireText(this, 'photoUrl', this.getNodeParameter('photoUrl', ''));
	if (!/^https?:\/\/[^\s/]+/i.test(address) || !URL.canParse(address)) {
		throw refusal(
			this,
			`"${address}" is not a valid image URL`,
			'Enter a URL that the service can access, e.g. https://example.com/photo.jpg.',
		);
	}
	bodyOf(options).photoUrl = address;
});

/** Body field whose name the reference does not show (4.12): `lifetimeField` names it, `lifetime` is its value. */
export const lifetimeBody = preSend(function (options) {
	const name = textOf(this.getNodeParameter('lifetimeField', ''));
	if (name === undefined) {
		throw refusal(this, 'The field "Lifetime Field Name" is empty', 'Enter the name of the body field for the lifetime, e.g. expiration.');
	}
	const lifetime = requireText(this, 'lifetime', this.getNodeParameter('lifetime', 0));
	bodyOf(options)[name] = /^-?\d+(\.\d+)?$/.test(lifetime) ? Number(lifetime) : lifetime;
});
