import { UserError } from '../../shared/userError';
import type { Fields } from '../../shared/values';

/** The placeholders of the examples of bodies in Field Names. A value that `needs` a place must not get lost. */
const EXAMPLES = {
	message: {
		needs: ['recipient', 'text', 'caption', 'mediaUrl', 'mediaData', 'voiceNote', 'replyTo', 'mentions'],
		optional: ['instance', 'type', 'fileName', 'mimeType'],
	},
	customMessage: { needs: ['recipient', 'content'], optional: ['instance', 'type', 'replyTo'] },
};

export type ExampleName = keyof typeof EXAMPLES;

/** A text that looks like a placeholder: a word in braces, or in double ones as in n8n's expressions. */
const SUPPOSED_PLACEHOLDER = /\{\{?\s*[\p{L}_][^{}"':,]*\}\}?/gu;

/** Checks an example. @throws UserError for an unknown placeholder, which it names, or without a recipient */
export function checkExample(name: ExampleName, example: object): void {
	const subject = `The example "${name}" in the Field Names of the credentials`;
	const json = JSON.stringify(example);
	const placeholders: string[] = json.match(SUPPOSED_PLACEHOLDER) ?? [];
	const valid = Object.values(EXAMPLES[name])
		.flat()
		.map((placeholderName) => `{${placeholderName}}`);
	const list = `The placeholders of "${name}" are ${valid.join(', ')}.`;
	const unknown = placeholders.find((placeholder) => !valid.includes(placeholder));
	if (unknown !== undefined) throw new UserError(`${subject} has the unknown placeholder "${unknown}"`, list);
	// A value in it could end its text, and add names.
	if (/[^\\]"\s*[[{]\s*\\"/.test(json))
		throw new UserError(
			`${subject} contains JSON inside a text`,
			'Write it as a JSON object, without the quotation marks around it.',
		);
	if (!placeholders.includes('{recipient}'))
		throw new UserError(
			`${subject} has no place for the recipient`,
			`Put "{recipient}" where the service expects the phone number or the chat. ${list}`,
		);
}

/**
 * Builds a body from an example (the reference shows no body of a message, section 4.19). Parts without a value are
 * left out. Values are neither read as examples nor copied.
 * @param isNumber whether the recipient is a phone number: an address is sent without the text around it
 * @throws UserError if the example has no place for what the message has
 */
export function fillIn(name: ExampleName, example: Fields, values: Fields, isNumber: boolean): Fields {
	const filledValues = Object.fromEntries(Object.entries(values).filter(([, value]) => hasValue(value)));
	const placeholders = Object.fromEntries(Object.keys(filledValues).map((key) => [key, `{${key}}`]));
	// With placeholders as values, the body shows which of them it contains.
	const filledPlaceholders = JSON.stringify([fill(example, { ...placeholders, type: filledValues.type }, isNumber)]);
	const lost = EXAMPLES[name].needs.find((key) => key in filledValues && !filledPlaceholders.includes(`{${key}}`));
	if (lost === undefined) return fill(example, filledValues, isNumber)?.value as Fields;
	throw new UserError(
		`The example "${name}" in the Field Names has no place for {${lost}}, which this message has`,
		`Nothing was sent. Put "{${lost}}" where the service expects it, in the field Field Names of the credentials.`,
	);
}

const hasValue = (value: unknown) =>
	value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

/** A part of a body. `isFixed`: neither it nor what it contains had a placeholder in the example. */
interface Part {
	value: unknown;
	isFixed: boolean;
}

/** Fills a part of an example. @returns undefined if it has placeholders, and none of them a value */
function fill(example: unknown, values: Fields, isNumber: boolean): Part | undefined {
	if (typeof example === 'string' && /\{[a-z]\w*\}/i.test(example)) {
		const value = fillText(example, values, isNumber);
		return value === undefined ? undefined : { value, isFixed: false };
	}
	if (typeof example !== 'object' || example === null) return { value: example, isFixed: true };
	const entries = Object.entries(example);
	const filledEntries = entries.flatMap(([key, entry]) => {
		const name = fill(key, values, isNumber);
		const part = fill(entry, values, isNumber);
		return name && part ? [{ entry, name: String(name.value), ...part, isFixed: name.isFixed && part.isFixed }] : [];
	});
	if (filledEntries.every(({ isFixed }) => isFixed))
		return filledEntries.length === entries.length ? { value: example, isFixed: true } : undefined;
	// A placeholder in a list may stand for several entries.
	const value = Array.isArray(example)
		? filledEntries.flatMap(({ entry, value }) => (typeof entry === 'string' ? value : [value]))
		: Object.fromEntries(filledEntries.map(({ name, value }) => [name, value]));
	return { value, isFixed: false };
}

const PLACEHOLDER = /\{(\w+)\}/g;
/** An address is sent without the text around it, and between other placeholders without its domain. */
const AROUND_RECIPIENT = /^[^{]*(\{recipient\})[^}]*$|(\{recipient\})@[a-z\d.-]+/i;
/** The part of a text from its first to its last placeholder, with the beginning of a data URI before it. */
const PLACEHOLDERS = /(?:data:[^{}]*)?\{[a-z].*\}/is;
/** The border between two placeholders without a space, of which a message usually has one value. */
const SIDE_BY_SIDE = /(?<=\})(?=\{|data:)/;

function fillText(example: string, values: Fields, isNumber: boolean): unknown {
	const text = isNumber ? example : example.replace(AROUND_RECIPIENT, '$1$2');
	const [placeholders = ''] = PLACEHOLDERS.exec(text) ?? [];
	const filledParts = placeholders
		.split(SIDE_BY_SIDE)
		.map((part) => fillOne(part, values))
		.filter(hasValue);
	if (filledParts.length === 0) return undefined;
	const value = filledParts.length === 1 ? filledParts[0] : filledParts.map(asText).join('');
	if (placeholders === text) return value;
	const withSurroundings = (value: unknown) => text.replace(placeholders, () => asText(value));
	return Array.isArray(value) ? value.map(withSurroundings) : withSurroundings(value);
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Fills in a text whose placeholders all must have a value. A single one keeps its type. */
function fillOne(text: string, values: Fields): unknown {
	const names = [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
	if (text === `{${names.join()}}`) return values[names.join()];
	if (names.some((placeholderName) => values[placeholderName] === undefined)) return undefined;
	return text.replace(PLACEHOLDER, (_, name: string) => asText(values[name]));
}
