import { readAddress } from './address';
import { readPhoneNumber } from './phoneNumber';

/** The fewest digits by which a number that is written without its beginning finds a chat. */
const MIN_DIGITS = 8;

/** A phone number as people write it, or its digits. */
const NUMBER = /^[\d\s()+.-]+$/;

/**
 * Returns whether an address is that of a chat in a list: the same address or phone number. A number in the list that
 * may lack its country code is that of any phone number that ends with its digits.
 * @param countryCode of numbers without one; may be empty
 */
export function chatMatcher(ids: string[], countryCode: string): (address: unknown) => boolean {
	const keys = new Set<string | undefined>();
	const endings: string[] = [];
	for (const id of ids) {
		const number = readPhoneNumber(id, countryCode);
		keys.add(readAddress('digits' in number ? `+${number.digits}` : id)?.key);
		const digits = id.replace(/\D/g, '').replace(/^0+/, '');
		if ('problem' in number && NUMBER.test(id) && digits.length >= MIN_DIGITS) endings.push(digits);
	}
	return (address) => {
		const { key, phone } = readAddress(address) ?? {};
		return key !== undefined && (keys.has(key) || endings.some((digits) => phone?.endsWith(digits)));
	};
}

/** Whether a text can be the ID of a chat: it has a digit, and is not several words, as a name is. */
export const isChatId = (text: string): boolean => /\d/.test(text) && (NUMBER.test(text) || !/\s/.test(text));
