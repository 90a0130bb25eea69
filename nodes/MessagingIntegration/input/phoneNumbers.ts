import { isChatAddress } from '../../messages/address';
import { textOf } from '../../shared/plainValues';
import { needsCountryCode, readPhoneNumber } from '../../shared/phoneNumber';
import { NO_NUMBER, TWO_NUMBERS } from '../../shared/phoneText';
import type { Field } from './field';
import { list, text } from './readers';

const EXAMPLE = 'its country code, e.g. +55 11 98765-4321';

/** Reads a phone number as its digits, see `readPhoneNumber`. */
export async function phoneNumber(field: Field): Promise<string> {
	return await digitsOf(field, text(field));
}

/** Reads phone numbers, see `list` and `readPhoneNumber`. */
export async function phoneNumbers(field: Field): Promise<string[]> {
	const entries: unknown[] = Array.isArray(field.value) ? field.value : [];
	if (entries.some((each) => !Array.isArray(each) && textOf(each) === undefined))
		throw field.error(
			`An entry of the field "${field.label}" is empty`,
			'Every entry in the list must be a phone number with country code.',
		);
	const numbers: string[] = [];
	for (const each of list(field)) numbers.push(await digitsOf(field, each));
	return numbers;
}

/**
 * Reads the recipient of a message: a chat from the list and an ID with a domain unchanged, a phone number as digits
 * plus the suffix. The reference (section 2.9) does not show which of both the service expects.
 */
export async function recipient(field: Field, phoneNumberSuffix: string): Promise<string> {
	const value = text(field);
	const isChosen = field.mode === 'list' && !field.isExpression;
	if (isChosen || isChatAddress(value)) return value;
	return (await digitsOf(field, value, true)) + phoneNumberSuffix;
}

/** Reads a phone number as digits with its country code. @throws NodeOperationError if it is not exactly one number */
export async function digitsOf(field: Field, value: string, mayBeAddress = false): Promise<string> {
	const code = needsCountryCode(value) ? (await field.credentials()).defaultCountryCode : '';
	const number = readPhoneNumber(value, code);
	if ('digits' in number) return number.digits;
	const { problem, lacksCode } = number;
	const isOther = mayBeAddress && problem === NO_NUMBER;
	const advice = [
		problem === TWO_NUMBERS
			? `Enter one number, with + and ${EXAMPLE}`
			: `Write the number with + and ${EXAMPLE}`,
		lacksCode ? ', or set Default Country Code in the credentials' : '',
		mayBeAddress ? '. You can also enter an address such as 5511987654321@s.whatsapp.net' : '',
	].join('');
	throw field.error(
		`"${value}" ${isOther ? 'is neither a phone number nor a chat address' : problem}`,
		`${advice}.`,
	);
}
