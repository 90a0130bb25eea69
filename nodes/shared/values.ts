import { createHash } from 'crypto';

export type Fields = Record<string, unknown>;

/**
 * The most records of one list: n8n passes them to `push(...items)`. On the stack, 120,000 fit, and 130,000 do not.
 */
export const MAX_RECORDS = 100_000;

/** Whether a value is a JSON object: not null, not an array. */
export function isObject(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Converts a value to an item's JSON: objects stay as they are, anything else goes under `value`. */
export const asObject = (value: unknown): Fields => (isObject(value) ? value : { value });

/** Reads a boolean, if it is one; also as text, which expressions and AI models often return. */
export function booleanOf(value: unknown): boolean | undefined {
	const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (text === true || text === 'true') return true;
	return text === false || text === 'false' ? false : undefined;
}

/** Reads a whole number of at least `least`, also as text. @returns undefined for any other value */
export function countOf(value: unknown, least = 1): number | undefined {
	const number = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) && number >= least ? number : undefined;
}

/** Reads a string or a number as trimmed text; undefined for empty text and anything else, e.g. lists and NaN. */
export function textOf(value: unknown): string | undefined {
	if (
		typeof value !== 'string' &&
		typeof value !== 'bigint' &&
		!(typeof value === 'number' && Number.isFinite(value))
	) {
		return undefined;
	}
	const text = String(value).trim();
	return text === '' ? undefined : text;
}

/** Joins sentences with spaces. Each ends with a full stop before the next begins; the last stays as it is. */
export function joinSentences(...sentences: string[]): string {
	const filled = sentences.map((each) => each.trim()).filter((each) => each !== '');
	const last = filled.pop() ?? '';
	return [...filled.map(endSentence), last].join(' ');
}

/** Ends a sentence with a full stop, unless it has an end already. */
export const endSentence = (sentence: string): string => (/[.!?…]["”')]?$/.test(sentence) ? sentence : `${sentence}.`);

const ENDINGS: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' };

/** Returns the ordinal of a number, e.g. 3rd. */
export function ordinal(count: number): string {
	return `${count}${ENDINGS[new Intl.PluralRules('en', { type: 'ordinal' }).select(count)] ?? 'th'}`;
}

/** Splits text, or each entry of an array, at commas, semicolons and new lines. Drops empty entries. */
export function splitList(value: unknown): string[] {
	const parts = Array.isArray(value) ? value.flatMap(splitList) : String(value ?? '').split(/[,;\n\r]/);
	return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Parses an absolute URL. `URL.canParse` of Node 20 rejects valid URLs with characters beyond ASCII. */
export function parseUrl(text: string, base?: string): URL | undefined {
	try {
		return new URL(text, base);
	} catch {
		return undefined;
	}
}

/** Removes all of a character from the end of a text. A regular expression would take quadratic time. */
export function trimEnd(text: string, character: string): string {
	let end = text.length;
	while (end > 0 && text[end - 1] === character) end -= 1;
	return text.slice(0, end);
}

/** Returns the SHA-256 hash in base64. */
export const sha256 = (value: string | Buffer): string => createHash('sha256').update(value).digest('base64');
