import { didYouMean, joinSentences, parseJson } from '../../shared/texts';
import { UserError } from '../../shared/userError';
import type { Fields } from '../../shared/values';

/** The bodies that Field Names has an example of, each with the placeholders that need a place, and the others. */
const EXAMPLES = {
	message: [
		['recipient', 'text', 'caption', 'mediaUrl', 'mediaData', 'voiceNote', 'replyTo', 'mentions'],
		['instance', 'type', 'fileName', 'mimeType'],
	],
	customMessage: [
		['recipient', 'content'],
		['instance', 'type', 'replyTo'],
	],
};

export type ExampleName = keyof typeof EXAMPLES;

/** What looks like a placeholder: a word in braces, or in double ones as in n8n's expressions. */
const SUPPOSED_PLACEHOLDER = /\{\{?\s*[\p{L}_][^{}"':,]*\}\}?/gu;

/**
 * Checks an example of a body.
 * @throws UserError for an unknown placeholder, which it names, and for an example without a place for the recipient
 */
export function checkExample(name: ExampleName, example: object): void {
	const place = `The example "${name}" in the Field Names of the credentials`;
	const found: string[] = JSON.stringify(example).match(SUPPOSED_PLACEHOLDER) ?? [];
	const valid = EXAMPLES[name].flat().map((each) => `{${each}}`);
	const list = `The placeholders of "${name}" are ${valid.join(', ')}.`;
	const unknown = found.find((each) => !valid.includes(each));
	if (unknown !== undefined)
		throw new UserError(
			`${place} has the unknown placeholder "${unknown}"`,
			joinSentences(didYouMean(unknown, valid), list),
		);
	if (!found.includes('{recipient}'))
		throw new UserError(
			`${place} has no place for the recipient`,
			`Put "{recipient}" where the service expects the phone number or the chat. ${list}`,
		);
}

/** The values of a message by placeholder. Undefined, an empty text and an empty list are no values. */
export interface MessageValues extends Fields {
	/** The digits of a phone number, or the address of a chat. */
	recipient: string;
}

/** What a part of an example became, and its placeholders. */
interface Filled {
	value: unknown;
	used: string[];
}

/** Fills in a text of an example. @returns undefined if a value is missing */
type FillText = (text: string) => Filled | undefined;

/**
 * Builds a body from an example (the reference shows no body of a message, section 4.19). Parts without a value are
 * left out. Values are neither read as examples nor copied.
 * @param isNumber whether the recipient is a phone number: an address is sent without the text around it
 * @throws UserError if the example has no place for what the message has, and for a text that is meant to be JSON and
 *   is none, to which a value could add names
 */
export function fillIn(name: ExampleName, example: Fields, values: MessageValues, isNumber: boolean): Fields {
	const filled = fill(example, (text) => fillText(text, values, isNumber));
	const lost = EXAMPLES[name][0]?.find((each) => hasValue(values[each]) && !filled?.used.includes(each));
	if (lost === undefined) return filled?.value as Fields;
	throw new UserError(
		`The example "${name}" in the Field Names has no place for {${lost}}, which this message has`,
		`Nothing was sent. Put "{${lost}}" where the service expects it, in the field Field Names of the credentials.`,
	);
}

const hasValue = (value: unknown) =>
	value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

/** @returns undefined if the example has placeholders, and none of them a value */
function fill(example: unknown, fillEach: FillText): Filled | undefined {
	if (typeof example === 'string') return fillEach(example);
	if (typeof example !== 'object' || example === null) return { value: example, used: [] };
	const entries = Object.entries(example).flatMap(([key, each]: [string, unknown]) => {
		const name = fillEach(key);
		const part = name && fill(each, fillEach);
		// A placeholder in a list may stand for several entries.
		const isOne = typeof each !== 'string' || !Array.isArray(part?.value);
		return part ? [[String(name.value), { ...part, isOne, used: [...name.used, ...part.used] }] as const] : [];
	});
	// Of two entries that got the same name, the last one is sent.
	const parts = new Map(entries);
	const used = [...parts.values()].flatMap((part) => part.used);
	if (used.length === 0) return entries.length === Object.keys(example).length ? { value: example, used } : undefined;
	if (Array.isArray(example))
		return { value: [...parts.values()].flatMap(({ value, isOne }) => (isOne ? [value] : value)), used };
	return { value: Object.fromEntries([...parts].map(([name, { value }]) => [name, value])), used };
}

const PLACEHOLDER = /\{(\w+)\}/;
/** From the first to the last placeholder, with what a data URI begins with. */
const PLACEHOLDERS = /(?:data:[^{}]*)?\{\w.*\}/s;
/** Between values side by side, of which a message usually has one. */
const SIDE_BY_SIDE = /(?<=\})(?=\{|data:)/;

/** The domain of a phone number's address. */
const DOMAIN = /(?<=\{recipient\})@[a-z\d.-]+/i;

function fillText(example: string, values: MessageValues, isNumber: boolean): Filled | undefined {
	const json = jsonIn(example);
	if (json !== undefined) {
		// As JSON, so that a value cannot add to it.
		const filled = fill(json, (each) => fillText(each, values, isNumber));
		return filled && { ...filled, value: filled.used.length === 0 ? example : JSON.stringify(filled.value) };
	}
	const text = isNumber ? example : example.replace(DOMAIN, '');
	const [inside] = PLACEHOLDERS.exec(text) ?? [];
	if (inside === undefined) return { value: text, used: [] };
	if (text.includes('"'))
		throw new UserError(
			`The example in the Field Names has a text that looks like JSON, but is not valid: ${text.slice(0, 100)}`,
			'In JSON inside a text, placeholders need quotation marks, too, e.g. "{type}".',
		);
	const filled = joined(inside.split(SIDE_BY_SIDE).flatMap((each) => fillOne(each, values) ?? []));
	const isAddress = !isNumber && filled?.used.join() === 'recipient';
	if (filled === undefined || inside === text || isAddress) return filled;
	const around = (each: unknown) => text.replace(inside, () => asText(each));
	const { value, used } = filled;
	return { value: Array.isArray(value) ? value.map(around) : around(value), used };
}

function jsonIn(text: string): unknown {
	const json = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
	return json instanceof Error ? undefined : json;
}

/** A single value keeps its type. */
function joined(chosen: Filled[]): Filled | undefined {
	if (chosen.length < 2) return chosen[0];
	return { value: chosen.map(({ value }) => asText(value)).join(''), used: chosen.flatMap(({ used }) => used) };
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Fills in a text whose placeholders all must have a value. A single one keeps its type. */
function fillOne(text: string, values: MessageValues): Filled | undefined {
	// Every second piece is the name of a placeholder.
	const pieces = text.split(PLACEHOLDER);
	const used = pieces.filter((_piece, at) => at % 2 === 1);
	if (!used.every((each) => hasValue(values[each]))) return undefined;
	if (text === `{${used.join()}}`) return { value: values[used.join()], used };
	return { value: pieces.map((piece, at) => (at % 2 === 1 ? asText(values[piece]) : piece)).join(''), used };
}
