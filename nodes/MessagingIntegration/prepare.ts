import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { isObject } from '../transport/answer';
import { fillPath, requireRelativePath } from '../transport/path';
import { preSend } from '../transport/preSend';
import { field, parseJson, phoneNumber, phoneNumbers, refusal, requireInstanceId } from './input';
import { isPairingCode, readPairs, splitNumbers, valueOf } from './values';

/** Fills `{name}` places of the path from the fields of the same name, and checks instance IDs wherever they go. */
export const fillPlaces = preSend(function (options) {
	options.url = fillPath(options.url, (name) => {
		const value = field(this, name);
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
		.map(([name, value]) => [name, valueOf(value)] as const)
		.filter(([, value]) => value !== undefined && value !== null && value !== '');
	return Object.fromEntries(kept) as IDataObject;
}

function body(options: IHttpRequestOptions): IDataObject {
	return (options.body ??= {}) as IDataObject;
}

/** Body of an operation whose fields the reference does not show: `specifyBody`, `fields`, `jsonBody`. */
export const openBody = preSend(function (options) {
	if (this.getNodeParameter('specifyBody', 'fields') === 'json') {
		const json = parseJson(this, this.getNodeParameter('jsonBody', ''), 'JSON Body');
		if (json !== undefined && !isObject(json)) {
			throw refusal(this, 'The field "JSON Body" has to hold a JSON object', 'It begins with { and ends with }.');
		}
		options.body = (json ?? {}) as IDataObject;
		return;
	}
	const { additionalFields, ...named } = this.getNodeParameter('fields', {}) as IDataObject;
	let values = withoutEmpty(named);
	for (const name of JSON_FIELDS) {
		if (name in values) values[name] = notEmpty(parseJson(this, values[name], LABELS[name])) as IDataObject;
	}
	values = withoutEmpty(values);
	if ('participants' in values) values.participants = phoneNumbers(this, values.participants);
	if ('events' in values) values.events = splitNumbers(values.events);
	requireInstanceId(this, values.instanceId);
	options.body = { ...values, ...pairs(additionalFields, true) };
});

/** n8n's JSON editor shows an empty text as an error, so these fields begin as `{}`, which counts as left empty. */
function notEmpty(value: unknown): unknown {
	return isObject(value) && Object.keys(value).length === 0 ? undefined : value;
}

const LABELS = { content: 'Content', headers: 'Headers' } as const;
const JSON_FIELDS = ['content', 'headers'] as const;

function pairs(value: unknown, json: boolean): IDataObject {
	return readPairs(value, json) as IDataObject;
}

/** Adds the pairs of `additionalQuery`; they win over the node's own parameters. */
export const openQuery = preSend(function (options) {
	options.qs = { ...options.qs, ...pairs(this.getNodeParameter('additionalQuery', {}), false) };
});

/** The query of the operation is its pairs (`queryParameters`). */
export const pairsQuery = preSend(function (options) {
	options.qs = { ...options.qs, ...pairs(this.getNodeParameter('queryParameters', {}), false) };
});

/** Query of Get Messages; the reference names only `cursor` (4.14), so the other names are settings. */
export const messagesQuery = preSend(function (options) {
	const names = this.getNodeParameter('parameterNames', {}) as IDataObject;
	const chatId = field(this, 'chatId');
	if (chatId === undefined || String(chatId).trim() === '') {
		throw refusal(this, 'No chat is chosen', 'Choose the chat from the list, or enter its ID.');
	}
	const instanceId = field(this, 'instanceId');
	requireInstanceId(this, instanceId);
	options.qs = {
		...options.qs,
		...withoutEmpty({
			[String(names.chat || 'chatId')]: String(chatId),
			[String(names.instance || 'instanceId')]: instanceId as string,
		}),
	};
});

/** Body field `participants`: phone numbers with country code (reference, section 4.9). */
export const participantsBody = preSend(function (options) {
	body(options).participants = phoneNumbers(this, this.getNodeParameter('participants', ''));
});

/** Body fields `phone` and `pairingCode` (reference, section 4.3). */
export const pairingBody = preSend(function (options) {
	const code = String(this.getNodeParameter('pairingCode', '')).replace(/[\s-]/g, '');
	if (!isPairingCode(code)) {
		throw refusal(
			this,
			`The pairing code has ${code.length} characters instead of 8`,
			'Enter the code as the operation Connect or the phone shows it: 8 letters or digits.',
		);
	}
	body(options).pairingCode = code;
	body(options).phone = phoneNumber(this, this.getNodeParameter('phone', ''));
});

/** Body field `photoUrl` (reference, section 4.10). */
export const photoBody = preSend(function (options) {
	const address = String(this.getNodeParameter('photoUrl', '')).trim();
	if (!/^https?:\/\/[^\s/]+/i.test(address) || !URL.canParse(address)) {
		throw refusal(
			this,
			`"${address}" is not the address of a picture`,
			'Enter an address that the service can fetch, e.g. https://example.com/photo.jpg.',
		);
	}
	body(options).photoUrl = address;
});

/** Body field whose name the reference does not show (4.12): `lifetimeField` names it, `lifetime` is its value. */
export const lifetimeBody = preSend(function (options) {
	const name = String(this.getNodeParameter('lifetimeField', '')).trim();
	if (name === '') {
		throw refusal(this, 'The lifetime has no field name', 'Enter the name of the body field under Lifetime Field Name.');
	}
	body(options)[name] = this.getNodeParameter('lifetime', 0) as number;
});

/** Method, path, query and body of an API request. */
export const freeRequest = preSend(function (options) {
	options.method = this.getNodeParameter('method', 'GET') as IHttpRequestOptions['method'];
	options.url = requireRelativePath(String(this.getNodeParameter('path', '')));
	options.qs = pairs(this.getNodeParameter('queryParameters', {}), false);
	if (options.method === 'GET') return;
	const json = parseJson(this, this.getNodeParameter('body', ''), 'Body');
	if (json !== undefined && json !== null && typeof json !== 'object') {
		throw refusal(this, 'The field "Body" has to hold a JSON object or array', 'It begins with { or [.');
	}
	options.body = (json ?? {}) as IDataObject;
});

/** An operation that changes something needs something to change. */
export const requireBody = preSend(function (options) {
	if (Object.keys(body(options)).length === 0) {
		throw refusal(this, 'Nothing is to be changed', 'Add at least one field.');
	}
});
