import { didYouMean, joinSentences } from '../../shared/texts';
import { changedNumber, parseJson } from '../../shared/parse';
import { type Fields, isObject } from '../../shared/values';
import { UserError } from '../../shared/userError';
import { checkExample, type ExampleName } from './example';

/**
 * What the node sends and reads where the reference shows no names (sections 2.9, 4.12, 4.14–4.16, 4.19 and 6). The
 * first two are examples of bodies. A name is a path with dots, in `query` a plain one; an empty one is not sent or, in
 * `event`, found by what the event contains. Without a type of their own, voice notes are audio.
 */
export const DEFAULT_FIELD_NAMES = {
	message: {
		instanceId: '{instance}',
		remoteJid: '{recipient}',
		type: '{type}',
		content: {
			text: '{text}',
			caption: '{caption}',
			url: '{mediaUrl}',
			base64: '{mediaData}',
			fileName: '{fileName}',
			mimetype: '{mimeType}',
			ptt: '{voiceNote}',
			quotedMessageId: '{replyTo}',
		},
	} as Fields,
	customMessage: {
		instanceId: '{instance}',
		remoteJid: '{recipient}',
		type: '{type}',
		content: '{content}',
	} as Fields,
	types: { text: 'text', image: 'image', video: 'video', audio: 'audio', document: 'document', voice: '' },
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

let latest: { text: string; names: FieldNames } | undefined;

/**
 * Parses the field Field Names: a JSON object as text, or the object; empty = all defaults.
 * @returns all names; the same object for the same text
 * @throws UserError for broken JSON, an unknown key or placeholder, an invalid value, an example without a recipient,
 *   and equal names, which it names
 */
export function parseFieldNames(value: unknown): FieldNames {
	const text = typeof value === 'string' ? value.trim() : JSON.stringify(value ?? {});
	if (text === latest?.text) return latest.names;
	const given = parseJson(text || '{}');
	if (given instanceof SyntaxError)
		throw new UserError(
			`The Field Names in the credentials are not valid JSON: ${given.message}`,
			'Keys, texts and placeholders need double quotes, and the last entry has no comma. An empty object {} stands for the defaults.',
		);
	const number = changedNumber(text);
	if (number !== undefined)
		throw new UserError(
			`The Field Names in the credentials contain the number ${number}, which cannot be sent as it is written`,
			`Write it in the shortest way, or as text: "${number}".`,
		);
	const names = readKeys('', given, DEFAULT_FIELD_NAMES, (key, entry) =>
		key === 'message' || key === 'customMessage'
			? readExample(key, entry)
			: readKeys(key, entry, DEFAULT_FIELD_NAMES[key], (name, each) => readName(`${key}.${name}`, each)),
	) as FieldNames;
	// Of one request. A download has a message and no chat.
	const { chat, instance, pageSize, cursor } = names.query;
	requireDifferent({
		'query.chat': chat,
		'query.instance': instance,
		'query.pageSize': pageSize,
		'query.cursor': cursor,
	});
	requireDifferent({ instanceId: 'instanceId', 'group.lifetime': names.group.lifetime.split('.')[0] });
	latest = { text, names };
	return names;
}

/** Reads an object with known keys; those that are missing or null have their defaults. */
function readKeys<Defaults extends object>(
	at: string,
	given: unknown,
	defaults: Defaults,
	read: (key: keyof Defaults & string, value: unknown) => unknown,
): Fields {
	if (!isObject(given)) throw invalid(at, given, 'a JSON object');
	const keys = Object.keys(defaults) as Array<keyof Defaults & string>;
	const unknown = Object.keys(given).find((key) => !Object.hasOwn(defaults, key));
	if (unknown !== undefined) throw unknownKey(at, unknown, keys);
	return Object.fromEntries(keys.map((key) => [key, read(key, given[key] ?? defaults[key])]));
}

function readExample(name: ExampleName, value: unknown): Fields {
	if (!isObject(value)) throw invalid(name, value, 'a JSON object');
	checkExample(name, value);
	return value;
}

function readName(at: string, value: unknown): string {
	if (typeof value !== 'string') throw invalid(at, value, 'a text');
	const name = value.trim();
	// What objects inherit would be lost in JSON, or change the object itself.
	const isUsable = (part: string) => part.trim() !== '' && !(part.trim() in Object.prototype);
	if (name === '' || at.startsWith('types.') || name.split('.').every(isUsable)) return name;
	throw invalid(at, value, 'a name, or a path with dots such as data.text');
}

/** @throws UserError if two names by key are equal: one of two values would be lost */
function requireDifferent(names: Record<string, string | undefined>): void {
	for (const [key, name] of Object.entries(names)) {
		const first = Object.keys(names).find((other) => names[other] === name);
		if (name === '' || first === key) continue;
		throw new UserError(
			`The Field Names in the credentials use "${name}" for both "${first}" and "${key}"`,
			'Correct one of them in the field Field Names of the credentials.',
		);
	}
}

function invalid(key: string, value: unknown, expected: string): UserError {
	const place = key === '' ? 'Names' : `Name "${key}"`;
	return new UserError(
		`The Field ${place} in the credentials must be ${expected}, not ${JSON.stringify(value)}`,
		'Correct it in the field Field Names of the credentials.',
	);
}

function unknownKey(group: string, key: string, keys: string[]): UserError {
	const [at, place] = group === '' ? [key, ''] : [`${group}.${key}`, ` of "${group}"`];
	const example = group === '' ? 'The body of a message belongs under "message".' : '';
	return new UserError(
		`The Field Names in the credentials contain the unknown key "${at}"`,
		joinSentences(didYouMean(key, keys), `The keys${place} are ${keys.join(', ')}.`, example),
	);
}
