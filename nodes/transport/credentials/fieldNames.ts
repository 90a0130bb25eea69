import { type Fields, isObject, parseJson } from '../../shared/values';
import { UserError } from '../../shared/userError';

/**
 * The names that the node uses where the reference shows none (sections 2.9, 4.12, 4.14–4.16, 4.19 and 6). A name is a
 * path with dots; an empty one is not sent or, in `event`, found by what the event contains.
 */
export const DEFAULT_FIELD_NAMES = {
	message: {
		instance: 'instanceId',
		recipient: 'remoteJid',
		recipientSuffix: '',
		type: 'type',
		content: 'content',
		text: 'content.text',
		caption: 'content.caption',
		mediaUrl: 'content.url',
		mediaData: 'content.base64',
		mediaDataFormat: 'base64',
		fileName: 'content.fileName',
		mimeType: 'content.mimetype',
		quotedMessageId: 'content.quotedMessageId',
		types: { text: 'text', image: 'image', video: 'video', audio: 'audio', document: 'document' },
	},
	query: { chat: 'chatId', instance: 'instanceId', pageSize: 'limit', cursor: 'cursor', messageId: 'messageId' },
	group: { lifetime: 'expiration' },
	event: {
		message: '',
		chat: '',
		fromMe: '',
		text: '',
		id: '',
		type: '',
		status: '',
		instance: '',
		timestamp: '',
		name: '',
	},
};

export type FieldNames = typeof DEFAULT_FIELD_NAMES;

/** Values that are no names, by their key. */
const NO_NAMES: Record<string, [pattern: RegExp, expected: string]> = {
	'message.recipientSuffix': [/^\S*$/, 'a text without spaces'],
	'message.mediaDataFormat': [/^(base64|dataUri)$/, '"base64" or "dataUri"'],
};

let latest: { text: string; names: FieldNames } | undefined;

/**
 * Parses the field Field Names: a JSON object as text, or the object; empty = all defaults.
 * @returns all names; the same object for the same text
 * @throws UserError for broken JSON, and for an unknown key or an invalid value, which it names
 */
export function parseFieldNames(value: unknown): FieldNames {
	const text = typeof value === 'string' ? value.trim() : JSON.stringify(value ?? {});
	if (text === latest?.text) return latest.names;
	const given = parseJson(text || '{}');
	if (given instanceof SyntaxError)
		throw new UserError(
			`The Field Names in the credentials are not valid JSON: ${given.message}`,
			'Keys and texts need double quotes, and the last entry has no comma. An empty object {} stands for the defaults.',
		);
	latest = { text, names: fillIn(DEFAULT_FIELD_NAMES, given, '') as FieldNames };
	return latest.names;
}

function fillIn(defaults: Fields, given: unknown, path: string): Fields {
	if (!isObject(given)) throw invalid(path, given, 'a JSON object');
	const unknown = Object.keys(given).find((key) => !Object.hasOwn(defaults, key));
	if (unknown !== undefined) throw unknownKey(join(path, unknown));
	const entries = Object.entries(defaults).map(([key, fallback]) => {
		const at = join(path, key);
		const value = given[key] ?? fallback;
		return [key, isObject(fallback) ? fillIn(fallback, value, at) : nameAt(at, value)];
	});
	return Object.fromEntries(entries) as Fields;
}

function nameAt(key: string, value: unknown): string {
	if (typeof value !== 'string') throw invalid(key, value, 'a text');
	const name = value.trim();
	// What objects inherit would be lost in JSON, or change the object itself.
	const isUsable = (part: string) => part.trim() !== '' && !(part.trim() in Object.prototype);
	const isPath = name === '' || name.split('.').every(isUsable);
	const [pattern, expected] = NO_NAMES[key] ?? [];
	if (pattern?.test(name) ?? (isPath || key.startsWith('message.types.'))) return name;
	throw invalid(key, value, expected ?? 'a name, or a path with dots such as content.text');
}

function invalid(key: string, value: unknown, expected: string): UserError {
	const place = key === '' ? 'Names' : `Name "${key}"`;
	return new UserError(
		`The Field ${place} in the credentials must be ${expected}, not ${JSON.stringify(value)}`,
		'Correct it in the field Field Names of the credentials.',
	);
}

function unknownKey(key: string): UserError {
	const keys = pathsOf(DEFAULT_FIELD_NAMES);
	const distanceTo = (valid: string) => Math.min(editsOf(key, valid), editsOf(lastOf(key), lastOf(valid)) + 0.5);
	const [nearest] = keys.toSorted((one, other) => distanceTo(one) - distanceTo(other));
	const names = keys.filter((each) => !keys.some((other) => other.startsWith(`${each}.`)));
	return new UserError(
		`The Field Names in the credentials contain the unknown key "${key}"`,
		`Did you mean "${nearest}"? The keys are ${names.join(', ')}.`,
	);
}

const join = (path: string, key: string) => (path === '' ? key : `${path}.${key}`);

const lastOf = (key: string) => key.slice(key.lastIndexOf('.') + 1);

/** All keys, also those of objects. */
function pathsOf(names: Fields, path = ''): string[] {
	return Object.entries(names).flatMap(([key, value]) => {
		const at = join(path, key);
		return isObject(value) ? [at, ...pathsOf(value, at)] : [at];
	});
}

/** Edits that turn one text into the other (Levenshtein), ignoring case. */
function editsOf(one: string, other: string): number {
	let row = [...Array(other.length + 1).keys()];
	for (const [index, letter] of [...one.toLowerCase()].entries()) {
		const next = [index + 1];
		for (const [at, each] of [...other.toLowerCase()].entries())
			next.push(Math.min(row[at + 1]! + 1, next[at]! + 1, row[at]! + (letter === each ? 0 : 1)));
		row = next;
	}
	return row.at(-1)!;
}
