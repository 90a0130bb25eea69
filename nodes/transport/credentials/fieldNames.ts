import { didYouMean, joinSentences, parseJson } from '../../shared/texts';
import { UserError } from '../../shared/userError';
import { type Fields, isObject } from '../../shared/values';
import { checkExample } from './example';

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
 * @throws UserError for broken JSON, an unknown key or placeholder, an invalid value, and an example without a
 *   recipient, which it names
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
	const names = readEntry('', given, DEFAULT_FIELD_NAMES) as FieldNames;
	// Of one request. A download has a message and no chat.
	const { chat, instance, pageSize, cursor } = names.query;
	requireDifferent({
		'query.chat': chat,
		'query.instance': instance,
		'query.pageSize': pageSize,
		'query.cursor': cursor,
	});
	requireDifferent({ instanceId: 'instanceId', 'group.lifetime': names.group.lifetime.split('.')[0] });
	checkExample('message', names.message);
	checkExample('customMessage', names.customMessage);
	latest = { text, names };
	return names;
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

/** Reads a name, an example or an object of names. Keys that are missing or null have their defaults. */
function readEntry(at: string, given: unknown, defaults: unknown): unknown {
	if (typeof defaults === 'string') {
		if (typeof given === 'string') return given.trim();
		throw invalid(at, given, 'a text');
	}
	if (!isObject(given) || !isObject(defaults)) throw invalid(at, given, 'a JSON object');
	if (at === 'message' || at === 'customMessage') return given;
	const prefix = at === '' ? '' : `${at}.`;
	const keys = Object.keys(defaults);
	const unknown = Object.keys(given).find((key) => !keys.includes(key));
	if (unknown === undefined)
		return Object.fromEntries(
			keys.map((key) => [key, readEntry(`${prefix}${key}`, given[key] ?? defaults[key], defaults[key])]),
		);
	throw new UserError(
		`The Field Names in the credentials contain the unknown key "${prefix}${unknown}"`,
		joinSentences(
			didYouMean(unknown, keys),
			`The keys${at && ` of "${at}"`} are ${keys.join(', ')}.`,
			at === '' ? 'The body of a message belongs under "message".' : '',
		),
	);
}

function invalid(key: string, value: unknown, expected: string): UserError {
	const place = key === '' ? 'Names' : `Name "${key}"`;
	return new UserError(
		`The Field ${place} in the credentials must be ${expected}, not ${JSON.stringify(value)}`,
		'Correct it in the field Field Names of the credentials.',
	);
}
