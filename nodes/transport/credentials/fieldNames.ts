import { joinSentences, parseJson } from '../../shared/texts';
import { UserError } from '../../shared/userError';
import { type Fields, isObject } from '../../shared/values';
import { checkExample } from './example';

/** What a user's path can lead to in an event; empty by default, since each is found by itself. */
const PARTS = ['message', 'chat', 'fromMe', 'text', 'id', 'type', 'status', 'instance', 'timestamp', 'name'] as const;

/** What an event can be by its name; the message itself says who wrote, unless the name does. */
const SAYS = ['message', 'received', 'sent', 'reaction', 'status', 'connection', 'other'] as const;

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
	customMessage: { instanceId: '{instance}', remoteJid: '{recipient}', type: '{type}', content: '{content}' } as Fields,
	types: { text: 'text', image: 'image', video: 'video', audio: 'audio', document: 'document', voice: '' },
	query: { chat: 'chatId', instance: 'instanceId', pageSize: 'limit', cursor: 'cursor', messageId: 'messageId' },
	group: { lifetime: 'expiration' },
	event: Object.fromEntries(PARTS.map((part) => [part, ''])) as Record<(typeof PARTS)[number], string>,
	events: {} as Record<string, (typeof SAYS)[number]>,
	ignore: [] as string[],
};

export type FieldNames = typeof DEFAULT_FIELD_NAMES;

/** Parses the field Field Names, JSON or an object; empty = all defaults. @throws UserError that names what is wrong */
export function parseFieldNames(value: unknown): FieldNames {
	const text = typeof value === 'string' ? value.trim() : JSON.stringify(value ?? {});
	if (text === '' || text === '{}') return DEFAULT_FIELD_NAMES;
	const entered = parseJson(text);
	if (entered instanceof SyntaxError)
		throw new UserError(
			`The Field Names in the credentials are not valid JSON: ${entered.message}`,
			'Keys, texts and placeholders need double quotes, and the last entry has no comma. An empty object {} stands for the defaults.',
		);
	const names = readEntry('', entered, DEFAULT_FIELD_NAMES) as FieldNames;
	const { chat, instance, pageSize, cursor } = names.query;
	// Of one request: one of two values would be lost. The body with the lifetime has the instance, too.
	const used = [chat, instance, pageSize, cursor].filter(Boolean);
	const isInstance = names.group.lifetime === 'instanceId';
	const double = isInstance ? 'instanceId' : used.find((name, index) => used.indexOf(name) !== index);
	if (double !== undefined)
		throw new UserError(
			`The Field Names in the credentials use "${double}" for two values`,
			'Correct one of them in the field Field Names of the credentials.',
		);
	checkExample('message', names.message);
	checkExample('customMessage', names.customMessage);
	return names;
}

/** Reads a name, an example or an object of names. Keys that are missing or null have their defaults. */
function readEntry(path: string, entered: unknown, defaults: unknown): unknown {
	const isName = typeof defaults === 'string';
	const isList = Array.isArray(defaults);
	if (isName && typeof entered === 'string') return entered.trim();
	if (isList && Array.isArray(entered) && entered.every((name) => typeof name === 'string')) return entered;
	if (isName || isList || !isObject(entered))
		throw new UserError(
			`The Field Name${path === '' ? 's' : ` "${path}"`} in the credentials must be ${isName ? 'a text' : isList ? 'a list of texts' : 'a JSON object'}, not ${JSON.stringify(entered)}`,
			'Correct it in the field Field Names of the credentials.',
		);
	if (path === 'message' || path === 'customMessage') return entered;
	if (path === 'events') return readEvents(entered);
	const prefix = path && `${path}.`;
	const entries = Object.entries(defaults as Fields);
	const keys = entries.map(([key]) => key);
	const unknown = Object.keys(entered).find((key) => !keys.includes(key));
	if (unknown === undefined)
		return Object.fromEntries(entries.map(([key, each]) => [key, readEntry(prefix + key, entered[key] ?? each, each)]));
	throw new UserError(
		`The Field Names in the credentials contain the unknown key "${prefix}${unknown}"`,
		joinSentences(
			`The keys${path && ` of "${path}"`} are ${keys.join(', ')}.`,
			path === '' ? 'The body of a message belongs under "message".' : '',
		),
	);
}

/** Reads what the names of events say. */
function readEvents(entered: Fields): Fields {
	const [wrong] = Object.entries(entered).filter(([, says]) => !SAYS.some((each) => each === says));
	if (wrong === undefined) return entered;
	throw new UserError(
		`The Field Name "events.${wrong[0]}" in the credentials must not be ${JSON.stringify(wrong[1])}`,
		`What an event can be is ${SAYS.join(', ')}.`,
	);
}
