import fc from 'fast-check';
import examples from 'libphonenumber-js/examples.mobile.json';
import { type CountryCode, parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/metadata.max.json';

/** How many numbers of each country are tested, of mobiles and of fixed lines. */
const PER_COUNTRY = process.env.FULL === '1' ? 20 : 5;

export interface WorldNumber {
	country: CountryCode;
	code: string;
	isMobile: boolean;
	digits: string;
	phone: PhoneNumber;
}

type Type = 0 | [pattern: string, lengths?: number[]];
type Metadata = Record<string, [code: string, 0 | string, string, number[], ...unknown[]]>;

/** Where the metadata has the types of a country's numbers, and among them these types. */
const [TYPES, FIXED, MOBILE] = [11, 0, 1];

/** Returns valid mobiles and fixed lines of all countries, made from the patterns of libphonenumber-js. */
export function worldNumbers(): WorldNumber[] {
	return Object.entries(metadata.countries as unknown as Metadata).flatMap(([name, country]) => {
		const types = (country[TYPES] ?? []) as Type[];
		return [MOBILE, FIXED].flatMap((type) => {
			const [pattern, lengths = country[3]] = types[type] || [''];
			if (pattern === '') return [];
			const example = type === MOBILE ? [(examples as Record<string, string>)[name] ?? ''] : [];
			return numbersOf(name as CountryCode, [...example, ...samples(pattern)], lengths).map((phone): WorldNumber => ({
				country: name as CountryCode,
				code: phone.countryCallingCode,
				isMobile: type === MOBILE,
				digits: phone.number.slice(1),
				phone,
			}));
		});
	});
}

function samples(pattern: string): string[] {
	const text = fc.stringMatching(new RegExp(`^(?:${pattern})$`));
	return fc.sample(text, { seed: 1, numRuns: PER_COUNTRY * 20 });
}

function numbersOf(country: CountryCode, texts: string[], lengths: number[]): PhoneNumber[] {
	const { [country]: plan } = metadata.countries as unknown as Metadata;
	const numbers = new Map<string, PhoneNumber>();
	for (const text of texts) {
		if (numbers.size === PER_COUNTRY) break;
		const phone = parsePhoneNumberFromString(`+${plan?.[0]}${text}`);
		if (!lengths.includes(text.length) || phone?.nationalNumber !== text) continue;
		// Germany's plan allows more digits than ITU-T E.164, and Austria's has services with too few for a number.
		if (phone.isValid() && phone.number.length >= 8 && phone.number.length <= 16) numbers.set(text, phone);
	}
	return [...numbers.values()];
}

/** The ways in which people write a number. Those after the first two have neither "+" nor "00". */
export const FORMS: Record<string, (number: WorldNumber) => string> = {
	'with "+"': ({ phone }) => phone.formatInternational(),
	'with "00"': ({ phone }) => phone.formatInternational().replace('+', '00 '),
	'as digits with the country code': ({ digits }) => digits,
	'in the international form without "+"': ({ phone }) => phone.formatInternational().slice(1),
	'in the national form': ({ phone }) => phone.formatNational(),
	'as the digits of the national form': ({ phone }) => phone.formatNational().replace(/\D/g, ''),
	'without the trunk prefix': ({ phone }) => phone.nationalNumber,
	'with the country code in parentheses': ({ code, phone }) => `(${code}) ${phone.nationalNumber}`,
	'with the code in parentheses, in groups': ({ code, phone }) =>
		`(${code})${phone.formatInternational().slice(code.length + 1)}`,
};
