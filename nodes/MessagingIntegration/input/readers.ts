import type { INodePropertyOptions } from 'n8n-workflow';
import { isChatAddress, similarAddress } from '../../phone/address';
import { NO_NUMBER, TWO_NUMBERS } from '../../phone/phoneText';
import { needsCountryCode, readCopiedNumber, readPhoneNumber } from '../../phone/phoneNumber';
import { booleanOf, joinSentences, parseJson, parseUrl, splitList, textOf } from '../../shared/values';
import { isLocalHost } from '../../transport/credentials/credentials';
import type { Field } from './field';
import { toChatFormat } from './markdown';

/** Reads and checks the value of a field, or promises it. @throws NodeOperationError if it is empty or invalid */
export type Reader = (field: Field) => unknown;

/** Text that JavaScript produces for a missing value in a template. */
export const MISSING_VALUE = /^(undefined|null|NaN|\[object Object\])$/;

/** Makes a reader return undefined for an empty value. */
export function optional<T>(read: (field: Field) => T): (field: Field) => T | undefined {
	return (field) => (field.isBlank ? undefined : read(field));
}

/** Reads text or a number as trimmed text. */
export function text(field: Field): string {
	const { value } = field;
	const read = textOf(value);
	if (read !== undefined && !MISSING_VALUE.test(read)) return read;
	if (typeof value === 'boolean' || (typeof value === 'object' && value !== null))
		throw field.error(
			`The field "${field.label}" contains ${JSON.stringify(value)} instead of text`,
			'Make the expression return the value itself, e.g. {{ $json.id }}.',
		);
	throw field.emptyError();
}

/**
 * Reads the text of a message, with Markdown converted if the option Format Markdown is on. @throws NodeOperationError
 * if it is empty, or an expression that n8n does not evaluate, because the field is set to Fixed
 */
export function messageText(field: Field): string {
	requireText(field);
	const { formatMarkdown } = field.context.getNodeParameter('options', {}) as { formatMarkdown?: unknown };
	const read = String(field.value);
	const hasExpression = field.entered
		.split('{{')
		.slice(1)
		.some((part) => part.includes('}}') && part.slice(0, part.indexOf('}}')).includes('$'));
	if (field.isExpression || !hasExpression) return booleanOf(formatMarkdown) ? toChatFormat(read) : read;
	throw field.error(
		`The expression in the field "${field.label}" is not evaluated, because the field is set to Fixed`,
		'Nothing was sent. Switch the field to Expression.',
	);
}

/** Checks that a field has a text. @throws NodeOperationError if it has none */
export const requireText = (field: Field) => void text(field);

/** Reads a text that may be missing. An expression must return one: a quote must not get lost without a word. */
export function filledOrAbsent(field: Field): string | undefined {
	if (!field.isBlank) return text(field);
	if (!field.isExpression) return undefined;
	throw field.error(
		`The field "${field.label}" is empty`,
		'Its expression returns nothing for this item. Correct it. If you do not need the field, switch it to Fixed and leave it empty.',
	);
}

/** What an ID must match without a pattern in the field's form: no dot segment, which URL parsers or servers follow. */
const ANY_ID = {
	regex: '(?!(\\.|%(25)*2[eE]){1,2}(;|%(25)*3[bB]|$))[^]+',
	errorMessage: 'Enter the ID as the service shows it, e.g. in the output of another operation.',
};

/** Reads an ID. If the field's form has a pattern for it, the ID must match. */
export function id(field: Field): string {
	const value = text(field);
	const [rule] = (field.property.modes ?? []).flatMap(({ validation = [] }) => validation);
	const { regex, errorMessage } = (rule as { properties: typeof ANY_ID } | undefined)?.properties ?? ANY_ID;
	if (new RegExp(`^${regex}$`).test(value)) return value;
	throw field.error(`"${value}" is not a valid ID for the field "${field.label}"`, errorMessage);
}

/** Reads true or false; "true" and "false" as text count too. */
export function boolean(field: Field): boolean {
	const read = booleanOf(field.value);
	if (read !== undefined) return read;
	if ((field.value ?? '') === '') throw field.emptyError();
	throw field.error(
		`The field "${field.label}" contains ${JSON.stringify(field.value)} instead of true or false`,
		'Use the toggle, or make the expression return true or false.',
	);
}

/** Reads one of a dropdown field's values, because an expression may return anything; a method also in lower case. */
export function choice(field: Field): string {
	const values = (field.property.options as INodePropertyOptions[]).map(({ value }) => value);
	const entered = [field.value, String(field.value).toUpperCase()];
	const found = values.find((value) => entered.includes(value));
	if (found !== undefined) return String(found);
	if (field.isBlank) throw field.emptyError();
	throw field.error(
		`The field "${field.label}" contains the invalid value ${JSON.stringify(field.value)}`,
		`Choose one of these values, or make the expression return one of them: ${values.join(', ')}.`,
	);
}

/** Reads a number as a number, and other text as it is. */
export function numberOrText(field: Field): number | string {
	const read = text(field);
	return /^-?\d+(\.\d+)?$/.test(read) && !isChanged(read) ? Number(read) : read;
}

/** Reads a list of texts, from a list or from text with commas or new lines. */
export function list(field: Field): string[] {
	const entries = splitList(Array.isArray(field.value) ? field.value : text(field));
	if (entries.length === 0) throw field.emptyError();
	return entries;
}

