import { type IExecuteSingleFunctions, NodeOperationError } from 'n8n-workflow';
import { isObject } from '../../transport/response/response';
import { booleanOf, textOf } from '../../shared/plainValues';
import { splitList } from '../../shared/splitList';
import { normalizePhoneNumber, isUuid, valueOf } from './values';

/** Labels of the fields that are checked, for errors. */
const LABELS: Record<string, string> = {
	announcement: 'Announcement',
	archive: 'Archive',
	binaryPropertyName: 'Put Output File in Field',
	chatId: 'Chat',
	content: 'Content',
	events: 'Events',
	groupId: 'Group',
	headers: 'Headers',
	instanceId: 'Instance',
	isActive: 'Is Active',
	lifetime: 'Lifetime',
	lifetimeField: 'Lifetime Field Name',
	name: 'Name',
	pairingCode: 'Pairing Code',
	participants: 'Participants',
	path: 'Path',
	phone: 'Phone',
	photoUrl: 'Photo URL',
	remoteJid: 'Recipient',
	retryOnFailure: 'Retry on Failure',
	returnAll: 'Return All',
	subject: 'Subject',
	url: 'URL',
	webhookId: 'Webhook',
};

/** @returns the label of a field as the user sees it */
export function labelOf(name: string): string {
	return LABELS[name] ?? name;
}

/** Reads a field of the item, resource locators as their plain value. */
export function field(context: IExecuteSingleFunctions, name: string): unknown {
	return valueOf(context.getNodeParameter(name, undefined, { extractValue: true }));
}

/** An error about the user's input; `description` says what to enter. */
export function refusal(context: IExecuteSingleFunctions, message: string, description: string) {
	return new NodeOperationError(context.getNode(), message, {
		description,
		itemIndex: context.getItemIndex(),
	});
}

/** What JavaScript makes of a missing value where an expression puts it into a text. */
const NOTHING = /^(undefined|null|NaN|\[object Object\])$/;

/**
 * A value that the operation cannot do without.
 *
 * @param name of the field
 * @returns the text, or the number as text, without spaces around it
 * @throws NodeOperationError when it is empty, or neither text nor number
 */
export function requireText(context: IExecuteSingleFunctions, name: string, value: unknown): string {
	const text = textOf(value);
	if (text !== undefined && !NOTHING.test(text)) return text;
	if (typeof value === 'boolean' || (typeof value === 'object' && value !== null)) {
		throw refusal(
			context,
			`The field "${labelOf(name)}" contains ${JSON.stringify(value)} instead of text`,
			'Make the expression return the value itself, e.g. {{ $json.id }}.',
		);
	}
	throw isEmpty(context, name);
}

/** The error for a field that has to be filled in. */
export function isEmpty(context: IExecuteSingleFunctions, name: string): NodeOperationError {
	return refusal(
		context,
		`The field "${labelOf(name)}" is empty`,
		'Enter a value. If the field contains an expression, the expression returns nothing for this item.',
	);
}

/**
 * A switch, which an expression may also give as the text "true" or "false".
 *
 * @param name of the field
 * @throws NodeOperationError for anything else
 */
export function requireSwitch(context: IExecuteSingleFunctions, name: string, value: unknown): boolean {
	const read = booleanOf(value);
	if (read !== undefined) return read;
	if (value === undefined || value === null || value === '') throw isEmpty(context, name);
	throw refusal(
		context,
		`The field "${labelOf(name)}" contains ${JSON.stringify(value)} instead of true or false`,
		'Use the toggle, or make the expression return true or false.',
	);
}

/**
 * Whether the user has entered an expression for a field.
 *
 * @param path names of the collections around the field, and its own
 */
export function isExpression(context: IExecuteSingleFunctions, ...path: string[]): boolean {
	const raw = path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), context.getNode().parameters);
	const value = valueOf(raw);
	return typeof value === 'string' && value.startsWith('=');
}

/** An empty instance ID passes. @throws NodeOperationError when it is no uuid */
export function requireInstanceId(context: IExecuteSingleFunctions, value: unknown): void {
	// Reference, section 4: instance identifiers are uuids; the format of the others is not shown.
	if (value !== undefined && value !== '' && !isUuid(value)) {
		throw refusal(
			context,
			`"${String(value)}" is not an instance ID`,
			'An instance ID is a UUID, e.g. 3fa85f64-5717-4562-b3fc-2c963f66afa6. Choose the instance from the list, or copy its ID from the output of Get Many.',
		);
	}
}

/**
 * Text that has to be JSON; values that expressions give as objects pass as they are, and an empty text is undefined.
 *
 * @throws NodeOperationError that names the field by its label
 */
export function parseJson(context: IExecuteSingleFunctions, value: unknown, label: string): unknown {
	if (typeof value !== 'string') return value;
	if (value.trim() === '') return undefined;
	try {
		return JSON.parse(value) as unknown;
	} catch (error) {
		throw refusal(
			context,
			`The field "${label}" does not contain valid JSON`,
			`${(error as Error).message}. Keys and strings need double quotes, and trailing commas are not allowed.`,
		);
	}
}

/**
 * Phone numbers, cleaned (see `normalizePhoneNumber`).
 *
 * @param value text with commas or new lines, or a list
 * @throws NodeOperationError when there is none, or one is no phone number
 */
export function phoneNumbers(context: IExecuteSingleFunctions, value: unknown): string[] {
	if (Array.isArray(value) && value.some((each) => !Array.isArray(each) && textOf(each) === undefined)) {
		throw refusal(context, 'A participant is empty', 'Every entry in the list must be a phone number with country code.');
	}
	const numbers = splitList(value);
	if (numbers.length === 0) {
		throw refusal(context, 'No participants given', 'Enter one phone number with country code per line.');
	}
	return numbers.map((number) => phoneNumber(context, number));
}

/** One phone number, cleaned. @throws NodeOperationError when it is none */
export function phoneNumber(context: IExecuteSingleFunctions, value: unknown): string {
	const number = normalizePhoneNumber(value);
	if (number === undefined) {
		throw refusal(
			context,
			`"${String(value)}" is not a valid phone number`,
			'Enter the number with its country code, 7 to 15 digits, e.g. 5511987654321. "+", spaces, brackets, dots and dashes are allowed.',
		);
	}
	return number;
}
