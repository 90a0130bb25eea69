import type { IDataObject } from 'n8n-workflow';
import { isObject, textOf } from '../../shared/plainValues';
import type { Field, FieldOf } from './field';
import { NO_NUMBER, readPhoneNumber } from './phoneNumber';
import { bodyPairs, id, NUMBER_ADVICE, text, textOrDefault } from './readers';

/**
 * Builds the body of a text message from the fields `instanceId`, `recipient` and `messageOptions`. No option may
 * replace what another field has set. The content is sent exactly as it is.
 */
export function messageBody(fieldOf: FieldOf, content: string): IDataObject {
	const options = fieldOf('messageOptions');
	const body: IDataObject = { instanceId: id(fieldOf('instanceId')) };
	body.type = textOrDefault(options.inner('messageType'));
	const suffix = textOf(options.inner('phoneNumberSuffix').value) ?? '';
	const address = readRecipient(fieldOf('recipient'), suffix);
	for (const [name, value] of [
		['recipientField', address],
		['textField', content],
	] as const) {
		const field = options.inner(name);
		const path = textOrDefault(field);
		const names = path.split('.').map((each) => each.trim());
		add(body, names, value, () => conflict(options, field, path));
	}
	const additional = options.inner('additionalFields');
	for (const [name, value] of Object.entries(bodyPairs(additional)))
		add(body, [name], value, () => conflict(options, additional, name));
	return body;
}

/**
 * Reads the recipient. A chat chosen from the list is returned unchanged. In any other mode, an ID with a domain is
 * returned unchanged, and a phone number as digits plus the suffix, because the reference does not show which of both
 * the service expects.
 */
function readRecipient(field: Field, phoneNumberSuffix: string): string {
	const value = text(field);
	if ((field.mode === 'list' && !field.isExpression) || /^[^\s@]+@[^\s@]+$/.test(value))
		return value;
	const number = readPhoneNumber(value);
	if ('digits' in number) return number.digits + phoneNumberSuffix;
	const problem =
		number.problem === NO_NUMBER ? 'is neither a phone number nor a chat address' : number.problem;
	throw field.error(
		`"${value}" ${problem}`,
		`${NUMBER_ADVICE}, or an address such as 5511987654321@s.whatsapp.net.`,
	);
}

function conflict(options: Field, field: Field, path: string): Error {
	return field.error(
		`${field.label} under ${options.label} cannot use "${path}"`,
		'Another field has this place in the message already, or it is not the name of a field. Enter names with dots between them, e.g. content.text.',
	);
}

/**
 * Adds a value under the names of a path. An object is merged into one that is there already. Names that objects
 * inherit are refused: they would be lost in JSON, or change the object itself.
 */
function add(target: IDataObject, path: string[], value: unknown, toError: () => Error): void {
	const [name = '', ...inner] = path;
	const isOwn = Object.hasOwn(target, name);
	const isMerged = inner.length > 0 || (isOwn && isObject(value));
	if (name === '' || (name in target && !(isOwn && isMerged))) throw toError();
	if (!isMerged) return void (target[name] = value as IDataObject);
	const next = isOwn ? target[name] : (target[name] = {});
	if (!isObject(next)) throw toError();
	const entries = inner.length > 0 ? [[inner, value]] : Object.entries(value as object);
	for (const [rest, each] of entries as Array<[string | string[], unknown]>)
		add(next as IDataObject, [rest].flat(), each, toError);
}
