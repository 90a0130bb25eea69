import { isPhone, readAddress } from '../phone/address';
import { isScalar, scalarOf } from '../shared/looseValues';

/** Whether an address is an ID that stands for a phone number. */
const isLid = (address: unknown): boolean => /@lid$/.test(String(address));

/** An address, a number, or an ID of a service (which has a digit and no space); not a name or a word. */
const ADDRESS =
	/^([^\s@]+@[^\s@]+|(\w+:)?\+?\d[\d\s().-]{3,}|\d+-(group|broadcast)|(?=\S*\d)[\w<>:.-]{5,64}|[\w+/]{15,}={1,2})$/;

/** Returns the address that a value is or, as an object, has as its ID. */
export function addressOf(value: unknown): string | number | undefined {
	const scalar = scalarOf(value);
	if (typeof scalar === 'number') return Number.isSafeInteger(scalar) && Math.abs(scalar) > 9_999 ? scalar : undefined;
	return typeof scalar === 'string' && scalar.length < 100 && ADDRESS.test(scalar) ? scalar : undefined;
}

/** Whether two addresses are the same. */
export function isSameAddress(one: unknown, other: unknown): boolean {
	const key = readAddress(one)?.key;
	return key !== undefined && key === readAddress(other)?.key;
}

/** Returns the address of a chat that is known as the service writes it: the same, or the LID of a person. */
export function writtenAddress<Written>(written: Written | undefined, knownAddress: string): Written | string {
	const isHidden = isLid(written) && isPhone(knownAddress);
	return written !== undefined && (isHidden || isSameAddress(written, knownAddress)) ? written : knownAddress;
}

/** Returns an address, unless the value is an object: an object under the name of a chat is read by its own fields. */
export const scalarAddress = (value: unknown) => (isScalar(value) ? addressOf(value) : undefined);
