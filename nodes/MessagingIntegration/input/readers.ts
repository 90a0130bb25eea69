import type { INodePropertyOptions } from 'n8n-workflow';
import { joinSentences, parseJson, parseUrl, splitList } from '../../shared/texts';
import { booleanOf, isUuid, textOf } from '../../shared/values';
import { isLocalHost } from '../../transport/credentials/credentials';
import type { Field } from './field';
import { toChatFormat } from './markdown';

/** Reads and checks the value of a field, or promises it. @throws UserError if it is empty or invalid */
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
	const trimmed = textOf(value);
	if (trimmed !== undefined && !MISSING_VALUE.test(trimmed)) return trimmed;
	if (typeof value === 'boolean' || (typeof value === 'object' && value !== null))
		throw field.error(
			`The field "${field.label}" contains ${JSON.stringify(value)} instead of text`,
			'Make the expression return the value itself, e.g. {{ $json.id }}.',
		);
	throw field.emptyError();
}

/** Reads the text of a message, perhaps with Markdown. @throws UserError for none */
export function messageText(field: Field): string {
	text(field);
	const { formatMarkdown } = field.context.getNodeParameter('options', {}) as { formatMarkdown?: unknown };
	const entered = String(field.value);
	const converted = booleanOf(formatMarkdown) ? toChatFormat(entered) : entered;
	if (converted.trim() !== '') return converted;
	throw field.error(
		`The field "${field.label}" contains nothing but marks of Markdown`,
		'Enter a text, or turn off Format Markdown under Options to send the marks.',
	);
}

/** Reads a text that may be missing. An expression must return one: a quote must not get lost without a word. */
export function filledOrAbsent(field: Field): string | undefined {
	if (!field.isBlank) return text(field);
	if (!field.isExpression) return undefined;
	throw field.error(
		`The field "${field.label}" is empty`,
		'Its expression returns nothing for this item. If you do not need the field, switch it to Fixed and leave it empty.',
	);
}

/** What an ID must match: no dot segment, which URL parsers or servers follow. */
const ANY_ID = /^(?!(\.|%(25)*2[eE]){1,2}(;|%(25)*3[bB]|$))[^]+$/;

/** Reads an ID. That of an instance must be a UUID, unless it was chosen from the list. */
export function id(field: Field): string {
	const value = text(field);
	const isTyped = field.property.name === 'instanceId' && field.mode !== 'list';
	if (isTyped ? isUuid(value) : ANY_ID.test(value)) return value;
	throw field.error(
		`"${value}" is not a valid ID for the field "${field.label}"`,
		isTyped
			? 'An instance ID is a UUID. Choose the instance from the list, or copy its ID from the output of Get Many.'
			: 'Enter the ID as the service shows it, e.g. in the output of another operation.',
	);
}

/** Reads true or false; "true" and "false" as text count too. */
export function boolean(field: Field): boolean {
	const flag = booleanOf(field.value);
	if (flag !== undefined) return flag;
	if ((field.value ?? '') === '') throw field.emptyError();
	throw field.error(
		`The field "${field.label}" contains ${JSON.stringify(field.value)} instead of true or false`,
		'Use the toggle, or make the expression return true or false.',
	);
}

/** Reads one of a dropdown field's values, because an expression may return anything; a method also in lower case. */
export function choice(field: Field): string {
	const values = (field.property.options as INodePropertyOptions[]).map(({ value }) => value);
	const spellings = [field.value, String(field.value).toUpperCase()];
	const value = values.find((value) => spellings.includes(value));
	if (value !== undefined) return String(value);
	if (field.isBlank) throw field.emptyError();
	throw field.error(
		`The field "${field.label}" contains the invalid value ${JSON.stringify(field.value)}`,
		`Choose one of these values, or make the expression return one of them: ${values.join(', ')}.`,
	);
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
	if (!(parsed instanceof SyntaxError)) return parsed;
	const rule = 'Keys and strings need double quotes, and trailing commas are not allowed.';
	const advice =
		'In an expression, insert a text as {{ JSON.stringify($json.text) }}, without quotation marks around it.';
	throw field.error(
		`The field "${field.label}" does not contain valid JSON`,
		joinSentences(parsed.message, rule, field.isExpression ? advice : ''),
	);
}

/** Reads the URL of a file that the service fetches. @throws UserError unless the service can access it */
export async function fileUrl(field: Field): Promise<string> {
	const url = text(field);
	const parsed = parseUrl(url);
	if (parsed === undefined || !/^https?:$/.test(parsed.protocol))
		throw field.error(
			`"${url}" is not a valid URL of a file`,
			'Enter a URL that the service can access, e.g. https://example.com/photo.jpg, not the path of a file on a disk.',
		);
	if (/[\r\n]|[\s,;]https?:/i.test(url))
		throw field.error(
			`The field "${field.label}" contains more than one URL`,
			'Enter one URL. For several files, use one item for each.',
		);
	const encoded = /\s/.test(url) ? parsed.href : url;
	if (!isLocalHost(parsed.hostname)) return encoded;
	const { isLocal } = await field.context.credentials();
	if (isLocal) return encoded;
	throw field.error(
		`The service cannot access ${parsed.host}`,
		'This host is in a private network. Enter a URL with a public host.',
	);
}
