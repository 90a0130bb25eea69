import { isPhone, kindOfAddress, readAddress } from '../phone/address';
import { isScalar, scalarOf } from '../shared/looseValues';

/** Whether an address is an ID that stands for a phone number. */
const isLid = (address: unknown): boolean => /@lid$/.test(String(address));

/** Whether two addresses, or the objects that have them as their IDs, are the same. */
export function isSameAddress(one: unknown, other: unknown): boolean {
	const key = readAddress(scalarOf(one))?.key;
	return key !== undefined && key === readAddress(scalarOf(other))?.key;
}

/** Returns the address of a chat that is known as the service writes it: the same, or the LID of a person. */
export function writtenAddress<Written>(written: Written | undefined, knownAddress: string): Written | string {
	const isHidden = isLid(written) && isPhone(knownAddress);
	return written !== undefined && (isHidden || isSameAddress(written, knownAddress)) ? written : knownAddress;
}

/** Returns an address, unless the value is an object: an object under the name of a chat is read by its own fields. */
export const scalarAddress = (value: unknown) =>
	isScalar(value) && kindOfAddress(value) !== undefined ? value : undefined;
