import { createHash } from 'crypto';

/** Joins sentences with spaces. Each ends with a full stop before the next begins; the last stays as it is. */
export function joinSentences(...sentences: string[]): string {
	const sentencesWithText = sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== '');
	const last = sentencesWithText.pop() ?? '';
	const endedSentences = sentencesWithText.map((sentence) =>
		/[.!?…]["”')]?$/.test(sentence) ? sentence : `${sentence}.`,
	);
	return [...endedSentences, last].join(' ');
}

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

/** Removes all of a character from the end of a text. A regular expression would take quadratic time. */
export function trimEnd(text: string, character: string): string {
	let end = text.length;
	while (end > 0 && text[end - 1] === character) end -= 1;
	return text.slice(0, end);
}

/** Returns how many edits of one character turn one text into the other (Levenshtein). */
export function editsOf(one: string, other: string): number {
	let row = [...Array(other.length + 1).keys()];
	for (const [index, letter] of [...one].entries()) {
		const next = [index + 1];
		for (const [column, otherLetter] of [...other].entries())
			next.push(Math.min(row[column + 1]! + 1, next[column]! + 1, row[column]! + (letter === otherLetter ? 0 : 1)));
		row = next;
	}
	return row.at(-1)!;
}

/** Returns the SHA-256 hash in base64. */
export const sha256 = (value: string | Buffer): string => createHash('sha256').update(value).digest('base64');

/** Whether a number would be sent in another way, e.g. `1.0`, `1e5` or with 20 digits. */
export const isChanged = (token: string): boolean => String(Number(token)) !== token;

/** A whole number of fewer digits is below 2^53. */
const LONG_NUMBER = /(?<![\w.+-])-?\d{16,}(?![\w.+-])/g;

/** Puts the whole numbers of a JSON text that JavaScript cannot represent into quotes, in linear time. */
function quoteLongNumbers(json: string): string {
	if (!/\d{16}/.test(json)) return json;
	const quoted = (number: string) => (Number.isSafeInteger(Number(number)) ? number : `"${number}"`);
	let isString = false;
	const parts = json.split('"').map((part) => {
		const wasString = isString;
		// A quotation mark after an odd number of backslashes does not end its string.
		const backslashes = part.length - trimEnd(part, '\\').length;
		isString = !isString || backslashes % 2 === 1;
		return wasString ? part : part.replace(LONG_NUMBER, quoted);
	});
	return parts.join('"');
}

/** Parses JSON; whole numbers above 2^53 become texts with their digits. @returns the SyntaxError if it is none */
export function parseJson(text: string): unknown {
	const json = quoteLongNumbers(text);
	try {
		return JSON.parse(json) as unknown;
	} catch (error) {
		return error;
	}
}

/** Parses a text that is JSON, and returns any other text as it is. */
export function jsonOrText(text: string): unknown {
	const parsed = parseJson(text);
	return parsed instanceof SyntaxError ? text : parsed;
}

/** Parses an absolute URL. `URL.canParse` of Node 20 rejects valid URLs with characters beyond ASCII. */
export function parseUrl(text: string, base?: string): URL | undefined {
	try {
		return new URL(text, base);
	} catch {
		return undefined;
	}
}
