import { createHash } from 'crypto';

/** Joins sentences with spaces. Each ends with a full stop before the next begins; the last stays as it is. */
export function joinSentences(...sentences: string[]): string {
	const filled = sentences.map((each) => each.trim()).filter((each) => each !== '');
	const last = filled.pop() ?? '';
	return [...filled.map(endSentence), last].join(' ');
}

/** Ends a sentence with a full stop, unless it has an end already. */
export function endSentence(sentence: string): string {
	return /[.!?…]["”')]?$/.test(sentence) ? sentence : `${sentence}.`;
}

const ENDINGS: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' };

/** Returns the ordinal of a number, e.g. 3rd. */
export function ordinal(count: number): string {
	const kind = new Intl.PluralRules('en', { type: 'ordinal' }).select(count);
	return `${count}${ENDINGS[kind] ?? 'th'}`;
}

/** Splits text, or each entry of an array, at commas, semicolons and new lines. Drops empty entries. */
export function splitList(value: unknown): string[] {
	const parts = Array.isArray(value)
		? value.flatMap(splitList)
		: String(value ?? '').split(/[,;\n\r]/);
	return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Parses JSON. @returns the error if the text is not JSON */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
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

/** Whether two values are the same URL: case, punycode, default port, trailing slashes and full stop do not matter. */
export function isSameUrl(a: unknown, b: unknown): boolean {
	return normalizeUrl(a) === normalizeUrl(b);
}

function normalizeUrl(value: unknown): string {
	const text = String(value ?? '');
	const url = parseUrl(text);
	if (url === undefined) return text;
	url.hostname = url.hostname.replace(/\.$/, '');
	url.pathname = trimEnd(url.pathname, '/');
	return url.href.replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase());
}

/** Removes all of a character from the end of a text. A regular expression would take quadratic time. */
export function trimEnd(text: string, character: string): string {
	let end = text.length;
	while (end > 0 && text[end - 1] === character) end -= 1;
	return text.slice(0, end);
}

/** Returns the SHA-256 hash in base64. */
export function sha256(value: string | Buffer): string {
	return createHash('sha256').update(value).digest('base64');
}
