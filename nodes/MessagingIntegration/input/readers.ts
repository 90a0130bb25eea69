import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { booleanOf, isObject, textOf } from '../../shared/plainValues';
import { joinSentences, jsonOrText, parseJson, splitList } from '../../shared/text';
import { type Field, isBlank } from './field';

/** Reads and checks the value of a field, or promises it. @throws NodeOperationError if it is empty or invalid */
export type Reader = (field: Field) => unknown;

/** Text that JavaScript produces for a missing value in a template. */
const MISSING_VALUE = /^(undefined|null|NaN|\[object Object\])$/;

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

/** Checks that a field has a text. @throws NodeOperationError if it has none */
export function requireText(field: Field): void {
	text(field);
}

/** Reads a text that may be missing. An expression must return one: a quote must not get lost without a word. */
export function filledOrAbsent(field: Field): string | undefined {
	if (!field.isBlank) return text(field);
	if (!field.isExpression) return undefined;
	throw field.error(
		`The field "${field.label}" is empty`,
		'Its expression returns nothing for this item. Correct it. If you do not need the field, switch it to Fixed and leave it empty.',
	);
}

/** What an ID must match without a pattern in the field's form: not a dot segment, which URL parsers resolve. */
const ANY_ID = {
	regex: '(?!\\.\\.?$)[^]+',
	errorMessage: 'Enter the ID as the service shows it, e.g. in the output of another operation.',
};

/** Reads an ID. If the field's form has a pattern for it, the ID must match. */
export function id(field: Field): string {
	const value = text(field);
	const [rule] = (field.property.modes ?? []).flatMap(({ validation = [] }) => validation);
	const { regex, errorMessage } =
		(rule as { properties: typeof ANY_ID } | undefined)?.properties ?? ANY_ID;
	if (new RegExp(`^${regex}$`).test(value)) return value;
	throw field.error(`"${value}" is not a valid ID for the field "${field.label}"`, errorMessage);
}

/** Reads true or false; "true" and "false" as text count too. */
export function boolean(field: Field): boolean {
	const read = booleanOf(field.value);
	if (read !== undefined) return read;
	if (field.value === undefined || field.value === null || field.value === '')
		throw field.emptyError();
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
	return /^-?\d+(\.\d+)?$/.test(read) ? Number(read) : read;
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
	if (parsed instanceof SyntaxError)
		throw field.error(
			`The field "${field.label}" does not contain valid JSON`,
			joinSentences(
				parsed.message,
				'Keys and strings need double quotes, and trailing commas are not allowed.',
				field.isExpression
					? 'Insert a text as {{ JSON.stringify($json.text) }}, without quotation marks around it.'
					: '',
			),
		);
	const changed = (value.match(STRINGS_AND_NUMBERS) ?? []).find(isChanged);
	if (changed === undefined) return parsed;
	throw field.error(
		`The number ${changed} cannot be sent as it is written`,
		`Write it in the shortest way, or as text: "${changed}".`,
	);
}

/** Reads body fields from pairs. Values that are valid JSON are parsed; those without a value are dropped. */
export function bodyPairs(field: Field): IDataObject {
	const pairs = pairsOf(field).map(([name, each]) => [name, pairValue(each)] as const);
	return merge(pairs.filter(([, each]) => each !== undefined && each !== null));
}

/** Reads one value of a pair, or promises it. @throws NodeOperationError if it is invalid */
export type PairReader = (field: Field, value: unknown, name: string) => unknown;

/** Reads body fields like `bodyPairs`, some with own readers. @throws NodeOperationError if one has no value */
export async function filledPairs(field: Field, readers: Record<string, PairReader>) {
	queryPairs(field, 'value of');
	const read: Array<[string, unknown]> = [];
	for (const [name, value] of pairsOf(field)) {
		const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
		read.push([name, reader ? await reader(field, value, name) : pairValue(value)]);
	}
	return merge(read);
}

/** Reads query parameters from name and value pairs. @throws NodeOperationError if one has no value */
export function queryPairs(field: Field, pair = 'query parameter'): IDataObject {
	const pairs = pairsOf(field);
	for (const [name, value] of pairs) {
		const values: unknown[] = Array.isArray(value) && value.length > 0 ? value : [value];
		if (values.every((each) => !isBlank(each) && !MISSING_VALUE.test(textOf(each) ?? ''))) continue;
		throw field.error(
			`The ${pair} "${name}" is empty`,
			'Enter a value, or remove it. If it contains an expression, the expression returns nothing for this item.',
		);
	}
	return merge(pairs);
}

/** The pairs with a name, which are in the format of n8n's HTTP Request node: `{ parameters: [{ name, value }] }`. */
function pairsOf({ value }: Field): Array<[string, unknown]> {
	const pairs: unknown = isObject(value) ? value.parameters : [];
	return (Array.isArray(pairs) ? pairs : [])
		.filter(isObject)
		.map((pair): [string, unknown] => [String(pair.name ?? '').trim(), pair.value])
		.filter(([name]) => name !== '');
}

/** The values of duplicate names become a list. */
function merge(pairs: Iterable<readonly [string, unknown]>): IDataObject {
	const merged = new Map<string, unknown>();
	for (const [name, value] of pairs)
		merged.set(name, merged.has(name) ? [merged.get(name), value].flat() : value);
	return Object.fromEntries(merged) as IDataObject;
}

/** The strings of a JSON text, so that what is in them is skipped, and its numbers. */
const STRINGS_AND_NUMBERS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** Whether a number would be sent in another way than it is written, e.g. `1.0`, `1e5` or with 20 digits. */
function isChanged(token: string): boolean {
	return !token.startsWith('"') && String(Number(token)) !== token;
}

function pairValue(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const text = value.trim();
	// Long numbers are usually IDs or phone numbers.
	const isText = /^-?\d{10,}$/.test(text) || (/^-?\d[\d.eE+-]*$/.test(text) && isChanged(text));
	return isText ? value : jsonOrText(value);
}