/** Reads JSON that is not empty. Expressions may return objects, so values other than text are returned unchanged. */
export function json(field: Field): unknown {
	if (field.isBlank) throw field.emptyError();
	const { value } = field;
	if (typeof value !== 'string') return value;
	const parsed = parseJson(value);
	if (parsed instanceof SyntaxError) {
		const rule = 'Keys and strings need double quotes, and trailing commas are not allowed.';
		const advice = field.isExpression
			? 'Insert a text as {{ JSON.stringify($json.text) }}, without quotation marks around it.'
			: '';
		const problem = `The field "${field.label}" does not contain valid JSON`;
		throw field.error(problem, joinSentences(parsed.message, rule, advice));
	}
	checkNumbers(field, value);
	return parsed;
}

/** @throws NodeOperationError if a JSON text has a number that would be sent in another way than it is written */
export function checkNumbers(field: Field, value: string): void {
	const changed = outsideStrings(value)
		.flatMap((part) => part.match(/-?\d[\d.eE+-]*/g) ?? [])
		.find(isChanged);
	if (changed === undefined) return;
	throw field.error(
		`The number ${changed} cannot be sent as it is written`,
		`Write it in the shortest way, or as text: "${changed}".`,
	);
}

/** Returns what is outside the strings of a JSON text. One string may have megabytes, too many for most patterns. */
function outsideStrings(json: string): string[] {
	const parts: string[] = [];
	for (let start = 0; start < json.length;) {
		const quote = indexOf(json, '"', start);
		parts.push(json.slice(start, quote));
		start = endOfString(json, quote);
	}
	return parts;
}

/** Where a string of a JSON text ends that begins at this place: after the first quote that no backslash escapes. */
function endOfString(json: string, start: number): number {
	let end = start;
	let backslashes = 0;
	do {
		end = indexOf(json, '"', end + 1);
		for (backslashes = 0; json[end - backslashes - 1] === '\\'; backslashes += 1);
	} while (backslashes % 2 === 1 && end < json.length);
	return end + 1;
}

function indexOf(text: string, part: string, from: number): number {
	const index = text.indexOf(part, from);
	return index < 0 ? text.length : index;
}

/** Whether a number would be sent in another way, e.g. `1.0`, `1e5` or with 20 digits. */
export const isChanged = (token: string): boolean => String(Number(token)) !== token;

/** Reads the URL of a file that the service fetches. @throws NodeOperationError unless the service can access it */
export async function fileUrl(field: Field): Promise<string> {
	const url = text(field);
	const parsed = parseUrl(url);
	if (parsed === undefined || !/^https?:$/.test(parsed.protocol))
		throw field.error(
			`"${url}" is not a valid URL of a file`,
			'Enter a URL that the service can access, e.g. https://example.com/photo.jpg, not the path of a file on a disk.',
		);
	const encoded = /\s/.test(url) ? parsed.href : url;
	if (!isLocalHost(parsed.hostname)) return encoded;
	const { isLocal } = await field.credentials();
	if (isLocal) return encoded;
	throw field.error(
		`The service cannot access ${parsed.host}`,
		'This host is in a private network. Enter a URL with a public host.',
	);
}

/** Reads a phone number as its digits; an expression may return what the service shows, see `readCopiedNumber`. */
export const copiedNumber = async (field: Field) => await digitsOf(field, text(field), readCopiedNumber);

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
 * Reads the ID of a chat. The output of this package has phone numbers with "+", which the addresses of chats do not
 * have.
 */
export function chat(field: Field): string {
	const value = id(field);
	const number = value.startsWith('+') ? readPhoneNumber(value) : undefined;
	return number && 'digits' in number ? number.digits : value;
}

/**
 * Reads the recipient of a message: a chat from the list and an ID with a domain unchanged, a phone number as digits.
 * The reference (section 2.9) does not show which of both the service expects.
 */
export async function recipient(field: Field): Promise<{ address: string; isNumber: boolean }> {
	const value = text(field);
	if (field.mode === 'list' && !field.isExpression) return { address: value, isNumber: false };
	if (isChatAddress(value)) return { address: knownAddress(field, value), isNumber: false };
	// The value of any mode but Phone is an address.
	const read = ['id', 'list'].includes(String(field.mode)) ? readCopiedNumber : readPhoneNumber;
	return { address: await digitsOf(field, value, read, true), isNumber: true };
}

/** @throws NodeOperationError if the domain of a chat's address is rather a slip of the pen */
function knownAddress(field: Field, value: string): string {
	const similar = similarAddress(value);
	if (similar === undefined) return value;
	throw field.error(`"${value}" has an unknown domain`, `Did you mean ${similar}?`);
}

/** Reads a phone number as digits with its country code. @throws NodeOperationError if it is not exactly one number */
export async function digitsOf(
	field: Field,
	value: string,
	read = readPhoneNumber,
	mayBeAddress = false,
): Promise<string> {
	const code = needsCountryCode(value) ? (await field.credentials()).defaultCountryCode : '';
	const number = read(value, code);
	if ('digits' in number) return number.digits;
	const { problem, lacksCode } = number;
	const isOther = mayBeAddress && problem === NO_NUMBER;
	const start = problem === TWO_NUMBERS ? 'Enter one number, with' : 'Write the number with';
	const advice = [
		`${start} + and its country code, e.g. +55 11 98765-4321`,
		lacksCode ? ', or set Default Country Code in the credentials' : '',
		mayBeAddress ? '. You can also enter an address such as 5511987654321@s.whatsapp.net' : '',
	];
	throw field.error(
		`"${value}" ${isOther ? 'is neither a phone number nor a chat address' : problem}`,
		`${advice.join('')}.`,
	);
}
