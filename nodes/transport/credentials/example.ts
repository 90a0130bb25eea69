import { type Fields, isObject, parseJson } from '../../shared/values';
import { UserError } from '../../shared/userError';

/** The bodies that Field Names has an example of, each with its placeholders. */
export const PLACEHOLDERS = {
	message: [
		...['instance', 'recipient', 'type', 'text', 'caption', 'mediaUrl', 'mediaData', 'fileName', 'mimeType'],
		...['voiceNote', 'replyTo', 'mentions'],
	],
	customMessage: ['instance', 'recipient', 'type', 'content', 'replyTo'],
};

export type ExampleName = keyof typeof PLACEHOLDERS;

/** What a message must not lose, in words. An example need not have a place for the others. */
const NEEDED: Record<ExampleName, Record<string, string>> = {
	message: {
		...{ recipient: 'the recipient', text: 'a text', caption: 'a caption', mediaUrl: 'the URL of a file' },
		...{ mediaData: 'a file from a previous node', voiceNote: 'a voice note', replyTo: 'the ID of a quoted message' },
		mentions: 'mentions',
	},
	customMessage: { recipient: 'the recipient', content: 'the content of a message' },
};

/** The values of a message, by placeholder. Undefined, an empty text and an empty list are no values. */
export interface MessageValues extends Fields {
	/** The digits of a phone number, or the address of a chat. */
	recipient: string;
}

/** What a part of an example became. */
interface Filled {
	value: unknown;
	/** The placeholders that were filled in; undefined if the part contains none. */
	used?: string[];
}

/**
 * Builds a body from an example (the reference shows no body of a message, section 4.19). Parts without a value are
 * left out. Values are neither read as examples nor copied.
 * @param isNumber whether the recipient is a phone number: an address is sent without the text around it
 * @throws UserError if the example has no place for what the message has, or gives one name two values
 */
export function fillIn(name: ExampleName, example: Fields, values: MessageValues, isNumber: boolean): Fields {
	const filled = new Filler(values, isNumber).fill(example);
	for (const [placeholder, label] of Object.entries(NEEDED[name]))
		if (hasValue(values[placeholder]) && !filled?.used?.includes(placeholder))
			throw new UserError(
				`The example "${name}" in the Field Names has no place for ${label}`,
				`Nothing was sent. Put "{${placeholder}}" where the service expects it, in the field Field Names of the credentials.`,
			);
	return filled?.value as Fields;
}

/** Returns the object or list that a text of an example contains as JSON. */
export function jsonIn(text: string): object | undefined {
	const parsed = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
	return typeof parsed === 'object' && parsed !== null && !(parsed instanceof Error) ? parsed : undefined;
}

const NAMES = [...new Set(Object.values(PLACEHOLDERS).flat())].join('|');
const PLACEHOLDER = new RegExp(`\\{(${NAMES})\\}`);

/** Several values side by side, of which a message usually has one; a data URI is one. */
const CHOICE = new RegExp(`^(data:.*)?\\{(${NAMES})\\}$`, 's');
const BETWEEN_CHOICES = /(?<=\})(?=\{|data:)/;

const hasValue = (value: unknown) =>
	value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Fills in parts of an example. Its methods return undefined for a part that is left out. */
class Filler {
	constructor(
		private readonly values: MessageValues,
		private readonly isNumber: boolean,
	) {}

	fill(example: unknown): Filled | undefined {
		if (typeof example === 'string') return this.fillText(example);
		if (Array.isArray(example)) return this.fillList(example);
		return isObject(example) ? this.fillObject(example) : { value: example };
	}

	private fillList(example: unknown[]): Filled | undefined {
		const parts = example.map((each) => this.fill(each));
		// A placeholder may stand for several entries.
		const entries = parts.flatMap((part, at) =>
			part?.used && typeof example[at] === 'string' ? part.value : part ? [part.value] : [],
		);
		return joined(example, parts, () => entries);
	}

	private fillObject(example: Fields): Filled | undefined {
		const parts = Object.entries(example).map(([key, each]): Filled | undefined => {
			const name = this.fillWhole(key);
			const part = name && this.fill(each);
			const isConstant = !name?.used && !part?.used;
			const used = isConstant ? undefined : [...(name?.used ?? []), ...(part?.used ?? [])];
			return part && { value: [asText(name?.value), part.value], used };
		});
		return joined(example, parts, () => {
			const entries = parts.flatMap((part) => (part ? [part.value as [string, unknown]] : []));
			const names = entries.map(([key]) => key);
			const twice = names.find((key, at) => names.indexOf(key) !== at);
			if (twice === undefined) return Object.fromEntries(entries);
			throw new UserError(
				`The example in the Field Names has two values for "${twice}" in this message`,
				'Nothing was sent. Correct the field Field Names of the credentials.',
			);
		});
	}

	private fillText(text: string): Filled | undefined {
		const json = jsonIn(text);
		if (json !== undefined) {
			const filled = this.fill(json);
			return filled && { ...filled, value: filled.used ? JSON.stringify(filled.value) : text };
		}
		const choices = text.split(BETWEEN_CHOICES);
		if (choices.length === 1 || !choices.every((each) => CHOICE.test(each))) return this.fillWhole(text);
		const [first, ...more] = choices.flatMap((each) => this.fillWhole(each) ?? []);
		if (first === undefined || more.length === 0) return first;
		const parts = [first, ...more];
		return { value: parts.map(({ value }) => asText(value)).join(''), used: parts.flatMap(({ used }) => used ?? []) };
	}

	/** Fills in a text whose placeholders all must have a value. */
	private fillWhole(text: string): Filled | undefined {
		// Every second piece is the name of a placeholder.
		const pieces = text.split(PLACEHOLDER);
		const used = pieces.filter((_piece, at) => at % 2 === 1);
		const [name = ''] = used;
		if (name === '') return { value: text };
		if (!used.every((each) => hasValue(this.values[each]))) return undefined;
		const isAddress = !this.isNumber && used.includes('recipient');
		const isAlone = used.length === 1 && (isAddress || text === `{${name}}`);
		if (isAlone) return { value: this.values[name], used };
		const read = (piece: string, at: number) => {
			if (at % 2 === 1) return asText(this.values[piece]);
			// The domain of phone numbers.
			return isAddress && pieces[at - 1] === 'recipient' ? piece.replace(/^@[a-z\d.-]+/i, '') : piece;
		};
		return { value: pieces.map(read).join(''), used };
	}
}

/** Joins the parts of an object or a list. It stays as it is without placeholders, and is left out without a value. */
function joined(example: object, parts: Array<Filled | undefined>, join: () => unknown): Filled | undefined {
	if (parts.every((part) => part !== undefined && part.used === undefined)) return { value: example };
	const used = parts.flatMap((part) => part?.used ?? []);
	return used.length === 0 ? undefined : { value: join(), used };
}
