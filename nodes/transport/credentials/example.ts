import { parseJson } from '../../shared/parse';
import { didYouMean, joinSentences } from '../../shared/texts';
import { type Fields } from '../../shared/values';
import { UserError } from '../../shared/userError';

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

/** Where a value in quotation marks could end them, and add a name. */
const LIKE_JSON = /\{\s*["']?\w+["']?\s*:|["']\s*:|^\s*\[\s*["[{]/;
const isLikeJson = (text: string) => LIKE_JSON.test(text.replace(/\{\w+\}/g, ''));

/**
 * Checks an example of a body.
 * @throws UserError for an unknown placeholder, which it names, for an example without a place for the recipient, and
 *   for a text that is meant to be JSON and is none, to which a value could add names
 */
export function checkExample(name: ExampleName, example: object): void {
	const place = `The example "${name}" in the Field Names of the credentials`;
	const texts: string[] = [];
	const json = JSON.stringify(example, (key: string, value: unknown) => {
		texts.push(key, typeof value === 'string' ? value : '');
		return value;
	});
	const broken = texts.find((text) => isLikeJson(text) && parseJson(text) instanceof SyntaxError);
	if (broken !== undefined && broken.match(SUPPOSED_PLACEHOLDER))
		throw new UserError(
			`${place} has a text that looks like JSON, but is not valid: ${broken.slice(0, 100)}`,
			'In JSON inside a text, placeholders need quotation marks, too, e.g. "{type}".',
		);
	const found: string[] = json.match(SUPPOSED_PLACEHOLDER) ?? [];
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
	if (json.includes('"__proto__":'))
		throw new UserError(`${place} contains the name "__proto__"`, 'A body cannot have this name. Remove it.');
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
 * @throws UserError if the example has no place for what the message has, or gives one name two values
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
	const isList = Array.isArray(example);
	const parts = Object.entries(example).flatMap(([key, each]: [string, unknown]) => {
		const name = fillEach(key);
		const part = name && fill(each, fillEach);
		return part ? [{ name: String(name.value), each, value: part.value, used: [...name.used, ...part.used] }] : [];
	});
	const used = parts.flatMap((part) => part.used);
	if (used.length === 0) return parts.length === Object.keys(example).length ? { value: example, used } : undefined;
	// A placeholder may stand for several entries.
	if (isList) return { value: parts.flatMap(({ each, value }) => (typeof each === 'string' ? value : [value])), used };
	const value = Object.fromEntries(parts.map((part) => [part.name, part.value]));
	if (Object.keys(value).length === parts.length) return { value, used };
	throw new UserError(
		`The example in the Field Names gives one name two values in this message: ${parts.map(({ name }) => name).join(', ')}`,
		'Nothing was sent. Correct the field Field Names of the credentials.',
	);
}

/** Values side by side, of which a message usually has one. One of them may be a URL or a data URI. */
const CHOICE = /(?:data:[^{}]*(?:\{(?:mimeType|fileName)\}[^{}]*)*|\b[a-z]\w{0,15}:\/\/)?\{\w+\}/g;
const CHOICES = new RegExp(`((?:${CHOICE.source}){2,})`);

function fillText(text: string, values: MessageValues, isNumber: boolean): Filled | undefined {
	const json = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
	if (typeof json === 'object' && !(json instanceof Error)) {
		// As JSON, so that a value cannot add to it.
		const filled = fill(json, (each) => fillText(each, values, isNumber));
		return filled && { ...filled, value: filled.used.length === 0 ? text : JSON.stringify(filled.value) };
	}
	// Every second part has choices.
	const parts = text.split(CHOICES);
	const filled = parts.map((part, at) => {
		const isAfterAddress = !isNumber && parts[at - 1]?.endsWith('{recipient}');
		if (at % 2 === 0) return fillWhole(isAfterAddress ? withoutDomain(part) : part, values, isNumber);
		const chosen = (part.match(CHOICE) ?? []).flatMap((each) => fillWhole(each, values, isNumber) ?? []);
		return chosen.length === 0 ? undefined : joined(chosen);
	});
	return filled.every((part) => part !== undefined) ? joined(filled) : undefined;
}

/** A single value keeps its type. */
function joined(parts: Filled[]): Filled {
	const used = parts.flatMap((part) => part.used);
	const [first, ...others] = parts.filter(({ value }) => value !== '');
	if (first === undefined || others.length === 0) return { value: first?.value ?? '', used };
	return { value: parts.map(({ value }) => asText(value)).join(''), used };
}

const withoutDomain = (text: string) => text.replace(/^@[a-z\d.-]+/i, '');

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

const PLACEHOLDER = new RegExp(`\\{(${Object.values(EXAMPLES).flat(2).join('|')})\\}`);

/** Fills in a text whose placeholders all must have a value. */
function fillWhole(text: string, values: MessageValues, isNumber: boolean): Filled | undefined {
	// Every second piece is the name of a placeholder.
	const pieces = text.split(PLACEHOLDER);
	const used = pieces.filter((_piece, at) => at % 2 === 1);
	if (used.length === 0) return { value: text, used };
	if (!used.every((each) => hasValue(values[each]))) return undefined;
	const isAddress = !isNumber && used.includes('recipient');
	if (used.length === 1 && (isAddress || text === `{${used[0]}}`)) return { value: values[used[0]!], used };
	const [only] = used.length === 1 ? [values[used[0]!]] : [];
	if (Array.isArray(only)) return { value: only.map((each) => text.replace(PLACEHOLDER, () => asText(each))), used };
	const filled = pieces.map((piece, at) => {
		if (at % 2 === 1) return asText(values[piece]);
		// Beside other values, only a domain is surely not that of an address.
		return isAddress && pieces[at - 1] === 'recipient' ? withoutDomain(piece) : piece;
	});
	return { value: filled.join(''), used };
}
