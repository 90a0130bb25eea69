import { type IExecuteSingleFunctions, NodeOperationError } from 'n8n-workflow';
import { cleanNumber, isUuid, splitNumbers, valueOf } from './values';

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

/** An empty instance ID passes. @throws NodeOperationError when it is no uuid */
export function requireInstanceId(context: IExecuteSingleFunctions, value: unknown): void {
	// Reference, section 4: instance identifiers are uuids; the format of the others is not shown.
	if (value !== undefined && value !== '' && !isUuid(value)) {
		throw refusal(
			context,
			`"${String(value)}" is not an instance ID`,
			'An instance ID is a UUID, like 3fa85f64-5717-4562-b3fc-2c963f66afa6. Choose the instance from the list, or copy its ID from Get Many.',
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
			`The field "${label}" does not hold valid JSON`,
			`${(error as Error).message}. Names and texts need double quotes, and the last entry has no comma behind it.`,
		);
	}
}

/**
 * Phone numbers, cleaned (see `cleanNumber`).
 *
 * @param value text with commas or new lines, or a list
 * @throws NodeOperationError when there is none, or one is no phone number
 */
export function phoneNumbers(context: IExecuteSingleFunctions, value: unknown): string[] {
	const numbers = splitNumbers(value);
	if (numbers.length === 0) {
		throw refusal(context, 'No participants are named', 'Enter one phone number with country code a line.');
	}
	return numbers.map((number) => phoneNumber(context, number));
}

/** One phone number, cleaned. @throws NodeOperationError when it is none */
export function phoneNumber(context: IExecuteSingleFunctions, value: unknown): string {
	const number = cleanNumber(value);
	if (number === undefined) {
		throw refusal(
			context,
			`"${String(value)}" is not a phone number`,
			'Enter the number with its country code, e.g. 5511987654321: 7 to 15 digits. "+", spaces, brackets, dots and dashes are allowed.',
		);
	}
	return number;
}
