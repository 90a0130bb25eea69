import { type IExecuteSingleFunctions, NodeOperationError } from 'n8n-workflow';
import { booleanOf, isObject, textOf } from '../../shared/plainValues';
import { readPhoneNumber } from './phoneNumber';
import { isUuid, locatorValue } from './values';
import { joinSentences, splitList } from '../../shared/text';

/** Labels of the checked fields, for error messages. */
const LABELS: Record<string, string> = {
	announcement: 'Announcement',
	archive: 'Archive',
	binaryPropertyName: 'Put Output File in Field',
	body: 'Body',
	chatId: 'Chat',
	content: 'Content',
	events: 'Events',
	groupId: 'Group',
	headers: 'Headers',
	instanceId: 'Instance',
	isActive: 'Is Active',
	jsonBody: 'JSON Body',
	lifetime: 'Lifetime',
	message: 'Message',
	messageId: 'Message ID',
	name: 'Name',
	pairingCode: 'Pairing Code',
	participants: 'Participants',
	path: 'Path',
	phone: 'Phone',
	photoUrl: 'Photo URL',
	recipient: 'Recipient',
	remoteJid: 'Recipient',
	retryOnFailure: 'Retry on Failure',
	returnAll: 'Return All',
	subject: 'Subject',
	text: 'Text',
	url: 'URL',
	webhookId: 'Webhook',
};

/** Returns the label of a field as the user sees it. */
export function labelOf(name: string): string {
	return LABELS[name] ?? name;
}

/** Reads a field of the item; a resource locator as its plain value. */
export function field(context: IExecuteSingleFunctions, name: string): unknown {
	const value = context.getNodeParameter(name, '') as unknown;
	// A generated workflow may lack the `__rl` of a locator.
	return isObject(value) && 'mode' in value ? value.value : locatorValue(value);
}

/** Creates an error about the user's input; `description` says what to enter. */
export function inputError(context: IExecuteSingleFunctions, message: string, description: string) {
	return new NodeOperationError(context.getNode(), message, {
		description,
		itemIndex: context.getItemIndex(),
	});
}

/** Text that JavaScript produces for a missing value in a template. */
export const MISSING_VALUE = /^(undefined|null|NaN|\[object Object\])$/;

/**
 * Checks a required text.
 *
 * @param name name of the field
 * @returns the text, or the number as text, trimmed
 * @throws NodeOperationError if it is empty, or neither text nor number
 */
export function requireText(
	context: IExecuteSingleFunctions,
	name: string,
	value: unknown,
): string {
	const text = textOf(value);
	if (text !== undefined && !MISSING_VALUE.test(text)) return text;
	if (typeof value === 'boolean' || (typeof value === 'object' && value !== null)) {
		throw inputError(
			context,
			`The field "${labelOf(name)}" contains ${JSON.stringify(value)} instead of text`,
			'Make the expression return the value itself, e.g. {{ $json.id }}.',
		);
	}
	throw emptyFieldError(context, name);
}

/** Creates the error for an empty required field. */
export function emptyFieldError(
	context: IExecuteSingleFunctions,
	name: string,
): NodeOperationError {
	return inputError(
		context,
		`The field "${labelOf(name)}" is empty`,
		'Enter a value. If the field contains an expression, the expression returns nothing for this item.',
	);
}

/**
 * Checks a required boolean; "true" and "false" as text count too.
 *
 * @param name name of the field
 * @throws NodeOperationError for any other value
 */
export function requireBoolean(
	context: IExecuteSingleFunctions,
	name: string,
	value: unknown,
): boolean {
	const read = booleanOf(value);
	if (read !== undefined) return read;
	if (value === undefined || value === null || value === '') throw emptyFieldError(context, name);
	throw inputError(
		context,
		`The field "${labelOf(name)}" contains ${JSON.stringify(value)} instead of true or false`,
		'Use the toggle, or make the expression return true or false.',
	);
}

/**
 * Returns whether a field contains an expression.
 *
 * @param path name of the field, after the names of the collections around it
 */
export function isExpression(context: IExecuteSingleFunctions, ...path: string[]): boolean {
	const raw = path.reduce<unknown>(
		(at, name) => (isObject(at) ? at[name] : undefined),
		context.getNode().parameters,
	);
	const value = locatorValue(raw);
	return typeof value === 'string' && value.startsWith('=');
}

/** Checks an optional instance ID. @throws NodeOperationError if it is not a UUID */
export function requireInstanceId(context: IExecuteSingleFunctions, value: unknown): void {
	// Reference, section 4: instance IDs are UUIDs. The format of other IDs is not documented.
	if (value !== undefined && value !== '' && !isUuid(value)) {
		throw inputError(
			context,
			`"${String(value)}" is not an instance ID`,
			'An instance ID is a UUID, e.g. 3fa85f64-5717-4562-b3fc-2c963f66afa6. Choose the instance from the list, or copy its ID from the output of Get Many.',
		);
	}
}

/**
 * Parses a JSON field. Expressions may return objects, so values other than text are returned unchanged.
 *
 * @param path name of the field, after the names of the collections around it
 * @returns undefined for empty text
 * @throws NodeOperationError that contains the label of the field
 */
export function parseJson(
	context: IExecuteSingleFunctions,
	value: unknown,
	...path: string[]
): unknown {
	if (typeof value !== 'string') return value;
	if (value.trim() === '') return undefined;
	try {
		return JSON.parse(value) as unknown;
	} catch (error) {
		throw inputError(
			context,
			`The field "${labelOf(path.at(-1) ?? '')}" does not contain valid JSON`,
			joinSentences(
				(error as Error).message,
				'Keys and strings need double quotes, and trailing commas are not allowed.',
				isExpression(context, ...path)
					? 'Insert a text as {{ JSON.stringify($json.text) }}, without quotation marks around it.'
					: '',
			),
		);
	}
}

/**
 * Reads phone numbers, see `readPhoneNumber`.
 *
 * @param value text with commas or new lines, or a list
 * @throws NodeOperationError if the value contains no phone number, or an invalid one
 */
export function phoneNumbers(context: IExecuteSingleFunctions, value: unknown): string[] {
	if (
		Array.isArray(value) &&
		value.some((each) => !Array.isArray(each) && textOf(each) === undefined)
	) {
		throw inputError(
			context,
			'A participant is empty',
			'Every entry in the list must be a phone number with country code.',
		);
	}
	const numbers = splitList(value);
	if (numbers.length === 0) {
		throw inputError(
			context,
			'No participants given',
			'Enter one phone number with country code per line.',
		);
	}
	return numbers.map((number) => phoneNumber(context, number));
}

/** Reads a phone number, see `readPhoneNumber`. @throws NodeOperationError if it is not valid */
export function phoneNumber(context: IExecuteSingleFunctions, value: unknown): string {
	const number = readPhoneNumber(value);
	if ('problem' in number) {
		throw inputError(
			context,
			`"${String(value)}" ${number.problem}`,
			'Enter the number with its country code, 7 to 15 digits, e.g. 5511987654321. "+", spaces, parentheses, dots and dashes are allowed.',
		);
	}
	return number.digits;
}
