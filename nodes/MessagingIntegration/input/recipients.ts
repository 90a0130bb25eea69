import { isChatAddress, isSharedAddress, similarAddress } from '../../phone/address';
import { readCopiedNumber, readPhoneNumber } from '../../phone/phoneNumber';
import { NO_NUMBER } from '../../phone/phoneText';
import { UserError } from '../../shared/userError';
import { textOf } from '../../shared/values';
import type { ServiceRequest } from '../../transport/request/requestOnce';
import type { Field } from './field';
import { id, list, text } from './readers';

/** Reads a phone number as its digits; an expression may return what the service shows, see `readCopiedNumber`. */
export const copiedNumber = async (field: Field) => await digitsOf(field, text(field), readCopiedNumber);

/** Reads phone numbers, see `list` and `readPhoneNumber`. */
export async function phoneNumbers(field: Field): Promise<string[]> {
	const entries: unknown[] = Array.isArray(field.value) ? field.value : [];
	if (entries.some((entry) => !Array.isArray(entry) && textOf(entry) === undefined))
		throw field.error(
			`An entry of the field "${field.label}" is empty`,
			'Every entry in the list must be a phone number with country code.',
		);
	return await Promise.all(list(field).map(async (number) => await digitsOf(field, number)));
}

/** Reads the ID of a chat. In the output of this package, phone numbers have a "+", which addresses do not have. */
export function chat(field: Field): string {
	const value = id(field);
	const number = value.startsWith('+') ? readPhoneNumber(value) : undefined;
	return number && 'digits' in number ? number.digits : value;
}

/** Reads the recipient of a message: an address as it is, a phone number as digits (section 2.9 shows neither). */
export async function recipient(field: Field): Promise<{ address: string; isNumber: boolean }> {
	const value = text(field);
	if (field.mode === 'list' && !field.isExpression) return { address: value, isNumber: false };
	if (isSharedAddress(value)) return { address: value, isNumber: false };
	if (isChatAddress(value)) {
		const similar = similarAddress(value);
		if (similar !== undefined) throw field.error(`"${value}" has an unknown domain`, `Did you mean ${similar}?`);
		return { address: value, isNumber: false };
	}
	// The value of any mode but Phone is an address.
	const read = ['id', 'list'].includes(String(field.mode)) ? readCopiedNumber : readPhoneNumber;
	return { address: await digitsOf(field, value, read, true), isNumber: true };
}

/** What an expression such as `$json.phone + "@s.whatsapp.net"` returns for an item without a phone. */
const LOST_ADDRESS = /(?<=[^\\]")(?:undefined|null|NaN)(?:@|%40)[\w.-]+(?=")/;

/** @throws UserError for a request with an address that has lost its number */
export function requireAddresses({ path, query, body }: ServiceRequest): void {
	const [address] = LOST_ADDRESS.exec(JSON.stringify([path.split('/'), query, body])) ?? [];
	if (address !== undefined)
		throw new UserError(
			`The address "${address.replace('%40', '@')}" has no number`,
			'Nothing was sent. The expression before the @ returns nothing for this item: check the name of its field.',
		);
}

/** Reads a phone number as digits with its country code. @throws UserError if it is not exactly one number */
export async function digitsOf(field: Field, value: string, read = readPhoneNumber, mayBeAddress = false) {
	const number = read(value, (await field.context.credentials()).defaultCountryCode);
	if ('digits' in number) return number.digits;
	const { problem, lacksCode } = number;
	const isNeither = mayBeAddress && problem === NO_NUMBER;
	const orCode = lacksCode ? ', or set Default Country Code in the credentials' : '';
	const orAddress = mayBeAddress ? ' You can also enter an address such as 5511987654321@s.whatsapp.net.' : '';
	throw field.error(
		`"${value}" ${isNeither ? 'is neither a phone number nor a chat address' : problem}`,
		`Write the number with + and its country code, e.g. +55 11 98765-4321${orCode}.${orAddress}`,
	);
}
